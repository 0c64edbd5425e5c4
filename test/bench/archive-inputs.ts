import { identify, type Log, record, write } from '../../src/intake/record';
import { type Exchange, take } from '../../src/intake/take';
import { utf8 } from '../../src/lib/bytes';
import { artifactName, sha256Native } from '../../src/lib/hash';
import { FORMAT_VERSION, type Observation } from '../../src/model/event';
import { sessionEventId } from '../../src/model/ids';
import { chatgptReader } from '../../src/providers/chatgpt/read';
import { type Database, openDatabase } from '../../src/store/database';
import { keep } from '../../src/store/keep';
import { composed, noise, pageText } from './compose';

/** What is packed: pictures (stored), texts as cited pages give them (deflated), a conversation (a log, deflated). */
export type Kind = 'pictures' | 'texts' | 'conversation';

export const TIME = '2026-10-01T12:00:00.000Z';
const ORIGIN = 'https://chatgpt.com';
const SESSION = 'session';
const MIB = 1024 * 1024;

/** Nobody in particular records. */
export const RECORDER = { release: '0', browser: null, os: null, account: null, recorded: TIME };

type Bytes = Uint8Array<ArrayBuffer>;

/** A conversation as the site's own call gives it, on its way into the log. */
export const exchangeOf = (json: string, at = TIME): Exchange => ({
  head: {
    site: 'chatgpt',
    origin: ORIGIN,
    route: 'conversation',
    method: 'GET',
    address: `${ORIGIN}/backend-api/conversation/c1`,
    status: 200,
    type: 'application/json',
    at,
    capture: 'asked',
    form: 'read',
  },
  body: utf8(json),
  request: null,
});

interface Input {
  readonly json: string;
  readonly files: readonly Bytes[];
  /** Events of the person that name the files, so that an archive has to hold them. */
  events(names: readonly string[]): Observation[];
}

const INPUTS: Readonly<Record<Kind, () => Input>> = {
  pictures: () => ({
    json: composed('c1', 50_000),
    files: Array.from({ length: 48 }, (_, n) => noise(4 * MIB, n + 1)),
    events: (names) => names.map((name, n) => note(n, { artifact: name, name: `${n}.jpg`, role: 'attachment' })),
  }),
  texts: () => ({
    json: composed('c1', 50_000),
    files: [
      ...Array.from({ length: 1000 }, (_, n) => pageText(5_000, n + 1)),
      ...Array.from({ length: 24 }, (_, n) => pageText(MIB, n + 5_001)),
    ],
    events: (names) => [
      note(0, { artifact: names[0], name: 'pages', role: 'source', pages: names.map((snapshot) => ({ snapshot })) }),
    ],
  }),
  conversation: () => ({ json: composed('c1', 18_000_000), files: [], events: () => [] }),
};

/** Something the person added. */
const note = (n: number, body: object): Observation =>
  ({
    v: FORMAT_VERSION,
    id: sessionEventId('chatgpt', 'c1', 'artifact', String(n)),
    thread: 'root',
    parents: [],
    at: { occurred: null, updated: null },
    actor: { kind: 'user', name: null, model: null },
    kind: 'artifact',
    body,
    native: { id: null, node: null, type: null, parent: null },
    source: { platform: 'chatgpt', capture: 'user', form: 'note', reader: 'chatgpt@1', raw: [] },
    fidelity: 'exact',
    sealed: [],
  }) as Observation; // the members above are those of an artifact, whose body may hold more

/** Fills the extension's own database by the code that fills it when a chat is captured, and gives it. */
export async function filled(kind: Kind): Promise<{ readonly db: Database; readonly session: string }> {
  const { json, files, events } = INPUTS[kind]();
  const taken = await take(exchangeOf(json), chatgptReader, TIME);
  const identity = identify(taken, ORIGIN);
  if (!identity) throw new Error('the composed conversation was not read');
  const named = await Promise.all(files.map(async (bytes) => [await sha256Native(bytes), bytes] as const));
  const artifacts = new Map([...taken.artifacts, ...named]);
  const observations = events(named.map(([hash]) => artifactName(hash)));
  const db = await openDatabase();
  const kept = (merge: (log: Log) => ReturnType<typeof record>, of: ReadonlyMap<string, Bytes>) =>
    keep(db, {
      identity,
      newId: SESSION,
      artifacts: of,
      merge,
      outcome: () => null,
      reread: () => null,
      exchange: null,
    });
  await kept((log) => record(log, taken, identity, RECORDER), taken.artifacts);
  if (observations.length > 0) await kept((log) => write(log, observations, { artifacts }, TIME), artifacts);
  return { db, session: SESSION };
}
