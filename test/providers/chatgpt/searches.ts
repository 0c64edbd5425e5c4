import { message } from './compose';

export type Fields = Record<string, unknown>;

export const entry = (i: number, more: Fields = {}): Fields => ({
  url: `https://hit.example/${i}`,
  title: `Hit ${i}`,
  snippet: `Words of hit ${i}.`,
  ref_id: { turn_index: 0, ref_type: 'search', ref_index: i },
  ...more,
});
export const groups = (entries: readonly Fields[]): Fields => ({
  search_result_groups: [{ domain: 'hit.example', entries }],
});
export const asks = (id: string, text: string, recipient = 'web.run', metadata: Fields = {}): Fields =>
  message(id, 'assistant', { content_type: 'code', language: 'unknown', text }, { recipient, metadata });
export const finds = (id: string, entries: readonly Fields[], name = 'web.run'): Fields =>
  message(id, 'tool', '', { author: { role: 'tool', name, metadata: {} }, metadata: groups(entries) });
export const search = (id: string, ...queries: readonly string[]): Fields =>
  asks(id, JSON.stringify({ search_query: queries.map((q) => ({ q })) }));
export const person = (id: string): Fields => message(id, 'user', 'And now?');
export const answer = (id: string, text: string, metadata: Fields = {}): Fields =>
  message(id, 'assistant', text, { metadata });
