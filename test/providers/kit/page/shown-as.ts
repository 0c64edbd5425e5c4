import MarkdownIt from 'markdown-it';
import type { Part } from '../../../../src/model/parts';
import type { Draft, Reading } from '../../../../src/providers/contract';

/** A message as somebody who looks at the page would write it down. */
export interface Seen {
  readonly role: string;
  readonly words: readonly string[];
  readonly code: readonly string[];
  readonly math: readonly string[];
  readonly links: readonly string[];
  readonly images: number;
}

const parser = new MarkdownIt('commonmark', { html: false }).enable(['table', 'strikethrough']);
const MATH = /\$\$\n?([\s\S]+?)\n?\$\$|(?<![\\$])\$([^$\n]+)\$/g;
const WORDS = /[\p{L}\p{N}]+/gu;

export const wordsOf = (text: string): string[] => text.match(WORDS) ?? [];

/** What the messages of a reading say, in order, reasoning and searches apart. */
export function seen(reading: Reading): Seen[] {
  if (reading.kind !== 'session') return [];
  const messages = reading.drafts.filter(({ kind, body }) => kind === 'message' && 'hidden' in body);
  return messages.map((message) => seenOf(message, reading.drafts));
}

function seenOf(message: Draft, drafts: readonly Draft[]): Seen {
  const below = drafts.filter(({ id, kind }) => kind === 'message' && id.startsWith(`${message.id}/`));
  const parts = [message, ...below].flatMap(({ body }) => (body as { parts: Part[] }).parts);
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part] : [])).map(read);
  const cited = parts.flatMap((part) => (part.type === 'citation' && part.url !== null ? [part.url] : []));
  return {
    role: (message.body as { role: string }).role,
    words: texts.flatMap(({ words }) => words),
    code: texts.flatMap(({ code }) => code),
    math: texts.flatMap(({ math }) => math),
    links: [...texts.flatMap(({ links }) => links), ...cited],
    images: parts.filter(({ type }) => type === 'image').length,
  };
}

/** A text read again by a reader of Markdown that is not ours; what was typed is taken as it is, but for its code. */
function read({ text, format }: Part & { type: 'text' }): Omit<Seen, 'role' | 'images'> {
  const tokens = parser.parse(text, {}).flatMap((token) => [token, ...(token.children ?? [])]);
  const code = tokens.flatMap(({ type, content }) => (type === 'fence' ? [content.replace(/\n$/, '')] : []));
  const links = tokens.flatMap((token) => (token.type === 'link_open' ? [String(token.attrGet('href'))] : []));
  const math = Array.from(text.matchAll(MATH), ([, block, inline]) => (block ?? inline ?? '').trim());
  if (format === 'plain') return { words: wordsOf(text.replace(/^```\w*$/gm, '')), code, links, math: [] };
  const lines = tokens.flatMap(({ type, content, children }) => {
    if (type === 'fence' || type === 'code_block') return [content];
    // a word may be half bold
    return type === 'inline'
      ? [(children ?? []).map((each) => (each.type === 'softbreak' ? ' ' : each.content)).join('')]
      : [];
  });
  return { words: lines.flatMap(wordsOf), code, links, math };
}
