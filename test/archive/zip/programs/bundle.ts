import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build, defaultClientConditions, type Rolldown } from 'vite';

/** A program of this folder with all it imports, as a single module that Node and browsers run. */
export const bundled = (program: string): Promise<string> => bundledFile(join(import.meta.dirname, `${program}.ts`));

/** The same of any file of ours. */
export async function bundledFile(entry: string): Promise<string> {
  const result = (await build({
    configFile: false,
    define: { __PRACTICE__: 'false' },
    logLevel: 'error',
    resolve: { conditions: ['worker', ...defaultClientConditions] }, // as the extension is built
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      lib: { entry, formats: ['es'], fileName: 'program' },
      rolldownOptions: { external: /^node:/ },
    },
  })) as Rolldown.RolldownOutput[];
  const [chunk] = result[0]?.output ?? [];
  if (chunk === undefined) throw new Error(`no bundle of ${entry}`);
  return chunk.code;
}

/** Runs a bundled program's `run` in a Node of its own and gives what it returned, and the most memory it had, in MB. */
export async function inNode(
  code: string,
  env: Readonly<Record<string, string>> = {},
  ...args: readonly unknown[]
): Promise<{ value: unknown; peak: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'zip-'));
  try {
    writeFileSync(join(folder, 'program.mjs'), code);
    writeFileSync(
      join(folder, 'main.mjs'),
      `import { readFileSync } from 'node:fs';
       import { run } from './program.mjs';
       const value = await run(...${JSON.stringify(args)});
       let peak = process.resourceUsage().maxRSS;
       // Linux counts the parent's memory at the start too; the process's own highest mark is here.
       try { peak = Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]); } catch {}
       console.log(JSON.stringify({ value, peak: peak / 1024 }));`,
    );
    const child = await promisify(execFile)(process.execPath, [join(folder, 'main.mjs')], {
      env: { ...process.env, ...env },
    });
    return JSON.parse(child.stdout) as { value: unknown; peak: number };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
