import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/*
 * What must not outlive a run: folders and child processes. Both are let go when a test ends well; the handlers below
 * take what is left when the process ends in any other way.
 */
const folders = new Set<string>();
const children = new Set<ChildProcess>();

process.once('exit', sweep);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.once(signal, () => {
    sweep();
    process.exit(1);
  });
}

function sweep(): void {
  for (const child of children) child.kill('SIGKILL');
  for (const folder of folders) remove(folder);
}

/** A new folder under the system's temporary one, removed at the end of the process at the latest. */
export function temporaryFolder(purpose: string): string {
  const folder = mkdtempSync(join(tmpdir(), `valise-${purpose}-`));
  folders.add(folder);
  return folder;
}

/** Removes a folder with all it holds. A browser that is just ending may still write: it is tried several times. */
export function remove(folder: string): void {
  folders.delete(folder);
  rmSync(folder, { recursive: true, force: true, maxRetries: 8, retryDelay: 120 });
}

/** Remembers a child process until it has ended. */
export function guard(child: ChildProcess): ChildProcess {
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

/** Waits for a child's end, and ends it by force after some milliseconds. */
export async function ended(child: ChildProcess, patience: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), patience);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** A pause of some milliseconds. */
export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Asks again and again until the answer is neither null nor undefined nor false, and returns it. Throws a sentence with
 * `what` when the time is up, and the last error if asking itself failed.
 */
export async function until<R>(
  what: string,
  ask: () => Promise<R>,
  { within = 15_000, every = 50 } = {},
): Promise<Exclude<NonNullable<R>, false>> {
  const end = Date.now() + within;
  let failure: unknown;
  do {
    try {
      const answer = await ask();
      if (holds(answer)) return answer;
      failure = undefined;
    } catch (error) {
      failure = error; // a page on its way to another document answers with errors
    }
    await pause(every);
  } while (Date.now() < end);
  throw new Error(`waited ${within} ms in vain: ${what}`, { cause: failure });
}

const holds = <R>(answer: R): answer is Exclude<NonNullable<R>, false> =>
  answer !== null && answer !== undefined && answer !== false;
