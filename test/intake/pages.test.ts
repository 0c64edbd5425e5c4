import { describe, expect, test } from 'vitest';
import { compareReread } from '../../src/intake/compare-reread';
import { type PageNote, writePageNote } from '../../src/intake/page-note';
import type { ReadCopy } from '../../src/intake/page-reading';
import { record } from '../../src/intake/record';
import { rereadAll, rereadSession } from '../../src/intake/reread-session';
import { takePage } from '../../src/intake/take-page';
import { looseText, utf8 } from '../../src/lib/bytes';
import { artifactName, sha256Hex } from '../../src/lib/hash';
import { readLog } from '../../src/model/chain';
import type { Event } from '../../src/model/event';
import { sourcePageId } from '../../src/model/ids';
import { sourcePageOf } from '../../src/projection/source-pages';
import { viewOf } from '../../src/projection/view';
import { SOURCE_ROUTE } from '../../src/providers/kit/source-route';
import { acmeReader, chat, empty, finder, identity, into, type Kept, keep, recorder } from './acme';

const URL_1 = 'https://tides.example/tables?day=1';
const ID = sourcePageId(URL_1);
const PAGE = utf8('<!doctype html><title>Tides</title><p>High water at nine.</p>');
const LATER = utf8('<!doctype html><title>Tides</title><p>High water at ten.</p>');
const minute = (n: number): string => `2026-03-01T10:${String(n).padStart(2, '0')}:00.000Z`;

/** Reads the words between tags. `version`: another release would read otherwise. */
const words =
  (version = '1'): ReadCopy =>
  async (bytes) => ({
    ...{ title: 'Tides', byline: null, published: null, language: 'en' },
    markdown: `${looseText(bytes).replace(/<title>.*?<\/title>|<[^>]*>/g, '')}${version === '1' ? '' : '!'}\n`,
    tool: { name: 'words', version },
  });

const note = (at: string, changes: Partial<PageNote> = {}): PageNote => ({
  session: 'c1',
  id: ID,
  thread: 'root',
  parents: ['acme:m1'],
  record: {
    ...{ url: URL_1, method: 'fetch', status: 200, started: at, finished: at, date: at, lastModified: null },
    ...{ etag: `"${at}"`, contentType: 'text/html', contentLength: 40, bytes: 0, truncated: false },
  },
  outcome: 'kept',
  because: null,
  to: null,
  ...changes,
});

const taken = (asked: PageNote, body: Uint8Array<ArrayBuffer>, readCopy = words()) =>
  takePage(
    {
      head: {
        ...{ site: 'acme', origin: 'https://chat.acme.example', route: SOURCE_ROUTE, method: 'GET' },
        ...{ address: URL_1, status: 200, type: 'text/html', at: asked.record.started },
        ...{ capture: 'asked', form: 'page' },
      },
      body,
      request: writePageNote(asked),
    },
    acmeReader(),
    minute(0),
    readCopy,
  );

const none = new Uint8Array();

async function fetched(kept: Kept, asked: PageNote, body: Uint8Array<ArrayBuffer>): Promise<Event[]> {
  const each = await taken(asked, body);
  return keep(kept, record(kept.log, each, identity, recorder), each.artifacts).lines.map(({ event }) => event);
}

async function withMessage(): Promise<Kept> {
  const kept = empty();
  await into(kept, chat([{ id: 'm1', text: 'Look.' }]));
  return kept;
}

const pageOf = (kept: Kept) => sourcePageOf(viewOf(kept.events), URL_1);

test('all that a page says is a third artifact, and what was cut says so', async () => {
  const kept = await withMessage();
  const readAll: ReadCopy = async (bytes) => {
    const read = await words()(bytes, null, URL_1);
    const all = { text: 'Tides\n\nHigh water at nine.', tool: { name: 'all', version: '1' }, cut: true };
    return read && { ...read, cut: true, all };
  };
  const each = await taken(note(minute(1)), PAGE, readAll);
  const [, text, all] = keep(kept, record(kept.log, each, identity, recorder), each.artifacts).lines;
  expect(text?.event.body).toMatchObject({ role: 'source-text', cut: true });
  expect(all?.event).toMatchObject({
    id: `${ID}/words`,
    parents: [ID],
    fidelity: 'derived',
    body: { role: 'source-words', mime: 'text/plain', cut: true, snapshot: artifactName(sha256Hex(PAGE)) },
  });
  expect(pageOf(kept)?.words?.id).toBe(`${ID}/words`);
  const known = (name: string) => (name === 'acme@1' ? acmeReader() : null);
  const again = await compareReread(kept.events, finder(kept), known, readAll);
  expect(again).toMatchObject({ same: 4, differing: [], otherReader: 0 });
});

describe('a page that came', () => {
  test('is an artifact beside what cites it, with its words as another', async () => {
    const kept = await withMessage();
    const [page, text, ...others] = await fetched(kept, note(minute(1)), PAGE);
    expect(others).toEqual([]);
    const artifact = artifactName(sha256Hex(PAGE));
    expect(page).toMatchObject({
      id: ID,
      kind: 'artifact',
      parents: ['acme:m1'],
      at: { occurred: minute(1), updated: minute(1) },
      actor: { kind: 'provider', name: 'tides.example' },
      body: {
        ...{ artifact, bytes: PAGE.length, role: 'source-page', url: URL_1, method: 'fetch' },
        fetched: { status: 200, type: 'text/html', truncated: false },
      },
      source: { capture: 'asked', form: 'page', raw: [{ artifact, bytes: [0, PAGE.length] }] },
    });
    expect(text).toMatchObject({
      id: `${ID}/text`,
      parents: [ID],
      fidelity: 'derived',
      body: { role: 'source-text', title: 'Tides', mime: 'text/markdown', snapshot: artifact },
    });
    const hash = text?.kind === 'artifact' ? text.body.artifact.slice(7) : '';
    expect(looseText(kept.artifacts.get(hash) ?? none)).toBe('High water at nine.\n');
    expect(kept.artifacts.get(sha256Hex(PAGE))).toEqual(PAGE);
    expect(readLog(kept.lines).faults).toEqual([]);
    // what changes by itself is in the kept exchange, not in the event
    expect(JSON.stringify(page?.body)).not.toContain('etag');
    const frame = looseText(kept.artifacts.get(page?.source.raw[0]?.frame.slice(7) ?? '') ?? none);
    const { slice } = (JSON.parse(frame) as { exchange: { request: { slice: string } } }).exchange.request;
    expect(looseText(kept.artifacts.get(slice.slice(7)) ?? none)).toContain('etag');
  });

  test('and is otherwise later is another version: the later counts, and the earlier stays', async () => {
    const kept = await withMessage();
    await fetched(kept, note(minute(1)), PAGE);
    await fetched(kept, note(minute(2)), LATER);
    const page = pageOf(kept);
    expect(page?.copy?.body.artifact).toBe(artifactName(sha256Hex(LATER)));
    expect(page?.text?.body).toMatchObject({ snapshot: artifactName(sha256Hex(LATER)) });
    expect(page?.earlier.map(({ body }) => body.artifact)).toEqual([artifactName(sha256Hex(PAGE))]);
    expect(kept.artifacts.has(sha256Hex(PAGE))).toBe(true);
  });

  test('counts by its time, in whatever order the two were kept', async () => {
    const kept = await withMessage();
    await fetched(kept, note(minute(2)), LATER);
    await fetched(kept, note(minute(1)), PAGE);
    expect(pageOf(kept)?.copy?.body.artifact).toBe(artifactName(sha256Hex(LATER)));
  });

  test('and could not be had later stays, and it is said that it could not', async () => {
    const kept = await withMessage();
    await fetched(kept, note(minute(1)), PAGE);
    await fetched(kept, note(minute(2), { outcome: 'not-found', because: 'status' }), none);
    const page = pageOf(kept);
    expect(page?.copy?.body.artifact).toBe(artifactName(sha256Hex(PAGE)));
    expect(page?.gap?.body).toMatchObject({ why: 'not-found', what: { source: URL_1, because: 'status' } });
    const lines = await fetched(kept, note(minute(3)), PAGE);
    expect(lines.map(({ kind }) => kind)).toEqual(['context.edit']);
    expect(pageOf(kept)).toMatchObject({ copiedAt: minute(3), gap: null, earlier: [] });
  });

  test('that nobody can read is kept without words, and so is one that breaks its reader', async () => {
    const kept = await withMessage();
    const broken = await taken(note(minute(1)), PAGE, async () => {
      throw new Error('broken');
    });
    const lines = keep(kept, record(kept.log, broken, identity, recorder), broken.artifacts).lines;
    expect(lines.map(({ event }) => event.kind)).toEqual(['artifact']);
    expect(pageOf(kept)).toMatchObject({ text: null });
  });
});

test('a page that did not come is a gap, and a copy that came later takes its place', async () => {
  const kept = await withMessage();
  const [gap] = await fetched(kept, note(minute(1), { outcome: 'not-fetched', because: 'redirect', to: '/new' }), none);
  expect(gap).toMatchObject({
    id: ID,
    kind: 'gap',
    body: { why: 'not-fetched', where: 'source', what: { source: URL_1, because: 'redirect', to: '/new' } },
  });
  expect(pageOf(kept)).toMatchObject({ copy: null, gap: { body: { why: 'not-fetched' } } });
  await fetched(kept, note(minute(2)), PAGE);
  expect(pageOf(kept)).toMatchObject({ gap: null, copy: { kind: 'artifact' } });
});

test('the same page in two sessions’ words has one id, whatever place in it is named', () => {
  expect(sourcePageId(`${URL_1}#high-water`)).toBe(ID);
  expect(sourcePageId('https://TIDES.example:443/tables?day=1')).toBe(ID);
  expect(sourcePageId('https://tides.example/tables?day=2')).not.toBe(ID);
});

test('it is read again as it was, unless another tool reads it, and then its words are new and the old go', async () => {
  const kept = await withMessage();
  await fetched(kept, note(minute(1)), PAGE);
  const known = (name: string) => (name === 'acme@1' ? acmeReader() : null);
  const all = (readCopy: ReadCopy | null) => compareReread(kept.events, finder(kept), known, readCopy);
  expect(await all(words())).toMatchObject({ same: 3, differing: [], otherReader: 0 });
  expect(await all(null)).toMatchObject({ same: 1, differing: [], otherReader: 2 });
  expect(await all(words('2'))).toMatchObject({ same: 2, differing: [], otherReader: 1 });
  const forged = async (bytes: Uint8Array<ArrayBuffer>): ReturnType<ReadCopy> => {
    const read = await words()(bytes, null, URL_1);
    return read && { ...read, markdown: 'Other words.' };
  };
  expect((await all(forged)).differing.map(({ id }) => id)).toEqual([`${ID}/text`]);

  expect((await rereadAll(kept.events, finder(kept), acmeReader(2))).map(({ head }) => head.route)).toEqual(['chat']);
  const again = await rereadAll(kept.events, finder(kept), acmeReader(2), words('2'));
  const written = rereadSession(kept.log, kept.events, again, { identity, recorded: minute(9) });
  const artifacts = new Map(again.flatMap((each) => [...each.artifacts]));
  keep(kept, written, artifacts);
  expect(pageOf(kept)?.text?.body).toMatchObject({ tool: { version: '2' } });
  expect(readLog(kept.lines).faults).toEqual([]);
});
