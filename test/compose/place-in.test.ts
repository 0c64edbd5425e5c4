import { describe, expect, test, vi } from 'vitest';
import { composeHandlers } from '../../src/compose/handlers';
import type { Asked } from '../../src/compose/page/asked';
import type { ComposeServices } from '../../src/compose/place-in';
import { POINTER } from '../../src/handoff/pointer';
import { utf8 } from '../../src/lib/bytes';
import type { Ran } from '../../src/platform/scripts';
import { sites } from '../../src/providers/sites';

const OURS = { from: 'page-of-ours' } as const;
const PLACED = { kind: 'placed', as: 'whole', own: 'none', files: [], moved: false } as const;
const NONE = { kind: 'refused', because: 'no-composer', own: 'none', files: [], moved: false } as const;

interface Browser {
  address?: string | null;
  ran?: Ran;
  granted?: boolean;
  kept?: Uint8Array | null;
}

/** A browser of one tab, whose page answers as told; and what it was asked. */
function browserOf({ address = 'https://chat.example/', ran, granted = false, kept = null }: Browser = {}) {
  const seen = { asked: [] as Asked[], opened: [] as string[], memory: undefined as unknown, clock: 1_000 };
  let ids = 0;
  const services: ComposeServices = {
    sites,
    now: () => seen.clock,
    newId: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
    kept: async () => kept,
    awake: (work) => work(),
    pause: () => new Promise(() => undefined),
    doors: {
      tabAddress: async () => (address === null ? null : new URL(address)),
      composeIn: async (_, asked) => {
        seen.asked.push(asked as Asked);
        return ran ?? { kind: 'answer', value: PLACED };
      },
      openSite: async (at) => {
        seen.opened.push(at);
        return 9;
      },
      hasLoaded: async () => true,
      hasSite: async () => granted,
      rememberWaiting: async (waiting) => {
        seen.memory = JSON.parse(JSON.stringify(waiting));
      },
      recallWaiting: async () => seen.memory,
      forgetWaiting: async () => {
        seen.memory = undefined;
      },
    },
  };
  return { seen, services, handlers: composeHandlers(services) };
}

const wait = (handlers: ReturnType<typeof composeHandlers>, site: string | null = null, text = 'Go on') =>
  handlers['compose.wait']({ title: 'Tides', text, files: [], site }, OURS);

describe('a text that is put into a tab’s composer', () => {
  test('goes with what is known of the site, and as a file beside it', async () => {
    const { seen, handlers } = browserOf({ address: 'https://claude.ai/new' });
    expect(await handlers['compose.place']({ tab: 3, text: 'Go on 🌊', files: [] }, OURS)).toEqual(PLACED);
    const [asked] = seen.asked;
    expect(asked).toMatchObject({ text: 'Go on 🌊', composer: { editors: ['[data-testid="chat-input"]'] } });
    expect(asked?.instead).toEqual({
      file: { name: 'handoff.md', type: 'text/markdown', base64: Buffer.from('Go on 🌊').toString('base64') },
      words: POINTER,
    });
  });

  test('of an unknown page, or one whose address is not seen, nothing is known', async () => {
    for (const address of ['https://chat.example/', null]) {
      const { seen, handlers } = browserOf({ address });
      await handlers['compose.place']({ tab: 3, text: 'x', files: [] }, OURS);
      expect(seen.asked[0]).not.toHaveProperty('composer');
    }
  });

  test('files that are kept go along; what is not kept, or too large, is said', async () => {
    const artifact = 'a'.repeat(64);
    const file = { name: 'tides.csv', type: 'text/csv', bytes: { artifact } };
    const there = browserOf({ kept: utf8('a;b') });
    await there.handlers['compose.place']({ tab: 3, text: 'x', files: [file] }, OURS);
    expect(there.seen.asked[0]?.files).toEqual([{ name: 'tides.csv', type: 'text/csv', base64: 'YTti' }]);
    for (const [kept, state] of [
      [null, 'not-kept'],
      [new Uint8Array(25 * 1024 * 1024), 'too-large'],
    ] as const) {
      const { seen, handlers } = browserOf({ kept });
      const outcome = await handlers['compose.place']({ tab: 3, text: 'x', files: [file] }, OURS);
      expect(seen.asked[0]?.files).toEqual([]);
      expect(outcome.files).toEqual([{ name: 'tides.csv', state }]);
    }
  });

  test.each([
    ['the browser keeps us out', { kind: 'kept-out' }, 'no-access'],
    ['the page went away', { kind: 'gone' }, 'no-answer'],
    ['a page answers nonsense', { kind: 'answer', value: { kind: 'placed', as: 'whole' } }, 'no-answer'],
    ['a page answers markup', { kind: 'answer', value: '<b>placed</b>' }, 'no-answer'],
    ['a page adds to its answer', { kind: 'answer', value: { ...PLACED, more: 1 } }, 'no-answer'],
  ] as const)('%s: %o', async (_, ran, because) => {
    const { handlers } = browserOf({ ran });
    expect(await handlers['compose.place']({ tab: 3, text: 'x', files: [] }, OURS)).toMatchObject({
      kind: 'refused',
      because,
    });
  });

  test('a page without a composer has changed if it is one of a listed site', async () => {
    const ran = { kind: 'answer', value: NONE } as const;
    const because = async (address: string) => {
      const { handlers } = browserOf({ ran, address });
      return handlers['compose.place']({ tab: 3, text: 'x', files: [] }, OURS);
    };
    expect(await because('https://chat.example/')).toMatchObject({ because: 'no-composer' });
    expect(await because('https://chatgpt.com/c/1')).toMatchObject({ because: 'site-changed' });
  });

  test('a page that stops its clock is not waited for for ever', async () => {
    const { services } = browserOf();
    const doors = { ...services.doors, composeIn: () => new Promise<Ran>(() => undefined) };
    const handlers = composeHandlers({ ...services, doors, pause: async () => undefined });
    expect(await handlers['compose.place']({ tab: 3, text: 'x', files: [] }, OURS)).toMatchObject({
      because: 'no-answer',
    });
  });
});

describe('a handoff that waits', () => {
  test('is placed by our button, whatever ended meanwhile; its words are then forgotten, what came of it is not', async () => {
    const { seen, handlers, services } = browserOf();
    const { waiting, byItself } = await wait(handlers, 'chatgpt', 'Words of the session');
    expect({ byItself, opened: seen.opened }).toEqual({ byItself: false, opened: ['https://chatgpt.com/'] });
    expect(seen.asked).toEqual([]);
    const anew = composeHandlers(services); // the background was ended and is there again
    expect(await anew['compose.here']({ tab: 9, waiting }, OURS)).toEqual(PLACED);
    expect(seen.asked[0]?.text).toBe('Words of the session');
    expect(JSON.stringify(seen.memory)).not.toContain('Words of the session');
    expect(seen.memory).toMatchObject({ id: waiting, outcome: PLACED, tab: 9 });
  });

  test('is placed once, however often and fast the button is pressed', async () => {
    const { seen, handlers } = browserOf();
    const { waiting } = await wait(handlers);
    const press = () => handlers['compose.here']({ tab: 9, waiting }, OURS);
    expect(await Promise.all([press(), press(), press()])).toEqual([PLACED, PLACED, PLACED]);
    expect(seen.asked).toHaveLength(1);
  });

  test('that could not be placed goes on waiting', async () => {
    const { seen, handlers } = browserOf({ ran: { kind: 'answer', value: NONE } });
    const { waiting } = await wait(handlers);
    expect(await handlers['compose.here']({ tab: 9, waiting }, OURS)).toEqual(NONE);
    expect(seen.memory).toMatchObject({ text: 'Go on', outcome: NONE });
  });

  test('expires after half an hour', async () => {
    const { seen, handlers } = browserOf();
    const { waiting } = await wait(handlers);
    seen.clock += 30 * 60_000;
    expect(await handlers['compose.here']({ tab: 9, waiting }, OURS)).toMatchObject({ because: 'expired' });
    expect(seen.memory).toBeUndefined();
    expect(seen.asked).toEqual([]);
  });

  test('gives way to the one that was asked for last, and nonsense in its place is nothing', async () => {
    const { seen, handlers } = browserOf();
    const first = await wait(handlers, null, 'first');
    const second = await wait(handlers, null, 'second');
    expect(await handlers['compose.here']({ tab: 9, waiting: first.waiting }, OURS)).toMatchObject({
      because: 'expired',
    });
    expect(await handlers['compose.here']({ tab: 9, waiting: second.waiting }, OURS)).toEqual(PLACED);
    seen.memory = { id: second.waiting, text: 7 };
    expect(await handlers['compose.here']({ tab: 9, waiting: second.waiting }, OURS)).toMatchObject({
      because: 'expired',
    });
  });

  test('is placed by itself at a site that is granted for good, and opens nothing that is no site', async () => {
    const { seen, handlers } = browserOf({ granted: true });
    expect(await wait(handlers, 'claude')).toMatchObject({ byItself: true });
    await vi.waitFor(() => expect(seen.memory).toMatchObject({ outcome: PLACED }), 15_000);
    expect(await wait(handlers, 'https://elsewhere.example/')).toMatchObject({ byItself: false });
    expect(seen.opened).toEqual(['https://claude.ai/new']);
  });
});
