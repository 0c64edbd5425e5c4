import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { begin, chunk } from '../../src/capture/sink/receive';
import type { Sink } from '../../src/capture/sink/sink';
import { base64 } from '../../src/lib/bytes';
import { addJob, newExport } from '../../src/store/jobs';
import { readJournal } from '../../src/store/journal';
import type { ExchangeRow } from '../../src/store/rows';
import { MOST_EXCHANGES, MOST_OF_ALL, MOST_OF_TAB } from '../../src/store/waiting';
import { aroundOf, caredFor } from '../store/cared';
import { capture, headOf, newDatabase, PRACTICE, practiceRead, sinkOver } from './offer';
import { chat } from './talk';

const PAGE = '0b5e7d10-3c2a-4f6e-9a41-3f0d5c6b7a89';
const JOB = '0b5e7d10-3c2a-4f6e-9a41-0000000000aa';
const MIB = 1024 * 1024;

const at = (number: number): string => `${PAGE}.${number}`;
const opened = (
  sink: Sink,
  number: number,
  { tab = 7, job = null as string | null, request = null as string | null } = {},
) => begin(sink, { id: at(number), head: headOf({ job }), request }, { ...PRACTICE, tab });
const told = (sink: Sink, number: number, tab = 7, size = 1000) =>
  chunk(sink, { id: at(number), number: 0, bytes: base64(new Uint8Array(size)) }, { ...PRACTICE, tab });
const ids = async (sink: Sink): Promise<string[]> => (await sink.db.exchanges.toArray()).map(({ id }) => id).sort();
const dropped = async (sink: Sink) =>
  (await readJournal(sink.db)).map(({ what, site, detail }) => [what, site, detail]);

/** An exchange that has brought so many bytes: the row says so, and that is what is counted. */
async function grown(sink: Sink, number: number, tab: number, bytes: number): Promise<void> {
  await opened(sink, number, { tab });
  const row = (await sink.db.exchanges.get(at(number))) as ExchangeRow;
  await sink.db.exchanges.put({ ...row, bytes });
}

const asking = async (sink: Sink): Promise<void> => {
  const { tab, site, origin } = PRACTICE;
  const ask = { tab, site, origin, conversation: 'bread', pack: false };
  const waits = newExport(JOB, { sessions: [] }, '2026-11-01T00:00:00.000Z');
  await addJob(sink.db, { ...waits, kind: 'read', ask, result: null });
};

describe('what a page may have us keep before it is read', () => {
  test('one tab has its share, all its exchanges together; more is dropped, and the journal says so', async () => {
    const sink = sinkOver(await newDatabase());
    await grown(sink, 1, 7, MOST_OF_TAB - 2000);
    await opened(sink, 2);
    expect(await told(sink, 2, 7, 2000)).toBe(true);
    await opened(sink, 3);
    expect(await told(sink, 3, 7, 1)).toBe(false);
    expect(await ids(sink)).toEqual([at(1), at(2)]);
    expect(
      await sink.db.chunks
        .where('[exchange+number]')
        .between([at(3), 0], [at(3), 9])
        .count(),
    ).toBe(0);
    expect(await dropped(sink)).toEqual([['dropped', 'practice', 'too-much']]);
    // another tab is not made to pay for it
    await opened(sink, 4, { tab: 8 });
    expect(await told(sink, 4, 8)).toBe(true);
  });

  test('requests count: they are kept as well', async () => {
    const sink = sinkOver(await newDatabase());
    await grown(sink, 1, 7, MOST_OF_TAB - 2000);
    expect(await opened(sink, 2, { request: base64(new Uint8Array(3000)) })).toBe(false);
    expect(await opened(sink, 3, { request: base64(new Uint8Array(1000)) })).toBe(true);
    expect(await dropped(sink)).toEqual([['dropped', 'practice', 'too-much']]);
  });

  test('all tabs together have theirs', async () => {
    const sink = sinkOver(await newDatabase());
    await grown(sink, 1, 7, MOST_OF_TAB - 500);
    await grown(sink, 2, 8, MOST_OF_ALL - MOST_OF_TAB - 500);
    await opened(sink, 3, { tab: 9 });
    expect(await told(sink, 3, 9, 1001)).toBe(false);
    await opened(sink, 4, { tab: 9 });
    expect(await told(sink, 4, 9, 1000)).toBe(true);
  });

  test('and never more than a quarter of what the disk has left', async () => {
    const around = aroundOf({ free: 200 * MIB });
    const sink = sinkOver(await caredFor(around));
    await grown(sink, 1, 7, 50 * MIB - 1000);
    await opened(sink, 2);
    expect(await told(sink, 2, 7, 1001)).toBe(false);
    await opened(sink, 3);
    expect(await told(sink, 3, 7, 1000)).toBe(true);
  });

  test('what the person asked for is not kept out by it, nor counted', async () => {
    const sink = sinkOver(await newDatabase());
    await asking(sink);
    await grown(sink, 1, 7, MOST_OF_TAB);
    expect(await opened(sink, 2, { job: JOB })).toBe(true);
    expect(await told(sink, 2, 7, 100_000)).toBe(true);
    await sink.db.exchanges.delete(at(1));
    const asked = (await sink.db.exchanges.get(at(2))) as ExchangeRow;
    await sink.db.exchanges.put({ ...asked, bytes: MOST_OF_ALL });
    await opened(sink, 3);
    expect(await told(sink, 3)).toBe(true);
  });

  test('a page that goes on and on fills neither the disk nor the journal', async () => {
    const start = Date.UTC(2026, 10, 1);
    let now = start;
    const sink = sinkOver(await newDatabase(), { now: () => now });
    for (let n = 0; n < MOST_EXCHANGES + 40; n++) await opened(sink, n);
    expect((await ids(sink)).length).toBe(MOST_EXCHANGES);
    expect(await dropped(sink)).toEqual([['dropped', 'practice', 'too-many']]);
    now = start + 61_000;
    await opened(sink, 999);
    expect(await dropped(sink)).toHaveLength(2);
  });
});

describe('an honest page', () => {
  test('brings a conversation of 18 MB and reads go on, with little more than the reserve on the disk', async () => {
    const sink = sinkOver(await caredFor(aroundOf({ free: 240 * MIB })));
    const long = 'a line of a long answer \u00e9\n'.repeat(180_000);
    const talk = chat('long', ['Tell me all', long, 'And more', long, 'More', long, 'More', long]);
    const read = practiceRead(talk, { piece: 4 * MIB });
    expect(JSON.stringify(talk).length).toBeGreaterThan(18 * MIB);
    expect(await capture(sink, read)).toMatchObject({ native: 'long', counts: { messages: 8 } });
    expect(await ids(sink)).toEqual([]);
  });
});
