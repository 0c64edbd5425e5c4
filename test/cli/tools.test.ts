import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { file, folder, pack } from './run';
import { chain, tree } from './trees';

const has = (program: string): boolean => spawnSync(program, ['--help']).error === undefined;

/** What a program says and how it ends. */
function run(program: string, args: readonly string[], cwd?: string): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', ...(cwd ? { cwd } : {}) });
  return { status, said: `${stdout}${stderr}` };
}

describe('ordinary tools verify an archive', () => {
  const archive = async (): Promise<string> => {
    const long = 'words that make a file of their own '.repeat(40_000);
    const ran = await pack([
      file('c.json', tree(chain(6, (index) => (index === 3 ? long : `Grüße aus dem Tal, ${index}`)))),
    ]);
    expect(ran.code).toBe(0);
    return ran.zip;
  };

  test.skipIf(!has('unzip'))('unzip -t, and both manifests by sha256sum -c (needs unzip)', async () => {
    const zip = await archive();
    expect(run('unzip', ['-t', zip])).toMatchObject({ status: 0, said: expect.stringContaining('No errors detected') });
    const where = folder();
    expect(run('unzip', ['-q', zip, '-d', where]).status).toBe(0);
    const [top = ''] = readdirSync(where);
    for (const manifest of ['manifest-sha256.txt', 'tagmanifest-sha256.txt']) {
      const { status, said } = run('sha256sum', ['-c', manifest], join(where, top));
      expect(status).toBe(0);
      expect(said).not.toMatch(/FAILED/);
    }
  });

  test.skipIf(!has('7z'))('7z t (needs 7z)', async () => {
    expect(run('7z', ['t', await archive()])).toMatchObject({
      status: 0,
      said: expect.stringContaining('Everything is Ok'),
    });
  });

  test.skipIf(!has('python3'))('Python’s zipfile (needs python3)', async () => {
    const code = 'import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).testzip())';
    expect(run('python3', ['-c', code, await archive()])).toEqual({ status: 0, said: 'None\n' });
  });
});
