import { basename } from 'node:path';
import { expect, test } from 'vitest';
import type { OpenedArchive } from '../../src/archive/open';
import { withArchive } from '../../src/cli/open-file';
import { outTo } from '../../src/cli/out';
import { textOf } from '../../src/lib/bytes';
import { faultsOf } from '../archive/pages/page-validator';
import { overSamples } from '../samples';
import { pack } from './run';

const FOLDERS = [
  ...['chatgpt/tree', 'chatgpt/stream', 'chatgpt/dom', 'chatgpt/export'],
  ...['claude/api', 'claude/viewer-samples', 'claude/stream', 'claude/dom', 'claude/export'],
];

async function check(archive: OpenedArchive): Promise<number> {
  const page = textOf((await archive.entries.get('index.html')?.read()) ?? new Uint8Array()) ?? '';
  expect(page).not.toBe('');
  expect((await faultsOf(page)).slice(0, 20)).toEqual([]);
  return 0;
}

for (const folder of FOLDERS)
  overSamples(`the pages of ${folder} are HTML as the standard has it`, folder, (paths) => {
    for (const path of paths.filter((each) => !/\.expected\.|\.md$/.test(each)))
      test(basename(path), async ({ skip }) => {
        const { code, zip } = await pack([path]);
        if (code !== 0) skip('it cannot be packed');
        const out = outTo({ result: () => undefined, complaint: () => undefined }, false);
        expect(await withArchive(zip, out, check)).toBe(0);
      });
  });
