// @vitest-environment happy-dom

import '../with-browser';
import { act } from 'preact/test-utils';
import { describe, expect, test } from 'vitest';
import { numberOf, type SessionView, viewOf } from '../../src/projection/view';
import { findIn, findWords, soughtIn } from '../../src/ui/session/find-in';
import { stopsTo } from '../../src/ui/session/path';
import { rangesIn, rangesOpening } from '../../src/ui/session/ranges';
import { compose, text } from '../model/compose';
import { readerOf } from './pages';
import { button, press } from './render';

/** A question with two answers, the second of which thinks and calls a tool; the person was on the second. */
function forked() {
  const log = compose();
  const question = log.user('When is **slack** water?');
  const first = log.assistant('At the Straße, noon.');
  log.at(question);
  log.add('reasoning', { form: 'full', parts: [text('Slack water\nis in the table.')] });
  log.call('look_up', { table: 'slack water' });
  const last = log.assistant('At 07:40.');
  log.add('gap', { what: { name: 'slack.pdf', pointer: 'sediment://x' }, why: 'expired', where: null, native: null });
  log.updated('Tides', last);
  return { view: viewOf(log.events()), first, last };
}

const find = (view: SessionView, leaf: string, query: string) =>
  findIn(view, stopsTo(view, leaf), soughtIn(query), {
    signal: new AbortController().signal,
    rest: async () => undefined,
    clock: () => 0,
  });

describe('events that hold words', () => {
  const { view, first, last } = forked();
  const kinds = async (query: string) => (await find(view, last, query))?.map((id) => view.current.get(id)?.kind);
  test('are found in what is folded, beside and with signs in between', async () => {
    expect(await kinds('SLACK water')).toEqual(['message', 'reasoning', 'tool.call']);
    expect(await kinds('water is')).toEqual(['reasoning']);
    expect(await kinds('slack.pdf')).toEqual(['gap']);
    expect(await kinds('.*')).toEqual([]);
  });

  test('of other branches come after those of the one that is shown', async () => {
    expect(await find(view, last, 'strasse')).toEqual([first]);
    const ids = await find(view, first, 'at');
    expect(ids?.indexOf(first)).toBeLessThan(ids?.indexOf(last) ?? -1);
  });

  test('hold them apart where no event has them as they were typed, and the one that was come for holds any', async () => {
    const look = (query: string, cameFor: string | null = null) =>
      findWords(view, stopsTo(view, last), query, {
        cameFor,
        signal: new AbortController().signal,
        rest: async () => undefined,
        clock: () => 0,
      });
    const found = async (query: string, cameFor?: string) =>
      (await look(query, cameFor))?.ids.map((id) => view.current.get(id)?.kind);
    expect(await found('slack water')).toEqual(['message', 'reasoning', 'tool.call']);
    expect(await found('table slack')).toEqual(['reasoning']);
    expect(await found('“slack water” in')).toEqual(['reasoning']);
    expect(await found('"slack water"')).toEqual(['message', 'reasoning', 'tool.call']);
    expect(await found('noon table')).toEqual([]);
    expect(await found('noon table', first)).toEqual(['message']);
    expect(await found('slack water', first)).toEqual(['message', 'reasoning', 'tool.call']);
    expect((await look('table slack'))?.sought).toBe('table\nslack');
  });

  test('no more once it is not wanted', async () => {
    const stop = new AbortController();
    stop.abort();
    const doors = { signal: stop.signal, rest: async () => undefined, clock: () => 0 };
    expect(await findIn(view, [], 'at', doors)).toBeNull();
  });
});

describe('places in what is shown', () => {
  const page = (html: string): Element => {
    document.body.innerHTML = html;
    return document.body;
  };
  const texts = (ranges: readonly Range[]): string[] => ranges.map((range) => range.toString());

  test('go over elements and lines, and leave out what is ours', () => {
    const root = page(
      '<div class="byline">slack</div><p>Sl<b>ack wå</b>ter</p><p>slack</p><p>water</p><p>x <button class="cite">slack</button></p>',
    );
    expect(texts(rangesIn(root, 'slack water'))).toEqual(['Slack wåter', 'slackwater']);
    expect(texts(rangesIn(root, 'slack'))).toEqual(['Slack', 'slack']);
    expect(rangesIn(root, '')).toEqual([]);
    expect(texts(rangesIn(root, 'water\nslack\nslack wa'))).toEqual(['Slack wå', 'slackwa']);
  });

  test('are looked for in folds only where nothing is seen before', async () => {
    const root = page('<p>tide</p><details><summary>More</summary><p>tide</p></details>');
    expect(texts(await rangesOpening(root, 'tide'))).toEqual(['tide']);
    expect(root.querySelector('details')?.open).toBe(false);
    expect(texts(await rangesOpening(root, 'more'))).toEqual(['More']);
    const folded = page('<details><summary>A</summary><details><summary>B</summary>tide</details></details>');
    expect(texts(await rangesOpening(folded, 'tide'))).toEqual(['tide']);
    expect(folded.querySelectorAll('details[open]')).toHaveLength(2);
  });
});

describe('finding in a session', () => {
  const pause = (ms: number): Promise<void> => act(() => new Promise((resolve) => setTimeout(resolve, ms)));
  async function opened(query: string) {
    const { view, first, last } = forked();
    const root = await readerOf(view);
    const field = root.querySelector<HTMLInputElement>('.find input');
    await act(() => {
      if (field) field.value = query;
      field?.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await pause(250);
    const key = async (name: string, more: KeyboardEventInit = {}): Promise<void> => {
      await act(() => void field?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, ...more })));
      await pause(300);
    };
    const says = (): string | null | undefined => root.querySelector('.find [role=status]')?.textContent;
    return { root, view, first, last, field, key, says };
  }

  test('counts, goes to the next and round, opens what is folded', async () => {
    const { root, key, says } = await opened('slack water');
    expect(says()).toBe('Events: 3');
    await key('Enter');
    expect(says()).toBe('Event 1 of 3');
    expect(root.querySelectorAll('.branch details[open]')).toHaveLength(0);
    await key('Enter');
    expect(says()).toBe('Event 2 of 3');
    expect(root.querySelectorAll('.branch details[open]')).toHaveLength(1);
    await press(root, 'Next place');
    await pause(300);
    expect(root.textContent).toContain('"table": "slack water"');
    await key('Enter');
    expect(says()).toBe('Event 1 of 3');
    await key('Enter', { shiftKey: true });
    expect(says()).toBe('Event 3 of 3');
  });

  test('goes to another branch where the words are there', async () => {
    const { root, view, first, key } = await opened('strasse');
    expect(root.textContent).not.toContain('At the Straße');
    await key('Enter');
    expect(root.textContent).toContain('At the Straße');
    expect(root.querySelector(`#${numberOf(view, first)}`)).not.toBeNull();
  });

  test('says when there is nothing, and Escape ends it', async () => {
    const { root, key, says, field } = await opened('nowhere');
    expect(says()).toBe('Events: 0');
    expect(button(root, 'Next place').disabled).toBe(true);
    await key('Escape');
    expect(field?.value).toBe('');
    expect(says()).toBe('');
  });
});

test.each([
  ['slack water', 'Event 2 of 3'],
  ['table slack', 'Event 1 of 1'], // words that stand apart
])('an event that was found from outside by “%s” is shown with the words at which it was', async (sought, says) => {
  const { view } = forked();
  const reasoning = [...view.current.values()].find(({ kind }) => kind === 'reasoning');
  const root = await readerOf(view, { target: numberOf(view, reasoning?.id ?? ''), sought });
  for (let round = 0; round < 3; round++) await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(root.querySelector<HTMLInputElement>('.find input')?.value).toBe(sought);
  expect(root.querySelector('.find [role=status]')?.textContent).toBe(says);
  expect(root.querySelectorAll('.branch details[open]')).toHaveLength(1);
});
