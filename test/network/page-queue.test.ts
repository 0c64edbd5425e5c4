import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageQueue } from '../../src/network/page-queue';

const address = (host: string): URL => new URL(`https://${host}.example/x`);
const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

test('one at a time for each host and few at once for all, in the order asked, whatever fails', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.nat(3), fc.boolean()), { maxLength: 20 }),
      fc.integer({ min: 1, max: 3 }),
      async (all, atOnce) => {
        const queue = pageQueue(atOnce);
        const busy = new Map<string, number>();
        const began: string[] = [];
        const asked = all.map(([host, turns, fails], i) =>
          queue(address(host), async () => {
            began.push(`${host}${i}`);
            busy.set(host, (busy.get(host) ?? 0) + 1);
            expect(busy.get(host)).toBe(1);
            expect([...busy.values()].reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(atOnce);
            for (let n = 0; n < turns; n++) await turn();
            busy.set(host, 0);
            if (fails) throw new Error(String(i));
            return i;
          }),
        );
        const ended = await Promise.allSettled(asked);
        expect(ended.map((each) => each.status)).toEqual(all.map(([, , fails]) => (fails ? 'rejected' : 'fulfilled')));
        for (const host of ['a', 'b', 'c', 'd'])
          expect(began.filter((each) => each.startsWith(host))).toEqual(
            all.flatMap(([each], i) => (each === host ? [`${host}${i}`] : [])),
          );
      },
    ),
    { numRuns: 50 },
  );
});
