import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { begin, chunk, end, type Offerer } from '../../src/capture/sink/receive';
import type { Sink } from '../../src/capture/sink/sink';
import { base64, utf8 } from '../../src/lib/bytes';
import type { Asked } from '../../src/messages/contract';
import { addJob, newExport } from '../../src/store/jobs';
import { changeSettings } from '../../src/store/settings';
import { MOST_EXCHANGES } from '../../src/store/waiting';
import { everything, headOf, newDatabase, PRACTICE, sinkOver } from './offer';

const ID = '0b5e7d10-3c2a-4f6e-9a41-000000000001';
const AT = '2026-03-01T10:00:00.000Z';

const newSink = async (): Promise<Sink> => sinkOver(await newDatabase());
const offered = async (changes: Partial<Asked<'capture.begin'>['head']>, from: Offerer = PRACTICE): Promise<boolean> =>
  begin(await newSink(), { id: `${ID}.1`, head: headOf(changes), request: null }, from);

describe('what is taken on', () => {
  test('an exchange that a route of the site names', async () => {
    expect(await offered({})).toBe(true);
  });

  test.each([
    ['of a route that does not exist', { route: 'settings' }],
    ['whose address is another route’s', { address: `${PRACTICE.origin}/api/account` }],
    ['whose method is another', { method: 'POST' }],
    ['of another origin than its page', { address: 'http://127.0.0.1:41974/api/chats/bread' }],
    ['whose address is none', { address: 'javascript:1' }],
    ['that claims a job nobody began', { job: '0b5e7d10-3c2a-4f6e-9a41-0000000000ff' }],
  ])('none %s', async (_, changes) => {
    expect(await offered(changes)).toBe(false);
  });

  test('none of a port that is not the site’s: match patterns know no ports', async () => {
    const origin = 'http://127.0.0.1:8080';
    const changes = { address: `${origin}/api/chats/bread`, page: `${origin}/chat/bread` };
    expect(await offered(changes, { ...PRACTICE, origin })).toBe(false);
  });

  test('nothing heard where the person only asked for a read', async () => {
    expect(await offered({}, { ...PRACTICE, granted: false })).toBe(false);
  });

  test('nothing heard of a site that is paused', async () => {
    const sink = await newSink();
    await changeSettings(sink.db, { paused: ['practice'] });
    expect(await begin(sink, { id: `${ID}.1`, head: headOf(), request: null }, PRACTICE)).toBe(false);
  });

  test('no more at once than a page can have use for', async () => {
    const sink = await newSink();
    for (let n = 0; n < MOST_EXCHANGES; n++)
      expect(await begin(sink, { id: `${ID}.${n}`, head: headOf(), request: null }, PRACTICE)).toBe(true);
    expect(await begin(sink, { id: `${ID}.999`, head: headOf(), request: null }, PRACTICE)).toBe(false);
    const { tab, site, origin } = PRACTICE;
    const ask = { tab, site, origin, conversation: 'bread', pack: false };
    const waits = newExport('0b5e7d10-3c2a-4f6e-9a41-0000000000aa', { sessions: [] }, AT);
    await addJob(sink.db, { ...waits, kind: 'read', ask, result: null });
    expect(await begin(sink, { id: `${ID}.1000`, head: headOf({ job: waits.id }), request: null }, PRACTICE)).toBe(
      true,
    );
  });
});

describe('pieces', () => {
  const opened = async (): Promise<Sink> => {
    const sink = await newSink();
    await begin(sink, { id: `${ID}.1`, head: headOf(), request: null }, PRACTICE);
    return sink;
  };
  const piece = (sink: Sink, number: number, text: string, from: Offerer = PRACTICE) =>
    chunk(sink, { id: `${ID}.1`, number, bytes: base64(utf8(text)) }, from);
  const close = (sink: Sink, chunks: number, from: Offerer = PRACTICE) =>
    end(sink, { id: `${ID}.1`, chunks, whole: true, page: headOf().page }, from);

  test('that are told twice, since the background died in between, count once', async () => {
    const sink = await opened();
    expect([await piece(sink, 0, 'a'), await piece(sink, 0, 'a'), await piece(sink, 1, 'b')]).toEqual([
      true,
      true,
      true,
    ]);
    expect(await close(sink, 2)).toMatchObject({ state: 'whole', chunks: 2, bytes: 2 });
    const { chunks } = await everything(sink.db);
    expect(chunks).toHaveLength(2);
  });

  test('one of which never came make the exchange cut', async () => {
    const sink = await opened();
    await piece(sink, 0, 'a');
    expect(await piece(sink, 2, 'c')).toBe(false);
    expect(await close(sink, 3)).toMatchObject({ state: 'cut', chunks: 1 });
  });

  test('from another tab are refused, and so is its end', async () => {
    const sink = await opened();
    const other = { ...PRACTICE, tab: 99 };
    expect(await piece(sink, 0, 'a', other)).toBe(false);
    expect(await close(sink, 0, other)).toBeNull();
    expect((await everything(sink.db)).exchanges).toMatchObject([{ state: 'open', chunks: 0 }]);
  });

  test('after the end are refused', async () => {
    const sink = await opened();
    await close(sink, 0);
    expect(await piece(sink, 0, 'late')).toBe(false);
  });

  test('a page that says it is elsewhere is taken to be at its origin', async () => {
    const sink = await opened();
    const ended = await end(sink, { id: `${ID}.1`, chunks: 0, whole: true, page: 'https://chatgpt.com/c/x' }, PRACTICE);
    expect(ended?.page).toBe(`${PRACTICE.origin}/`);
  });
});
