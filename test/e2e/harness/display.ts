import { execFile, execFileSync, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { ended, guard, until } from './temporary';

const run = promisify(execFile);

/** A screen that nobody sees, for what a headless browser does not show: its own prompts. */
export interface Display {
  /** For a browser's environment. */
  readonly env: { readonly DISPLAY: string };
  /** Presses a key for whatever has the focus, as a keyboard would: `Tab`, `Return` … */
  key(name: string): Promise<void>;
  /** Types words into whatever has the focus. */
  type(words: string): Promise<void>;
  close(): Promise<void>;
}

/** True where the screen and the keyboard can be had (Debian: xvfb, xdotool). */
export const displayAvailable = (): boolean =>
  ['Xvfb', 'xdotool'].every((program) => {
    try {
      execFileSync('which', [program], { stdio: 'ignore' });
      return true;
    } catch {
      return false; // not there: an answer
    }
  });

/** Starts the screen on the first free number. */
export async function startDisplay(): Promise<Display> {
  const child = guard(
    spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    }),
  );
  let said = '';
  child.stdio[3]?.on('data', (piece) => {
    said += piece;
  });
  const number = await until('the number of the screen', async () => /^(\d+)\n/.exec(said)?.[1]);
  const env = { DISPLAY: `:${number}` };
  return {
    env,
    type: async (words) => void (await run('xdotool', ['type', words], { env: { ...process.env, ...env } })),
    key: async (name) => void (await run('xdotool', ['key', name], { env: { ...process.env, ...env } })),
    async close() {
      child.kill();
      await ended(child, 3000);
    },
  };
}
