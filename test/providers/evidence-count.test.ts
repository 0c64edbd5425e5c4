import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Part, PartOf } from '../../src/model/parts';
import type { Draft, Reader } from '../../src/providers/contract';
import { readers } from '../../src/providers/readers';
import { overSamples } from '../samples';
import { chain, conversation, mark } from './chatgpt/compose';
import { answer, entry, finds, groups, person, search } from './chatgpt/searches';
import * as payload from './payload-sources';
import { countChatgptStream, countClaudeStream } from './payload-streams';

const readerOf = (site: string): Reader => {
  const reader = readers.find((each) => each.site.id === site);
  if (!reader) throw new Error(`no reader of ${site}`);
  return reader;
};

function draftsOf(site: string, value: unknown, text = '', route = 'conversation'): readonly Draft[] {
  const head = {
    ...{ site, origin: null, route, method: 'GET', address: null, status: 200 },
    ...{ type: text === '' ? 'application/json' : 'text/event-stream', at: '2026-10-01T00:00:00.000Z' },
    ...{ capture: 'asked' as const, form: text === '' ? ('read' as const) : ('stream' as const) },
  };
  const reading = readerOf(site).read({ head, value, text, request: null });
  if (reading.kind !== 'session') throw new Error(`not read: ${JSON.stringify(reading)}`);
  return reading.drafts;
}

const partsIn = (draft: Draft): readonly Part[] =>
  'parts' in draft.body && Array.isArray(draft.body.parts) ? (draft.body.parts as Part[]) : [];

/** The same counts, of events. */
function countEvents(drafts: readonly Draft[]): payload.Counted {
  const counted = payload.counting();
  const keys = new Map<string, string>();
  const all = drafts.flatMap((draft) => partsIn(draft).map((part) => ({ draft, part })));
  for (const { draft, part } of all) if (part.type === 'evidence') countEvidence(counted, keys, draft, part);
  for (const { draft, part } of all) if (part.type === 'citation') countCitation(counted, keys, draft, part);
  return counted;
}

function countCitation(
  counted: payload.Counted,
  keys: ReadonlyMap<string, string>,
  draft: Draft,
  part: PartOf<'citation'>,
): void {
  for (const each of payload.list(part.says)) say(counted, payload.keyOf(each) ?? '', [each.site, each.published]);
  for (const name of part.evidence) counted.cited.add(keys.get(name) ?? `nothing at ${name}`);
  const message = messageOf(draft);
  if (part.evidence.length > 0) counted.places.set(message, (counted.places.get(message) ?? 0) + 1);
}

const messageOf = ({ id }: Draft): string => id.slice(id.indexOf(':') + 1).replace(/\/.*$/, '');

function countEvidence(
  counted: payload.Counted,
  keys: Map<string, string>,
  draft: Draft,
  part: PartOf<'evidence'>,
): void {
  const key = payload.keyOf(part) ?? '';
  keys.set(`${draft.id}#${part.id}`, key);
  counted.all.add(key);
  if (part.cited === true) counted.cited.add(key);
  const found = [part, ...payload.list(part.foundAgain)];
  if (draft.kind === 'tool.result')
    for (const { rank } of found) counted.hits.add(`${messageOf(draft)} ${key} ${String(rank ?? 'page')}`);
  const texts = [part.title, part.site, part.published, ...part.passages.map(({ text }) => text)];
  say(counted, key, [...texts, ...lists(part.titles), ...lists(part.sites), ...lists(part.dates)]);
}

function say({ said }: payload.Counted, key: string, texts: readonly unknown[]): void {
  const known = said.get(key) ?? new Set<string>();
  said.set(key, known);
  for (const each of texts) if (typeof each === 'string') known.add(each.trim());
}

const lists = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const sorted = (set: ReadonlySet<string>): string[] => [...set].sort();

/** Numbers and names of what both sides count, and that nothing said of a source is lost. */
function expectSame(sent: payload.Counted, drafts: readonly Draft[]): void {
  const read = countEvents(drafts);
  expect({ sources: read.all.size, cited: read.cited.size }).toEqual({
    sources: sent.all.size,
    cited: sent.cited.size,
  });
  expect(sorted(read.all)).toEqual(sorted(sent.all));
  expect(sorted(read.cited)).toEqual(sorted(sent.cited));
  for (const hit of sent.hits) expect([...read.hits]).toContain(hit);
  for (const [key, said] of sent.said) {
    const all = [...(read.said.get(key) ?? [])];
    const lost = [...said].filter((text) => !all.some((each) => each === text || each.includes(text)));
    expect({ key, lost }).toEqual({ key, lost: [] });
  }
  expect([...read.places].sort()).toEqual([...sent.places].sort());
}

const isStream = (path: string): boolean => /sse[^/]*\.txt$/.test(path) && !path.endsWith('.expected.txt');
const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const body = (value: unknown): payload.Json => {
  const file = payload.isJson(value) ? value : {};
  return payload.isJson(file._response) ? file._response : file;
};
const isConversation = (value: payload.Json): boolean =>
  payload.isJson(value.mapping) || payload.list(value.messages ?? value.chat_messages).length > 0;
/** The conversations in a file: one, the answer to a call, or a list of an export. */
const conversationsIn = (value: unknown): payload.Json[] =>
  (Array.isArray(value) ? payload.list(value) : [body(value)]).filter(isConversation);

function chatgptCounts(conversation: payload.Json): payload.Counted {
  const counted = payload.counting();
  const names = new Map<string, string>();
  for (const { event, message } of payload.chatgptMessages(conversation))
    payload.countChatgpt(counted, names, event, message);
  return counted;
}

function claudeCounts(conversation: payload.Json): payload.Counted {
  const counted = payload.counting();
  for (const message of payload.list(conversation.chat_messages))
    for (const block of payload.list(message.content)) payload.countClaude(counted, String(message.uuid), block);
  return counted;
}

describe('as many sources and citations as the payload has', () => {
  for (const folder of ['chatgpt/tree', 'chatgpt/paged', 'chatgpt/export'])
    overSamples(folder, folder, (paths) => {
      test.each(paths.filter((path) => path.endsWith('.json')))('%s', (path) => {
        for (const conversation of conversationsIn(json(path)))
          expectSame(chatgptCounts(conversation), draftsOf('chatgpt', conversation));
      });
    });
  for (const folder of ['claude/api', 'claude/export', 'claude/export/composed-2026-07', 'claude/viewer-samples'])
    overSamples(folder, folder, (paths) => {
      test.each(paths.filter((path) => path.endsWith('.json')))('%s', (path) => {
        for (const conversation of conversationsIn(json(path)))
          expectSame(claudeCounts(conversation), draftsOf('claude', conversation));
      });
    });
  overSamples('chatgpt/stream', 'chatgpt/stream', (paths) => {
    test.each(paths.filter(isStream))('%s', (path) => {
      const stream = readFileSync(path, 'utf8');
      const sent = payload.counting();
      countChatgptStream(sent, stream);
      const read = countEvents(draftsOf('chatgpt', undefined, stream, 'stream'));
      expect([sorted(read.all), sorted(read.cited)]).toEqual([sorted(sent.all), sorted(sent.cited)]);
    });
  });
  overSamples('claude/stream', 'claude/stream', (paths) => {
    test.each(paths.filter(isStream))('%s', (path) => {
      const stream = readFileSync(path, 'utf8');
      const sent = payload.counting();
      countClaudeStream(sent, stream);
      expectSame(sent, draftsOf('claude', undefined, stream, 'stream'));
    });
  });
});

/** How many sources, cited ones, hits and citations a composed payload has, and that the events have as many. */
function expectNumbers(sent: payload.Counted, drafts: readonly Draft[], numbers: readonly number[]): void {
  const places = [...sent.places.values()].reduce((sum, each) => sum + each, 0);
  expect([sent.all.size, sent.cited.size, sent.hits.size, places]).toEqual(numbers);
  expectSame(sent, drafts);
}

const at = (turn_index: number, ref_type: string, ref_index: number) => ({ turn_index, ref_type, ref_index });
const reference = (text: string, name: string, items: readonly unknown[]) => {
  const matched = /\ue200[^\ue201]*\ue201/g;
  const [found] = Array.from(text.matchAll(matched)).filter(([each]) => each.includes(name));
  const start = found?.index ?? 0;
  const end = start + (found?.[0].length ?? 0);
  return { type: 'grouped_webpages', matched_text: found?.[0], start_idx: start, end_idx: end, items };
};

test('searches of several queries, pages found again and dates that citations alone give: ChatGPT', () => {
  const day = (n: number) => 1_780_000_000 + n * 86_400;
  const site = (n: number, more = {}) => entry(n, { attribution: null, pub_date: day(n), ...more });
  const again = { ...site(2, { title: 'Another title', snippet: 'Other words.' }), ref_id: at(1, 'news', 0) };
  const text = `So ${mark('cite', 'turn0search2', 'turn1news0')} and ${mark('cite', 'turn0search0')}.`;
  const first = { title: 'Hit 0', url: 'https://hit.example/0?utm_source=chatgpt.com', attribution: 'The Hit' };
  const references = [
    reference(text, 'turn0search2', [{ ...site(2), supporting_websites: [site(7)] }]),
    reference(text, 'turn0search0', [{ ...first, pub_date: day(9) }]),
  ];
  const messages = [
    ...[person('p'), search('c', 'spring tide', 'ebb'), finds('r', [site(0, { pub_date: null }), site(1), site(2)])],
    ...[search('d', 'tide again'), finds('s', [again, site(3, { ref_id: at(1, 'search', 1) })])],
    answer('a', text, { content_references: references, ...groups([site(0), site(4)]) }),
  ];
  const sent = conversation(chain(messages), 'a');
  const drafts = draftsOf('chatgpt', sent);
  expectNumbers(chatgptCounts(sent), drafts, [6, 3, 5, 2]);
  const view = drafts.flatMap(partsIn).filter((part) => part.type === 'citation' && part.says);
  expect(view).toMatchObject([
    { says: [{ url: 'https://hit.example/0', site: 'The Hit', published: '2026-06-06T20:26:40.000Z' }] },
  ]);
});
