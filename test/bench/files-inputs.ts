import { createCipheriv } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackSession } from '../../src/archive/pack';
import { writeNote } from '../../src/intake/file-note';
import { type Identity, identify, type Log, type Recorded, record } from '../../src/intake/record';
import { type Taken, take } from '../../src/intake/take';
import { takeFile } from '../../src/intake/take-file';
import { EMPTY } from '../../src/model/chain';
import { openLedger } from '../../src/model/ledger';
import { chatgptReader } from '../../src/providers/chatgpt/read';
import { FILE_ROUTE } from '../../src/providers/kit/file-route';
import { exchangeOf, RECORDER, TIME } from './archive-inputs';
import { composed } from './compose';

type Bytes = Uint8Array<ArrayBuffer>;

/** The nth file. */
export type FileOf = (n: number) => Bytes;

const ORIGIN = 'https://chatgpt.com';
const NATIVE = 'c1';

/** A picture of so many bytes: no codec makes it smaller, and each seed gives another. */
export function picture(bytes: number, seed: number): Bytes {
  const key = Buffer.alloc(16);
  key.writeUInt32LE(seed);
  const all = new Uint8Array(createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(bytes)));
  all.set([0xff, 0xd8, 0xff, 0xe0]); // begins as a photograph does
  return all;
}

/** A session on the disk: each artifact is a file, named by its hash. */
interface Keeping {
  readonly folder: string;
  readonly identity: Identity;
  log: Log;
  readonly lines: string[];
}

async function kept(keeping: Keeping, taken: Taken): Promise<Recorded> {
  const recorded = record(keeping.log, taken, keeping.identity, RECORDER);
  keeping.log = { ...keeping.log, tail: recorded.tail };
  for (const { line } of recorded.lines) keeping.lines.push(line);
  for (const hash of recorded.needs)
    await writeFile(join(keeping.folder, hash), taken.artifacts.get(hash) ?? new Uint8Array());
  return recorded;
}

/**
 * A conversation with so many files, made by the code that makes it when a chat and its files are captured. Their bytes
 * lie in `folder`; one file is in memory at a time.
 */
export async function writeSession(folder: string, count: number, fileOf: FileOf): Promise<PackSession> {
  await mkdir(folder, { recursive: true });
  const taken = await take(exchangeOf(composed(NATIVE, 5_000)), chatgptReader, TIME);
  const identity = identify(taken, ORIGIN);
  if (!identity) throw new Error('the composed conversation was not read');
  const keeping: Keeping = { folder, identity, log: { tail: EMPTY, ledger: openLedger([]) }, lines: [] };
  const { lines } = await kept(keeping, taken);
  const messages = lines.flatMap(({ event }) => (event.kind === 'message' ? event.id : []));
  for (let n = 0; n < count; n++) {
    const parents = [messages[n % messages.length] ?? ''];
    await kept(keeping, await takeFile(fileExchange(fileOf(n), n, parents), chatgptReader, TIME));
  }
  return { identity, containers: [], lines: keeping.lines };
}

function fileExchange(body: Bytes, n: number, parents: readonly string[]): Parameters<typeof takeFile>[0] {
  const pointer = `file-service://file-${String(n).padStart(6, '0')}`;
  return {
    head: {
      ...{ site: 'chatgpt', origin: ORIGIN, route: FILE_ROUTE, method: 'GET', status: 200, type: null },
      ...{ address: 'https://files.oaiusercontent.com/file', at: TIME, capture: 'asked', form: 'read' },
    },
    body,
    request: writeNote({
      ...{ session: NATIVE, pointer, name: `${n}`, claims: null, outcome: 'kept', came: null, preview: false },
      places: [{ id: `chatgpt:${NATIVE}/gap.${pointer}`, thread: 'root', parents, native: null }],
    }),
  };
}
