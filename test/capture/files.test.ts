import 'fake-indexeddb/auto';
import { afterAll, describe, expect, test } from 'vitest';
import { afterBrowserStart, afterTabClosed, tidy } from '../../src/capture/watch/tidy';
import { sha256Hex } from '../../src/lib/hash';
import { deleteSessions } from '../../src/store/forget';
import { addJob, newExport, newFiles, readyExports } from '../../src/store/jobs';
import { artifactsOf, listSessions, readArtifact } from '../../src/store/sessions';
import { changeSettings } from '../../src/store/settings';
import { answer, startServer } from './calling';
import { conversationWith, filesAt, outcomes, PNG, site, state } from './files-flow';
import { holds } from './offer';

const server = await startServer();
afterAll(() => server.close());
const { asked } = server;

const serve = (): void => {
  state.held = false;
  server.gives(site);
};

describe('files on request', () => {
  test('come into the log under the ids of their gaps, each with its word, and no secret stays', async () => {
    serve();
    const at = await filesAt(server.origin);
    await at.read(
      conversationWith('sediment://file_1', 'sediment://file_gone', 'https://web.example/a.png', 'odd://x'),
    );
    const id = await at.start();
    await at.settled();
    const job = await at.job(id);
    expect(job).toMatchObject({ state: 'done', result: { kept: 1, lacking: 1 }, progress: { done: 2, total: 2 } });
    expect(outcomes(job)).toEqual(['kept', 'not-found']);
    const current = await at.current();
    expect(current.find((event) => event.id === 'chatgpt:m1/file_1')).toMatchObject({
      kind: 'artifact',
      body: { name: 'file_1.png', mime: 'image/png', bytes: PNG.length, claimed: { bytes: 9 } },
      source: { capture: 'asked', reader: expect.stringMatching(/^chatgpt@/) },
    });
    expect(current.find((event) => event.id === 'chatgpt:m1/file_gone')).toMatchObject({
      kind: 'gap',
      body: { why: 'not-found', what: { pointer: 'sediment://file_gone' } },
    });
    const [session] = await listSessions(at.sink.db);
    expect(session?.counts.gaps).toBe(3);
    expect(Buffer.from((await readArtifact(at.sink.db, sha256Hex(PNG))) ?? []).equals(PNG)).toBe(true);
    expect(await holds(at.sink.db, 's3cr3t')).toEqual([]);
  });

  test('a page that has nothing to fetch them with is brought it, beside its relay', async () => {
    serve();
    const at = await filesAt(server.origin);
    await at.read(conversationWith('sediment://file_1'));
    at.seen.injected.length = 0;
    const able = at.listening;
    at.seen.relay = (message) => at.seen.injected.length === 2 && able(message as Parameters<typeof able>[0]);
    const id = await at.start();
    await at.settled();
    expect(at.seen.injected).toEqual(['relay chatgpt 7', 'files chatgpt 7']);
    expect(outcomes(await at.job(id))).toEqual(['kept']);
  });

  test('a second time only what is missing is asked for', async () => {
    serve();
    const at = await filesAt(server.origin);
    await at.read(conversationWith('sediment://file_1', 'sediment://file_gone'));
    await at.start();
    await at.settled();
    asked.length = 0;
    const before = (await listSessions(at.sink.db))[0]?.tail.seq ?? 0;
    const id = await at.start();
    await at.settled();
    expect(asked.every(({ url }) => url?.includes('file_gone'))).toBe(true);
    expect(outcomes(await at.job(id))).toEqual(['not-found']);
    // the same word at a later time: one line that says so
    expect((await listSessions(at.sink.db))[0]?.tail.seq).toBe(before + 1);
  });

  test('of several that are missing only those are asked for that the person means', async () => {
    serve();
    const at = await filesAt(server.origin);
    await at.read(conversationWith('sediment://file_1', 'sediment://file_2', 'sediment://file_gone'));
    const [session] = await listSessions(at.sink.db);
    const only = ['chatgpt:m1/file_2', 'chatgpt:m1/nothing'];
    const { job } = await at.handlers['files.start']({ session: session?.id ?? '', only }, { from: 'page-of-ours' });
    await at.settled();
    expect((await at.job(job)).files?.map(({ pointer, outcome }) => [pointer, outcome])).toEqual([
      ['sediment://file_2', 'kept'],
    ]);
  });

  test('one file in two places is fetched once, and its bytes are kept once', async () => {
    serve();
    const at = await filesAt(server.origin);
    await at.read(conversationWith('sediment://file_1', 'sediment://file_2', 'sediment://file_3'));
    await at.start();
    await at.settled();
    const [session] = await listSessions(at.sink.db);
    const stored = await artifactsOf(at.sink.db, session?.id ?? '');
    expect(stored.filter(({ hash }) => hash === sha256Hex(PNG))).toHaveLength(1);
    expect((await at.current()).filter(({ kind }) => kind === 'artifact')).toHaveLength(3);
  });

  test('what a limit leaves out is a gap, or is not asked for', async () => {
    serve();
    const at = await filesAt(server.origin);
    await changeSettings(at.sink.db, { largestFile: 100_000, mostFiles: 2 });
    await at.read(conversationWith('sediment://file_big', 'sediment://file_1', 'sediment://file_2'));
    const id = await at.start();
    await at.settled();
    expect(outcomes(await at.job(id))).toEqual(['too-large', 'kept', 'not-asked']);
    const gaps = (await at.current()).flatMap((event) =>
      event.kind === 'gap' && !event.body.always ? [event.body.why] : [],
    );
    expect(gaps).toEqual(['too-large', 'not-fetched']);
  });

  test('nothing to be fetched is done at once; a session that is not there is none', async () => {
    const at = await filesAt(server.origin);
    await at.read(conversationWith('https://web.example/a.png'));
    const id = await at.start();
    await at.settled();
    expect(await at.job(id)).toMatchObject({ state: 'done', files: [], result: { kept: 0, lacking: 0 } });
    expect(at.orders).toEqual([]);
  });

  test('signed out: it fails, and what is open can be tried again', async () => {
    server.gives(answer(401, {}));
    const at = await filesAt(server.origin);
    await at.read(conversationWith('sediment://file_1'));
    const id = await at.start();
    await at.settled();
    expect(await at.job(id)).toMatchObject({ state: 'failed', error: 'read-signed-out' });
    serve();
    const again = await at.start();
    await at.settled();
    expect(outcomes(await at.job(again))).toEqual(['kept']);
  });
});

describe('whoever dies', () => {
  test('the background, in the middle: what came stays, the rest is asked for again', async () => {
    serve();
    const at = await filesAt(server.origin);
    await at.read(conversationWith('sediment://file_1', 'sediment://file_2'));
    state.held = true;
    const id = await at.start();
    for (let n = 0; n < 200 && outcomes(await at.job(id))?.[1] !== 'kept'; n++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      await at.services.settler.run();
    }
    expect(outcomes(await at.job(id))).toEqual([null, 'kept']);
    await at.pageDies();
    serve();
    await afterBrowserStart(at.services);
    await at.settled();
    expect(at.orders.map(({ wanted }) => wanted.map(({ number }) => number))).toEqual([[0, 1], [0]]);
    expect(outcomes(await at.job(id))).toEqual(['kept', 'kept']);
  });

  test('no page is open: it waits for one', async () => {
    serve();
    const at = await filesAt(server.origin);
    await at.read(conversationWith('sediment://file_1'));
    at.seen.address = null;
    const id = await at.start();
    await at.settled();
    expect(await at.job(id)).toMatchObject({ state: 'waiting', progress: { step: 'awaiting-page' } });
    at.seen.address = 'https://chatgpt.com/';
    await tidy(at.services);
    await at.settled();
    expect(outcomes(await at.job(id))).toEqual(['kept']);
  });

  test('the tab: another page of the site goes on', async () => {
    serve();
    const at = await filesAt(server.origin);
    await at.read(conversationWith('sediment://file_1'));
    at.seen.relay = () => true; // takes the order, and is never heard again
    const id = await at.start();
    for (let n = 0; n < 50 && (await at.job(id)).state !== 'running'; n++) await new Promise((r) => setTimeout(r, 5));
    expect(await at.job(id)).toMatchObject({ state: 'running' });
    at.seen.relay = at.listening;
    await afterTabClosed(at.services, 7);
    await at.settled();
    expect(outcomes(await at.job(id))).toEqual(['kept']);
  });

  test('a page that never says what became of a file is not asked for ever', async () => {
    const at = await filesAt(server.origin);
    await at.read(conversationWith('sediment://file_1'));
    at.seen.relay = () => true;
    const id = await at.start();
    for (let n = 0; n < 8; n++) await afterTabClosed(at.services, 7);
    expect(outcomes(await at.job(id))).toEqual(['timed-out']);
  });

  test('the session was deleted meanwhile: it does not come back', async () => {
    serve();
    const at = await filesAt(server.origin);
    const session = await at.read(conversationWith('sediment://file_1'));
    state.held = true;
    await at.start();
    await deleteSessions(at.sink.db, [session?.id ?? ''], '2026-11-01T00:00:00.000Z');
    await at.pageDies();
    await at.settled();
    expect(await listSessions(at.sink.db)).toEqual([]);
    expect(await at.open()).toEqual([]);
  });
});

test('an export that was asked for with the read waits for the files', async () => {
  serve();
  const at = await filesAt(server.origin);
  const session = await at.read(conversationWith('sediment://file_1'));
  const files = newFiles(
    crypto.randomUUID(),
    { session: session?.id ?? '', tab: 7, again: false },
    '2026-11-01T00:00:00.000Z',
  );
  await addJob(at.sink.db, files);
  await addJob(at.sink.db, newExport(crypto.randomUUID(), { sessions: [session?.id ?? ''] }, files.made));
  expect(await readyExports(at.sink.db)).toEqual([]);
  await tidy(at.services);
  await at.settled();
  expect(outcomes(await at.job(files.id))).toEqual(['kept']);
  expect(await readyExports(at.sink.db)).toHaveLength(1);
  await tidy(at.services);
  expect(at.exports()).toBeGreaterThan(0);
});

test('so does one that is asked for while files are on their way, but not where no page is open to give them', async () => {
  serve();
  const at = await filesAt(server.origin);
  const session = await at.read(conversationWith('sediment://file_1'));
  state.held = true;
  await at.start();
  const pack = newExport(crypto.randomUUID(), { sessions: [session?.id ?? ''] }, '2026-11-01T00:00:00.000Z');
  await addJob(at.sink.db, pack);
  for (let n = 0; n < 100 && at.orders.length === 0; n++) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(await readyExports(at.sink.db)).toEqual([]);
  at.seen.address = null;
  await at.pageDies();
  await afterTabClosed(at.services, 7);
  await at.settled();
  expect((await readyExports(at.sink.db)).map(({ id }) => id)).toEqual([pack.id]);
  expect(at.exports()).toBeGreaterThan(0);
});

test('a person who wants no files at capture gets none, and can still ask', async () => {
  serve();
  const at = await filesAt(server.origin);
  await changeSettings(at.sink.db, { files: false });
  const session = await at.read(conversationWith('sediment://file_1'));
  await addJob(
    at.sink.db,
    newFiles(crypto.randomUUID(), { session: session?.id ?? '', tab: 7, again: false }, '2026-11-01T00:00:00.000Z'),
  );
  await tidy(at.services);
  await at.settled();
  expect(at.orders).toEqual([]);
  const id = await at.start();
  await at.settled();
  expect(outcomes(await at.job(id))).toEqual(['kept']);
});
