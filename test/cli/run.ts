import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type ContinueArguments, continueCommand } from '../../src/cli/continue';
import { type Out, outTo } from '../../src/cli/out';
import { packCommand } from '../../src/cli/pack';
import { reportCommand } from '../../src/cli/report';
import { showCommand } from '../../src/cli/show';
import { verifyCommand } from '../../src/cli/verify';

/** What a command said, and its exit code. */
export interface Ran {
  readonly code: number;
  readonly said: string;
  readonly complained: string;
  /** The last line of complaints: which file, and why. */
  readonly last: string;
}

async function run(command: (out: Out) => Promise<number>): Promise<Ran> {
  const said: string[] = [];
  const complained: string[] = [];
  const lines = (list: string[]) => (text: string) => void list.push(text.replace(/\n$/, ''));
  const code = await command(outTo({ result: lines(said), complaint: lines(complained) }, false));
  return { code, said: said.join('\n'), complained: complained.join('\n'), last: complained.at(-1) ?? '' };
}

/** A folder that goes when the test ends. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'valise-cli-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** A file with a content: bytes or a text as they are, anything else as JSON. */
export function file(name: string, content: unknown, where = folder()): string {
  const path = join(where, name);
  const raw = typeof content === 'string' || content instanceof Uint8Array;
  writeFileSync(path, raw ? content : JSON.stringify(content));
  return path;
}

interface PackSaid {
  readonly site?: string;
  readonly only?: readonly string[];
  readonly at?: string;
}

/** `valise pack`; gives also the path it wrote to. */
export async function pack(
  files: readonly string[],
  args: PackSaid = {},
  zip = join(folder(), 'x.zip'),
): Promise<Ran & { zip: string }> {
  const ran = await run((out) => packCommand(files, { site: null, only: [], at: null, ...args, out: zip }, out));
  return { ...ran, zip };
}

export const verify = (zip: string, reread = false, json = false): Promise<Ran> =>
  run((out) => verifyCommand(zip, { json, reread }, out));
export const report = (zip: string, json = false): Promise<Ran> => run((out) => reportCommand(zip, { json }, out));
export const show = (zip: string, format: string, session: string | null = null): Promise<Ran> =>
  run((out) => showCommand(zip, { session, format }, out));

/** `valise continue`. */
export const carry = (
  zip: string,
  to: string,
  target = 'messages',
  args: Partial<ContinueArguments> = {},
): Promise<Ran> =>
  run((out) =>
    continueCommand(
      zip,
      { session: null, budget: null, branch: null, leaveOut: null, ...args, to: target, out: to },
      out,
    ),
  );
