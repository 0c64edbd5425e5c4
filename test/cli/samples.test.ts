import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { overSamples } from '../samples';
import { folder, pack, report, verify } from './run';

overSamples('every recorded ChatGPT tree', 'chatgpt/tree', (paths) => {
  test.each(paths.map((path) => [basename(path), path]))(
    '%s is packed, sound, reads the same again, and packs to the same bytes',
    async (_, path) => {
      const first = await pack([path]);
      expect(first).toMatchObject({ code: 0, complained: '' });
      const checked = await verify(first.zip, true);
      expect(checked).toMatchObject({ code: 0, complained: '' });
      expect(checked.said).toMatch(/^Sound: .* 0 different, 0 not read again/);
      expect((await report(first.zip)).code).toBe(0);
      const again = await pack([first.zip], {}, join(folder(), 'again.zip'));
      expect(again).toMatchObject({ code: 0, complained: '' });
      expect(readFileSync(again.zip).equals(readFileSync(first.zip))).toBe(true);
    },
  );
});
