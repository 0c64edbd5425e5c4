import { describe, expect, test } from 'vitest';
import { gapsOf } from '../../../src/projection/lacks';
import { type Answer, shownOf, viewAfter } from './merged';
import { asExport, asPages, asShare, asShown, asStream, asTree } from './renderings';
import { TEN } from './ten';

/** The same things in an order that a number stands for. */
function shuffled<T>(things: readonly T[], seed: number): T[] {
  const left = [...things];
  const out: T[] = [];
  for (let n = seed; left.length > 0; n = Math.floor(n / 7) + 13 * seed) out.push(...left.splice(n % left.length, 1));
  return out;
}

const SEEDS = [2, 5, 13, 21, 55, 89];

describe.each(TEN)('the same conversation ($name)', (talk) => {
  const streamed = asStream(talk);
  const all: Answer[] = [
    asTree(talk),
    ...asPages(talk),
    asExport(talk),
    asShare(talk),
    ...(streamed ? [streamed] : []),
  ];
  const link = 'chatgpt:c-1/server.state.share-link-6a7f-0000';

  test('as tree, pages, export, snapshot and stream is one tree, in whatever order they come', async () => {
    const alone = shownOf(await viewAfter([asTree(talk)])) as { events: Record<string, unknown> };
    const own = talk.apart === undefined ? {} : { [`chatgpt:${talk.apart}`]: expect.anything() };
    const expected = { ...alone, events: { ...alone.events, ...own, [link]: expect.anything() } };
    const first = shownOf(await viewAfter(all));
    expect(first).toEqual(expected);
    for (const seed of SEEDS) expect(shownOf(await viewAfter(shuffled(all, seed)))).toEqual(first);
  });

  test('what a page shows of it changes nothing', async () => {
    const expected = shownOf(await viewAfter(all));
    for (const seed of SEEDS.slice(0, 4))
      expect(shownOf(await viewAfter(shuffled([...all, asShown(talk)], seed)))).toEqual(expected);
  });

  test('by pages alone has the branch on screen, and says what it lacks', async () => {
    const whole = await viewAfter([asTree(talk)]);
    const paged = await viewAfter(asPages(talk));
    for (const [id, event] of paged.current) {
      if (event.kind === 'gap' || id.endsWith('started') || id === `chatgpt:${talk.apart}`) continue;
      const known = { id, body: whole.current.get(id)?.body, parents: whole.parents.get(id) };
      expect(known).toMatchObject({ id, body: event.body, parents: paged.parents.get(id) });
    }
    const versions = gapsOf(paged).filter(({ id }) => id.endsWith('/branch'));
    expect(versions.length > 0).toBe([...whole.current.values()].some(({ kind }) => kind === 'branch'));
  });
});
