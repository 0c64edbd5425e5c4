import { spawn } from 'node:child_process';

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs a program to its end, with nothing of this machine's environment but its paths. */
export function run(
  [program = '', ...args]: readonly string[],
  { env, cwd, limit = 120_000 }: { env: Readonly<Record<string, string>>; cwd: string; limit?: number },
): Promise<Ran> {
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd,
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, err]: [string[], string[]] = [[], []];
    const timer = setTimeout(() => child.kill(), limit);
    child.stdout.on('data', (piece: Buffer) => void out.push(String(piece)));
    child.stderr.on('data', (piece: Buffer) => void err.push(String(piece)));
    child.on('error', (error) => void err.push(error.message));
    child.on('close', (code) => {
      clearTimeout(timer);
      done({ code, out: out.join(''), err: err.join('') });
    });
  });
}
