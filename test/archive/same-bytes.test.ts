import { beforeAll, describe, expect, test } from 'vitest';
import { bundled, inNode } from './zip/programs/bundle';
import { run } from './zip/programs/pack-twice';

describe('the same log gives the same archive', () => {
  let here: Record<string, string>;
  let code: string;
  beforeAll(async () => {
    here = (await run()) as Record<string, string>;
    code = await bundled('pack-twice');
  }, 60_000);

  test.each(['one', 'all'])(
    '%s: packed again, packed in another order, and packed out of the archive itself',
    (name) => {
      expect(here[`${name} again`]).toBe(here[name]);
      expect(here[`${name} twice`]).toBe(here[name]);
    },
  );

  test.each([
    { TZ: 'America/Los_Angeles', LC_ALL: 'C', LANG: 'C' },
    { TZ: 'Pacific/Apia', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' },
  ])(
    'in $TZ under $LC_ALL',
    async (env) => {
      expect((await inNode(code, env)).value).toEqual(here);
    },
    60_000,
  );
});
