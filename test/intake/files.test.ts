import { describe, expect, test } from 'vitest';
import { compareReread } from '../../src/intake/compare-reread';
import { type FileNote, writeNote } from '../../src/intake/file-note';
import { judgeFile } from '../../src/intake/judge-file';
import { record } from '../../src/intake/record';
import { rereadAll, rereadSession } from '../../src/intake/reread-session';
import { readerName } from '../../src/intake/take';
import { takeFile } from '../../src/intake/take-file';
import { utf8 } from '../../src/lib/bytes';
import { artifactName, sha256Hex } from '../../src/lib/hash';
import { readLog } from '../../src/model/chain';
import type { Event } from '../../src/model/event';
import { viewOf } from '../../src/projection/view';
import { FILE_ROUTE } from '../../src/providers/kit/file-route';
import { sniff } from '../../src/raw/sniff';
import { onePixel } from '../sites/picture';
import { acmeReader, chat, empty, finder, identity, into, type Kept, keep, recorder } from './acme';

const POINTER = 'file://f1';
const note = (changes: Partial<FileNote> = {}): FileNote => ({
  session: 'c1',
  pointer: POINTER,
  name: 'plot.png',
  places: [{ id: 'acme:m1/f1', thread: 'root', parents: ['acme:m1'], native: 'm1' }],
  claims: null,
  outcome: 'kept',
  came: null,
  preview: false,
  ...changes,
});
const PNG = new Uint8Array(onePixel(1, 2, 3));
const minute = (n: number): string => `2026-03-01T10:${String(n).padStart(2, '0')}:00.000Z`;

const taken = (asked: FileNote, body: Uint8Array<ArrayBuffer>, { at = minute(1), reader = acmeReader() } = {}) =>
  takeFile(
    {
      head: {
        site: 'acme',
        origin: 'https://chat.acme.example',
        route: FILE_ROUTE,
        method: 'GET',
        address: 'https://chat.acme.example/bytes?id=f1&token=s3cr3t',
        status: 200,
        type: 'image/png',
        at,
        capture: 'asked',
        form: 'read',
      },
      body,
      request: writeNote(asked),
    },
    reader,
    minute(0),
  );

async function fetched(kept: Kept, asked: FileNote, body: Uint8Array<ArrayBuffer>, at = minute(1)): Promise<Event[]> {
  const each = await taken(asked, body, { at });
  return keep(kept, record(kept.log, each, identity, recorder), each.artifacts).lines.map(({ event }) => event);
}

const none = new Uint8Array();

/** A log with the message that names the file. */
async function withMessage(): Promise<Kept> {
  const kept = empty();
  await into(kept, chat([{ id: 'm1', text: 'Look.' }]));
  return kept;
}

const current = (kept: Kept): Event | undefined => viewOf(kept.events).current.get('acme:m1/f1');

describe('a file that came', () => {
  test('is an artifact under the id of its gap, and its bytes are its frame’s one piece', async () => {
    const kept = await withMessage();
    const [event, ...others] = await fetched(kept, note(), PNG);
    expect(others).toEqual([]);
    const artifact = artifactName(sha256Hex(PNG));
    expect(event).toMatchObject({
      id: 'acme:m1/f1',
      kind: 'artifact',
      parents: ['acme:m1'],
      actor: { kind: 'provider' },
      body: { artifact, name: 'plot.png', mime: 'image/png', bytes: PNG.length, role: 'file', pointer: POINTER },
      source: { capture: 'asked', form: 'read', reader: 'acme@1', raw: [{ artifact, bytes: [0, PNG.length] }] },
    });
    const frame = kept.artifacts.get(event?.source.raw[0]?.frame.slice(7) ?? '');
    expect(JSON.parse(Buffer.from(frame ?? none).toString())).toMatchObject({
      exchange: { route: 'file', address: 'https://chat.acme.example/bytes?id=f1&token=[masked:token]' },
      masks: [{ rule: 'token', count: 1 }],
      whole: { sha256: sha256Hex(PNG), bytes: PNG.length },
      pieces: [{ slice: artifact, bytes: PNG.length }],
    });
    expect(kept.artifacts.get(sha256Hex(PNG))).toEqual(PNG);
    expect(readLog(kept.lines).faults).toEqual([]);
  });

  test('is not masked, and is no conversation, whatever it looks like', async () => {
    const kept = await withMessage();
    const body = utf8(JSON.stringify(chat([{ id: 'm9', text: 'From a file' }], { token: 's3cr3t' })));
    await fetched(kept, note({ name: 'export.json' }), body);
    expect([...viewOf(kept.events).current.keys()].filter((id) => id.includes('m9'))).toEqual([]);
    expect(kept.artifacts.get(sha256Hex(body))).toEqual(body);
    const again = await rereadAll(kept.events, finder(kept), acmeReader(2));
    expect(
      again.flatMap(({ outcome }) => (outcome.kind === 'session' ? outcome.observations : [])).map(({ id }) => id),
    ).toEqual(['acme:m1', 'acme:m1/f1']);
  });

  test('says what was claimed of it where that is otherwise', async () => {
    const kept = await withMessage();
    const claims = { name: 'other.gif', type: 'image/gif; q=1', bytes: 3_000_000_000 };
    const [event] = await fetched(kept, note({ claims, name: null }), PNG);
    expect(event?.body).toMatchObject({
      name: 'other.gif',
      mime: 'image/png',
      bytes: PNG.length,
      claimed: { mime: 'image/gif', bytes: 3_000_000_000 },
    });
  });

  test('that is empty, as the site says, is a file', async () => {
    const kept = await withMessage();
    const [event] = await fetched(kept, note({ claims: { name: null, type: null, bytes: 0 } }), none);
    expect(event).toMatchObject({ kind: 'artifact', body: { bytes: 0 } });
    expect(kept.artifacts.has(sha256Hex(none))).toBe(true);
  });

  test('answers every place that names it, with one frame and its bytes once', async () => {
    const kept = await withMessage();
    const places = ['m1', 'm2', 'm3'].map((id) => ({
      id: `acme:${id}/f1`,
      thread: 'root',
      parents: ['acme:m1'],
      native: id,
    }));
    const events = await fetched(kept, note({ places }), PNG);
    expect(events.map(({ id }) => id)).toEqual(places.map(({ id }) => id));
    expect(new Set(events.map(({ source }) => source.raw[0]?.frame)).size).toBe(1);
  });

  test('a second time adds nothing', async () => {
    const kept = await withMessage();
    await fetched(kept, note(), PNG);
    expect(await fetched(kept, note(), PNG, minute(2))).toEqual([]);
  });
});

describe('a file that did not come', () => {
  test('is a newer gap, and the latest counts', async () => {
    const kept = await withMessage();
    const [gap] = await fetched(kept, note({ outcome: 'timed-out' }), none);
    expect(gap).toMatchObject({
      id: 'acme:m1/f1',
      kind: 'gap',
      at: { updated: minute(1) },
      body: { why: 'timed-out', what: { pointer: POINTER, name: 'plot.png' }, where: 'message', native: 'm1' },
    });
    await fetched(kept, note({ outcome: 'expired' }), none, minute(2));
    expect(current(kept)?.body).toMatchObject({ why: 'expired' });
    await fetched(kept, note({ outcome: 'timed-out' }), none, minute(3));
    expect(current(kept)?.body).toMatchObject({ why: 'timed-out' });
    expect(readLog(kept.lines).faults).toEqual([]);
  });

  test('and then came: the file counts, whatever is said later', async () => {
    const kept = await withMessage();
    await fetched(kept, note({ outcome: 'not-found' }), none);
    await fetched(kept, note(), PNG, minute(2));
    expect(await fetched(kept, note({ outcome: 'expired' }), none, minute(3))).toEqual([]);
    expect(current(kept)?.kind).toBe('artifact');
  });

  test('what came is the same in any order', async () => {
    const each = [
      (kept: Kept) => fetched(kept, note({ outcome: 'not-found' }), none, minute(1)),
      (kept: Kept) => fetched(kept, note({ outcome: 'timed-out' }), none, minute(2)),
      (kept: Kept) => fetched(kept, note({ outcome: 'expired' }), none, minute(3)),
    ];
    const ends = new Set<unknown>();
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
      [2, 0, 1],
    ]) {
      const kept = await withMessage();
      for (const n of order) await each[n]?.(kept);
      ends.add(JSON.stringify(current(kept)?.body));
    }
    expect([...ends]).toHaveLength(1);
    expect([...ends][0]).toContain('expired');
  });

  test('but a preview did: it hangs beside, and the gap stays', async () => {
    const kept = await withMessage();
    const events = await fetched(kept, note({ outcome: 'not-found', preview: true }), PNG);
    expect(events.map(({ id, kind }) => [id, kind])).toEqual([
      ['acme:m1/f1', 'gap'],
      ['acme:m1/f1/preview', 'artifact'],
    ]);
    expect(events[1]).toMatchObject({
      parents: ['acme:m1'],
      fidelity: 'derived',
      body: { role: 'preview', pointer: POINTER },
    });
  });
});

test('what is in the log follows again from what is kept, for this reader and for the next', async () => {
  const kept = await withMessage();
  await fetched(kept, note({ outcome: 'not-found', preview: true }), PNG);
  await fetched(kept, note({ outcome: 'expired' }), none, minute(2));
  await fetched(kept, note(), PNG, minute(3));
  const reader = acmeReader();
  const verdict = await compareReread(kept.events, finder(kept), (name) =>
    name === readerName(reader) ? reader : null,
  );
  expect(verdict).toMatchObject({ differing: [], withoutRaw: 0, otherReader: 0 });
  const again = await rereadAll(kept.events, finder(kept), acmeReader(2));
  const recorded = rereadSession(kept.log, kept.events, again, { identity, recorded: minute(9) });
  keep(kept, recorded, new Map());
  expect(current(kept)?.kind).toBe('artifact');
  expect(recorded.lines.map(({ event }) => event.kind)).not.toContain('gap');
});

test('a note that is none is drift, not a fault', async () => {
  for (const broken of ['', '{}', '[]', 'null', '{"session":"c","pointer":"p","outcome":"whatever"}']) {
    const each = await takeFile({ ...(await exchangeOf(broken)) }, acmeReader(), minute(0));
    expect(each.outcome).toMatchObject({ kind: 'drift' });
  }
});

const exchangeOf = async (request: string) => ({
  head: {
    site: 'acme',
    origin: null,
    route: FILE_ROUTE,
    method: 'GET',
    address: null,
    status: null,
    type: null,
    at: minute(1),
    capture: 'asked' as const,
    form: 'read' as const,
  },
  body: PNG,
  request: utf8(request),
});

describe('what came in the place of a file', () => {
  const judged = async (
    body: string | Uint8Array<ArrayBuffer>,
    type: string | null,
    changes: Partial<FileNote> = {},
  ) => {
    const bytes = typeof body === 'string' ? utf8(body) : body;
    const came = judgeFile({ note: note(changes), body: bytes, type, mime: (await sniff(bytes)).mime });
    return [came.note.outcome, came.note.came, came.body.length > 0];
  };
  const PAGE = '\n<!-- a wall -->\n<!DOCTYPE html><html><body>Sign in</body></html>';

  test('a page', async () => {
    expect(await judged(PAGE, 'text/html; charset=utf-8')).toEqual(['forbidden', 'page', false]);
    expect(await judged(PAGE, 'text/html', { name: 'report.pdf' })).toEqual(['forbidden', 'page', false]);
    expect(await judged(PAGE, 'text/html', { name: null })).toEqual(['forbidden', 'page', false]);
  });
  test('but a file that is a page is one', async () => {
    expect(await judged(PAGE, 'text/html', { name: 'site.html' })).toEqual(['kept', null, true]);
    expect(await judged(PAGE, 'application/octet-stream')).toEqual(['kept', null, true]);
    const claims = { name: null, type: 'text/html', bytes: null };
    expect(await judged(PAGE, 'text/html', { name: null, claims })).toEqual(['kept', null, true]);
  });
  test('an error', async () => {
    const error = '{"status":"error","error_code":"file_not_found"}';
    expect(await judged(error, 'application/json')).toEqual(['not-found', 'error', false]);
    expect(await judged(error, 'application/json', { name: 'log.json' })).toEqual(['kept', null, true]);
    expect(await judged('{"rows":[]}', 'application/json')).toEqual(['kept', null, true]);
  });
  test('nothing', async () => {
    expect(await judged('', 'image/png')).toEqual(['not-sent', 'nothing', false]);
    expect(await judged('', null, { claims: { name: null, type: null, bytes: 0 } })).toEqual(['kept', null, false]);
  });
  test('of a preview that is none only the gap is left', async () => {
    const preview = { outcome: 'not-found', preview: true } as const;
    expect(await judged(PAGE, 'text/html', preview)).toEqual(['not-found', null, false]);
    expect(await judged(PNG, 'image/png', preview)).toEqual(['not-found', null, true]);
  });
  test('a picture that is another kind of picture is kept', async () => {
    expect(await judged(PNG, 'image/jpeg')).toEqual(['kept', null, true]);
  });
  test('a picture with scripts is bytes', async () => {
    expect(await judged('<svg onload="alert(1)"/>', 'image/svg+xml', { name: 'a.svg' })).toEqual(['kept', null, true]);
  });
});
