import { beforeAll, describe, expect, test } from 'vitest';
import { bundled, inNode } from './programs/bundle';
import { run } from './programs/same-bytes';

describe('the same bytes', () => {
  let code: string;
  let here: unknown;
  beforeAll(async () => {
    code = await bundled('same-bytes');
    here = await run();
  }, 60_000);

  const places = [
    { TZ: 'America/Los_Angeles', LC_ALL: 'C', LANG: 'C' },
    { TZ: 'Pacific/Apia', LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8' },
    { TZ: 'Asia/Kathmandu', LC_ALL: 'de_DE.UTF-8', LANG: 'de_DE.UTF-8' },
  ];
  test.each(places)(
    'in $TZ under $LC_ALL',
    async (env) => {
      expect((await inNode(code, env)).value).toEqual(here);
    },
    60_000,
  );

  test('and both writers hold the same entries, each read whole and as a stream', () => {
    const { jszip, stream } = here as Record<string, { entries: string[][] }>;
    expect(jszip?.entries).toEqual(stream?.entries);
    for (const [path, whole, streamed] of jszip?.entries ?? []) expect([path, whole]).toEqual([path, streamed]);
  });
});

describe('memory', () => {
  test('B81 20,000 small files take memory for one of them at a time', async () => {
    const code = await bundled('many');
    const { value, peak } = await inNode(code, {}, 20_000, 2000, false);
    expect(value).toBeGreaterThan(20_000 * 500);
    expect(peak).toBeLessThan(250);
  }, 60_000);

  test('300 MB of media take memory for one of them at a time', async () => {
    const code = await bundled('many');
    const { value, peak } = await inNode(code, {}, 75, 4_000_000, true);
    expect(value).toBeGreaterThan(300_000_000);
    expect(peak).toBeLessThan(250);
  }, 60_000);
});
