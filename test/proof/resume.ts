import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resultOf, targets } from '../../src/handoff/targets';
import { base64 } from '../../src/lib/bytes';
import { isObject } from '../../src/lib/json';
import { bare, withPicture } from '../handoff/to/carried';
import { PICTURE } from '../handoff/to/wild';
import type { Client } from './clients';
import { ANSWER, modelServer } from './model-server';
import type { Case } from './sessions';

/** What came of it; `missing` and `leaked` are what was to be sent and was not, and the other way round. */
export interface Verdict {
  readonly code: number | null;
  readonly answered: boolean;
  readonly missing: readonly string[];
  readonly leaked: readonly string[];
  readonly picture: boolean;
  readonly seconds: number;
  /** The last words of a client that did not answer. */
  readonly said: string;
}

/** Lets a client go on with our file of a session, and looks at what its model was sent. */
export async function resume(client: Client, program: readonly string[], session: Case): Promise<Verdict> {
  const target = targets.find(({ name }) => name === client.target);
  if (!target) throw new Error(`there is no target ${client.target}`);
  const built = target.build(session.view, withPicture);
  const [fault] = resultOf(session.view, target, built).faults;
  if (fault) throw new Error(fault);
  const server = await modelServer();
  const home = mkdtempSync(join(tmpdir(), 'valise-proof-'));
  const began = Date.now();
  try {
    const path = join(home, target.file);
    writeFileSync(path, built.text);
    const { code, out, err } = await client.resume(program, { home, url: server.url, session: path });
    const sent = stringsIn(server.asked.at(-1));
    const all = bare(sent.join('\n'));
    const answered = out.includes(ANSWER);
    return {
      ...{ code, answered, seconds: Math.round((Date.now() - began) / 100) / 10 },
      missing: session.expect.filter((words) => !all.includes(words)),
      leaked: session.forbid.filter((words) => all.includes(bare(words))),
      picture: sent.some((text) => text.includes(base64(PICTURE))),
      said: answered ? '' : `${out.slice(-200)} ${err.slice(-400)}`,
    };
  } finally {
    await server.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Every text in a request, and in texts that are JSON themselves. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value, ...(/^[[{]/.test(value) ? stringsIn(parsed(value)) : [])];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return isObject(value) ? Object.values(value).flatMap(stringsIn) : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // words that begin as JSON does
  }
}
