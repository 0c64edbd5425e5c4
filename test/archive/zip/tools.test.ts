import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BlobReader, configure, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jszipWriter } from '../../../src/archive/zip/jszip-writer';
import { memorySink } from '../../../src/archive/zip/ports';
import { streamWriter } from '../../../src/archive/zip/stream-writer';
import { writeZip } from '../../../src/archive/zip/write';
import { compareBytes } from '../../../src/lib/bytes';
import { mixed } from './samples';

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
