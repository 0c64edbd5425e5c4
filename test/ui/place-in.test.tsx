// @vitest-environment happy-dom
import '../with-browser';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { describe, expect, test } from 'vitest';
import type { HandedFile, PlaceOutcome } from '../../src/messages/compose';
import type { Send } from '../../src/messages/send';
import { outcomeWords } from '../../src/ui/continue/outcome-words';
import { PlaceIn } from '../../src/ui/continue/place-in';
import { type PlaceDoors, PlaceProvider } from '../../src/ui/continue/waiting-doors';
import { AskDebrief } from '../../src/ui/popup/ask-debrief';
import { PlaceHere } from '../../src/ui/popup/place-here';
import { button, hasButton, press, settled, shown } from './render';

const ID = '00000000-0000-4000-8000-000000000001';
const FILE: HandedFile = { name: 'tides.csv', type: 'text/csv', bytes: { artifact: 'a'.repeat(64) } };
const PLACED: PlaceOutcome = { kind: 'placed', as: 'whole', own: 'none', files: [], moved: false };
const waitingOf = (outcome: PlaceOutcome | null, text = 'Go on', tab: number | null = null) => ({
  id: ID,
  title: 'Tides at Skerry',
  text,
  files: [],
  until: 10_000,
  outcome,
  tab,
});

/** A browser that remembers what it is told, and answers with what a test says. */
function doorsOf(answer: (name: string) => unknown, memory: unknown = null) {
  const seen = { sent: [] as [string, unknown][], memory, told: [] as (() => void)[] };
  const doors: PlaceDoors = {
    send: (async (name: string, ask: unknown) => {
      seen.sent.push([name, ask]);
      return answer(name);
    }) as Send,
    now: () => 0,
    recallWaiting: async () => seen.memory,
    forgetWaiting: async () => {
      seen.memory = undefined;
      for (const told of seen.told) told();
    },
    onWaiting: (told) => {
      seen.told.push(told);
      return () => seen.told.splice(seen.told.indexOf(told), 1);
    },
  };
  const remember = (next: unknown): Promise<void> =>
    act(async () => {
      seen.memory = next;
      for (const told of seen.told) told();
    });
  return { seen, doors, remember };
}

interface More {
  readonly text?: string;
  readonly isReady?: boolean;
}

const placeIn = (doors: PlaceDoors | null, { text = 'Go on', isReady = true }: More) => (
  <PlaceProvider value={doors}>
    <PlaceIn title="Tides at Skerry" text={text} files={[FILE]} isReady={isReady} bytesOf={async () => null} />
  </PlaceProvider>
);

const page = (doors: PlaceDoors | null, more: More = {}) => shown(placeIn(doors, more));

describe('the ways into another chat', () => {
  test('open the site, say what to press there, and then what came of it', async () => {
    const { seen, doors, remember } = doorsOf(() => ({ waiting: ID, byItself: false }));
    const root = await page(doors);
    await press(root, 'Continue in ChatGPT');
    expect(seen.sent).toEqual([
      ['compose.wait', { title: 'Tides at Skerry', text: 'Go on', files: [], site: 'chatgpt' }],
    ]);
    expect(root.querySelector('[role="status"]')?.textContent).toContain("Press Valise's button in the toolbar there");
    await remember(waitingOf(PLACED, ''));
    await settled();
    expect(root.querySelector('[role="status"]')?.textContent).toContain('word for word');
  });

  test('say that what waits is not what is shown by now, until that is asked for', async () => {
    const { seen, doors } = doorsOf(() => ({ waiting: ID, byItself: true }));
    const root = await page(doors);
    await press(root, 'Continue in Claude');
    expect(root.textContent).not.toContain('the text as it was before');
    await act(() => render(placeIn(doors, { text: 'Go on, in short' }), root));
    expect(root.textContent).toContain('the text as it was before');
    await press(root, 'Continue in Claude');
    expect(root.textContent).not.toContain('the text as it was before');
    expect(seen.sent.map(([, ask]) => ask)).toMatchObject([{ text: 'Go on' }, { text: 'Go on, in short' }]);
  });

  test('take along only the files that are ticked', async () => {
    const { seen, doors } = doorsOf(() => ({ waiting: ID, byItself: true }));
    const root = await page(doors);
    await act(async () => root.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click());
    await press(root, 'In a tab that is open');
    expect(seen.sent[0]?.[1]).toMatchObject({ files: [FILE], site: null });
  });

  test('are shut while secrets are being looked for, and where the text is too large; by hand it goes all the same', async () => {
    const { doors } = doorsOf(() => null);
    expect(button(await page(doors, { isReady: false }), 'Continue in Claude').disabled).toBe(true);
    const large = await page(doors, { text: 'x'.repeat(1_500_001) });
    expect(hasButton(large, 'Continue in Claude')).toBe(false);
    expect(large.textContent).toContain('too large to be placed');
    expect(hasButton(large, 'Copy the handoff')).toBe(true);
    const alone = await page(null);
    expect(hasButton(alone, 'Continue in Claude')).toBe(false);
    expect(hasButton(alone, 'Save the files')).toBe(true);
  });

  test('say what went wrong', async () => {
    const { doors } = doorsOf(() => Promise.reject(new Error('no')));
    const root = await page(doors);
    await press(root, 'Continue in Claude');
    expect(root.querySelector('[role="status"] .bad')).not.toBeNull();
  });
});

describe('the popup, where a handoff waits', () => {
  const popup = (doors: PlaceDoors) =>
    shown(
      <PlaceProvider value={doors}>
        <PlaceHere send={doors.send} tab={3} />
      </PlaceProvider>,
    );

  test('places it into the tab, and says what is there', async () => {
    const { seen, doors } = doorsOf(() => PLACED, waitingOf(null));
    const root = await popup(doors);
    await settled();
    expect(root.textContent).toContain('Tides at Skerry');
    await press(root, 'Place it here');
    expect(seen.sent).toEqual([['compose.here', { tab: 3, waiting: ID }]]);
    expect(root.textContent).toContain('press send there yourself');
  });

  test('forgets it at a press, and shows nothing where none waits or it was placed', async () => {
    const { doors } = doorsOf(() => null, waitingOf(null));
    const root = await popup(doors);
    await settled();
    await press(root, 'Forget it');
    await settled();
    expect(root.textContent).toBe('');
    for (const memory of [undefined, 'nonsense', waitingOf(PLACED, ''), { ...waitingOf(null), until: -1 }]) {
      const empty = await popup(doorsOf(() => null, memory).doors);
      await settled();
      expect(empty.textContent).toBe('');
    }
  });

  test('that was closed while it was placed says in that tab what came of it, and in no other', async () => {
    const there = await popup(doorsOf(() => null, waitingOf(PLACED, '', 3)).doors);
    await settled();
    expect(there.textContent).toContain('word for word');
    const elsewhere = await popup(doorsOf(() => null, waitingOf(PLACED, '', 4)).doors);
    await settled();
    expect(elsewhere.textContent).toBe('');
  });

  test('asks the assistant for a debrief in its own composer', async () => {
    const { seen, doors } = doorsOf(() => PLACED);
    const root = await shown(<AskDebrief send={doors.send} tab={3} />);
    await press(root, 'Ask for a debrief');
    expect(seen.sent).toMatchObject([['compose.place', { tab: 3, files: [] }]]);
    expect(JSON.stringify(seen.sent)).toContain('for your successor');
    expect(root.textContent).toContain('Nothing was sent');
  });
});

describe('what came of it, in words', () => {
  const common = { own: 'none' as const, files: [], moved: false };
  const outcomes: readonly PlaceOutcome[] = [
    ...(['whole', 'formatted', 'file', 'site-file'] as const).map((as) => ({ kind: 'placed' as const, as, ...common })),
    { kind: 'differs', meant: 12_000, found: 90, same: 80, ...common },
    ...(
      [
        ...(['no-composer', 'signed-out', 'nothing-taken', 'file'] as const),
        ...(['site-changed', 'no-access', 'no-answer', 'expired'] as const),
      ] as const
    ).map((because) => ({ kind: 'refused' as const, because, ...common })),
  ];

  test('each outcome has a sentence of its own, and only what was placed speaks of sending', () => {
    const told = outcomes.map((each) => outcomeWords(each));
    expect(new Set(told.map(({ sentences }) => sentences[0])).size).toBe(outcomes.length);
    for (const [n, { sentences, tone }] of told.entries()) {
      expect(sentences.some((each) => each.startsWith('Nothing was sent'))).toBe(outcomes[n]?.kind !== 'refused');
      expect(tone === 'bad').toBe(outcomes[n]?.kind === 'refused');
    }
  });

  test('files, the person’s own words and another field are told', () => {
    const files = (['shown', 'unseen', 'refused', 'not-kept', 'too-large'] as const).map((state) => ({
      name: state,
      state,
    }));
    const { tone, sentences } = outcomeWords({ kind: 'placed', as: 'whole', own: 'kept', files, moved: true });
    expect(tone).toBe('careful');
    expect(sentences).toHaveLength(9);
    expect(outcomeWords({ ...PLACED, own: 'changed' }).sentences[1]).toContain('changed the words');
  });
});
