import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BlobReader, configure, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jszipWriter } from '../../../src/archive/zip/jszip-writer';
import { memorySink, memorySource } from '../../../src/archive/zip/ports';
import { openZip } from '../../../src/archive/zip/reader';
import { streamWriter } from '../../../src/archive/zip/stream-writer';
import { writeZip } from '../../../src/archive/zip/write';
import { compareBytes } from '../../../src/lib/bytes';
import { mixed, prose } from './samples';

const PYTHON = 'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip(), len(z.namelist()))';
const TOOLS: Record<string, { command: string; ask: string[]; args: string[]; says: RegExp }> = {
  unzip: { command: 'unzip', ask: ['-v'], args: ['-t'], says: /No errors detected/ },
  '7z': { command: '7z', ask: ['i'], args: ['t'], says: /Everything is Ok/ },
  'Python zipfile': { command: 'python3', ask: ['--version'], args: ['-c', PYTHON], says: /^None 11/ },
};

function answer(command: string, args: readonly string[]): string | null {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return null; // not installed, or not content: the test says which
  }
}

/** Programs with which a person may have packed the folder of an archive again. */
const PACKERS: Record<string, { command: string; ask: string[]; args: string[] }> = {
  zip: { command: 'zip', ask: ['-v'], args: ['-qr'] },
  '7z': { command: '7z', ask: ['i'], args: ['a', '-bso0'] },
  'Python shutil': {
    command: 'python3',
    ask: ['--version'],
    args: ['-c', 'import shutil, sys; shutil.make_archive(sys.argv[1][:-4], "zip", ".", sys.argv[2])'],
  },
};

const folder = mkdtempSync(join(tmpdir(), 'zip-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(Object.entries({ jszip: jszipWriter, stream: streamWriter }))(
  'a zip of the %s writer',
  (name, writer) => {
    const path = join(folder, `${name}.zip`);
    let zip: Uint8Array<ArrayBuffer>;
    beforeAll(async () => {
      const sink = memorySink();
      await writeZip(mixed(), sink, { writer });
      zip = sink.bytes();
      writeFileSync(path, zip);
    });

    for (const [tool, { command, ask, args, says }] of Object.entries(TOOLS)) {
      const missing = answer(command, ask) === null;
      test.skipIf(missing)(missing ? `${tool}: not installed, not asked` : `passes ${tool}`, () => {
        expect(answer(command, [...args, path])).toMatch(says);
      });
    }

    test('is read by zip.js, which checks signatures and overlaps', async () => {
      configure({ useWebWorkers: false });
      const reader = new ZipReader(new BlobReader(new Blob([zip])), {
        checkSignature: true,
        checkOverlappingEntry: true,
      });
      const found = new Map<string, Uint8Array>();
      for (const entry of await reader.getEntries()) {
        if (!entry.directory) found.set(entry.filename, await entry.getData(new Uint8ArrayWriter()));
      }
      await reader.close();
      expect(found.size).toBe(mixed().length);
      for (const entry of mixed()) {
        expect(compareBytes(found.get(entry.path) ?? new Uint8Array(), await entry.bytes())).toBe(0);
      }
    });
  },
);

describe('an archive that was unpacked and packed again', () => {
  for (const [tool, { command, ask, args }] of Object.entries(PACKERS)) {
    const missing = answer(command, ask) === null;
    test.skipIf(missing)(missing ? `${tool}: not installed, not asked` : `by ${tool} is read`, async () => {
      mkdirSync(join(folder, 'bag', 'data'), { recursive: true });
      writeFileSync(join(folder, 'bag', 'data', 'log.txt'), prose(9000));
      const path = join(folder, `${command}.zip`);
      execFileSync(command, [...args, path, 'bag'], { cwd: folder });
      const opened = await openZip(memorySource(readFileSync(path)), 'archive');
      if (opened.kind === 'refused') throw new Error(opened.rule);
      expect([...opened.entries.keys()]).toEqual(['bag/data/log.txt']);
      expect(Buffer.from((await opened.entries.get('bag/data/log.txt')?.read()) ?? []).toString()).toBe(prose(9000));
    });
  }
});
