import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { openArchive } from '../../src/archive/open';
import { verifyArchive } from '../../src/archive/verify';
import { blobSource } from '../../src/archive/zip/ports';
import { writePage } from '../../src/capture/sink/begin-page';
import { rereadKept } from '../../src/capture/sink/read-again';
import { settlePages } from '../../src/capture/sink/settle-page';
import { goOnWithPages } from '../../src/capture/watch/pages';
import type { ReadCopy } from '../../src/intake/page-reading';
import { clean } from '../../src/jobs/clean';
import { packSessions } from '../../src/jobs/export';
import { looseText, utf8 } from '../../src/lib/bytes';
import { sha256Hex } from '../../src/lib/hash';
import { readLog as checkLog } from '../../src/model/chain';
import type { Event } from '../../src/model/event';
import { sourcePageId } from '../../src/model/ids';
import { heldPages } from '../../src/projection/held-pages';
import { sourcePageOf } from '../../src/projection/source-pages';
import { viewOf } from '../../src/projection/view';
import { arePagesLeft, nextPages } from '../../src/store/read-pages';
import { listSessions, readArtifact, readLog } from '../../src/store/sessions';
import { servicesWith } from './browser-doors';
import { capture, chatgptRead } from './offer';

const TIDES = 'https://tides.example/tables';
const minute = (n: number): string => `2026-03-01T10:0${n}:00.000Z`;

const conversation = JSON.stringify({
  title: 'Tides',
  conversation_id: 'abc',
  current_node: 'm1',
  mapping: {
    root: { id: 'root', message: null, parent: null, children: ['m1'] },
    m1: {
      id: 'm1',
      parent: 'root',
      children: [],
      message: {
        id: 'm1',
        author: { role: 'assistant' },
        content: { content_type: 'text', parts: ['High water at nine.'] },
        metadata: {
          content_references: [
            { type: 'sources_footnote', sources: [{ title: 'Tides', url: TIDES, attribution: 'x' }] },
          ],
        },
      },
    },
  },
});

/** Tools of some version, which say it in the words they find; from the second on they find all words, too. */
const toolsOf = (version: number, broken = false) => {
  const tool = { name: 'words', version: String(version) };
  const readCopy: ReadCopy = async (bytes) => {
    if (broken) throw new Error('broken');
    const markdown = `${looseText(bytes)} (${version})\n`;
    const all = version > 1 ? { text: `${looseText(bytes)} and all`, tool } : null;
    return { title: null, byline: null, published: null, language: null, markdown, tool, all };
  };
  return { readCopy, tools: `words ${version}` };
};

async function withPages() {
  const { services, sink } = await servicesWith();
  await capture(sink, chatgptRead('abc', conversation));
  const row = (await listSessions(sink.db))[0];
  if (!row) throw new Error('no session');
  const view = async () => viewOf(((await readLog(sink.db, row.id)) ?? []).map((line) => JSON.parse(line) as Event));
  let copies = 0;
  const jobs = { ...services, startCopies: async () => void copies++ };
  return {
    ...{ sink, session: row.id, view },
    /** Whether the background would have pages read now. */
    async asks(): Promise<boolean> {
      const before = copies;
      await goOnWithPages(jobs);
      return copies > before;
    },
    async comes(text: string, at: string, reading = toolsOf(1)): Promise<void> {
      const record = {
        ...{ url: TIDES, method: 'fetch' as const, status: 200, started: at, finished: at, date: null },
        lastModified: null,
        ...{ etag: null, contentType: 'text/plain', contentLength: null, bytes: text.length, truncated: false },
      };
      const page = { id: sourcePageId(TIDES), parents: ['chatgpt:m1'] };
      const job = sink.newId();
      const task = { ...page, url: TIDES, outcome: null, tries: 1 };
      await sink.db.jobs.put({
        ...{ id: job, made: at, changed: at, state: 'running', lease: null, error: null, result: null },
        ...{ progress: { step: 'fetching', done: 0, total: 1 }, kind: 'pages', pages: [task] },
        ask: { session: row.id, giveBack: [] },
      });
      await writePage(sink, { kind: 'page', record, bytes: utf8(text) }, { session: row, job, number: 0, page });
      await settlePages(sink, reading);
    },
    async words(): Promise<string> {
      const text = sourcePageOf(await view(), TIDES)?.text;
      return looseText((text && (await readArtifact(sink.db, text.body.artifact.slice(7)))) ?? new Uint8Array());
    },
  };
}

test('other tools read every kept copy again, once, from its bytes', async () => {
  const at = await withPages();
  await at.comes('nine', minute(1));
  await at.comes('ten', minute(2));
  expect(await at.words()).toBe('ten (1)\n');
  expect(await at.asks()).toBe(false);
  const before = (await at.view()).log.length;

  await settlePages(at.sink, toolsOf(2));
  expect(await at.words()).toBe('ten (2)\n');
  const view = await at.view();
  expect(view.log.length).toBe(before + 4); // of two copies their words, and all that they say
  const copies = heldPages(view)(TIDES)?.copies ?? [];
  const said = await Promise.all(
    copies.flatMap(({ text, words }) => [text, words]).map((hash) => readArtifact(at.sink.db, hash ?? '')),
  );
  expect(said.map((each) => each && looseText(each))).toEqual([
    'nine (2)\n',
    'nine and all',
    'ten (2)\n',
    'ten and all',
  ]);
  expect(sourcePageOf(view, TIDES)).toMatchObject({ words: { body: { role: 'source-words' } }, earlier: [{}] });
  expect(checkLog((await readLog(at.sink.db, at.session)) ?? []).faults).toEqual([]);

  await settlePages(at.sink, toolsOf(2));
  expect((await at.view()).log.length).toBe(before + 4);
});

test('a session that the person has read again has its pages read again, too', async () => {
  const at = await withPages();
  await at.comes('nine', minute(1));
  expect(await nextPages(at.sink.db)).toBeNull();
  await rereadKept(at.sink, at.session);
  expect(await nextPages(at.sink.db)).toBe(at.session);
  expect(await at.asks()).toBe(true);
  const before = (await at.view()).log.length;
  await settlePages(at.sink, toolsOf(1));
  expect([await nextPages(at.sink.db), (await at.view()).log.length]).toEqual([null, before]);
});

test('tools that break leave the words as they were, and are not tried for ever', async () => {
  const at = await withPages();
  await at.comes('nine', minute(1));
  await settlePages(at.sink, toolsOf(2, true));
  expect(await at.words()).toBe('nine (1)\n');
  expect(await nextPages(at.sink.db)).toBeNull();
  await settlePages(at.sink, toolsOf(3));
  expect(await at.words()).toBe('nine (3)\n');
});

test('another release has its tools looked at, where pages are kept', async () => {
  const at = await withPages();
  expect(await arePagesLeft(at.sink.db, '9.9.9')).toBe(false);
  expect(await at.asks()).toBe(false);
  await at.comes('nine', minute(1));
  const { release } = await at.sink.about();
  expect(await arePagesLeft(at.sink.db, release)).toBe(false);
  expect(await arePagesLeft(at.sink.db, `${release}-next`)).toBe(false); // a manifest has the numbers alone
  expect(await arePagesLeft(at.sink.db, '9.9.9')).toBe(true);
});

test('a copy that the person let go of leaves its words, and other tools pass it over', async () => {
  const at = await withPages();
  await at.comes('nine', minute(1));
  const { db } = at.sink;
  const worker = { db, holder: 'page', now: () => Date.UTC(2026, 11, 1) };
  await clean(
    worker,
    () => crypto.randomUUID(),
    { what: 'pages' },
    () => undefined,
  );
  const view = await at.view();
  expect([...view.current.values()].find(({ id }) => id.includes('dropped.'))?.body).toMatchObject({
    why: 'dropped',
    what: { source: TIDES },
  });
  expect(await readArtifact(db, sha256Hex(utf8('nine')))).toBeNull();
  expect(await at.words()).toBe('nine (1)\n');
  await settlePages(at.sink, toolsOf(2));
  await rereadKept(at.sink, at.session);
  expect(await at.words()).toBe('nine (1)\n');
  expect((await at.view()).log).toHaveLength(view.log.length);
  const parts = { db, release: '0.1.0', progress: () => undefined, signal: new AbortController().signal };
  const { blob, lacking } = await packSessions({ sessions: [at.session] }, parts);
  expect(lacking).toBe(0);
  const archive = await openArchive(blobSource(blob));
  expect(archive.kind === 'archive' && (await verifyArchive(archive))).toMatchObject({ kind: 'sound', flaws: [] });
});
