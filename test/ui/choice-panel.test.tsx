// @vitest-environment happy-dom
import '../with-browser';
import { useState } from 'preact/hooks';
import { act } from 'preact/test-utils';
import { afterEach, describe, expect, test } from 'vitest';
import type { Choice } from '../../src/handoff/choice';
import { artifactName, sha256Hex } from '../../src/lib/hash';
import { type SessionView, viewOf } from '../../src/projection/view';
import { ChoicePanel } from '../../src/ui/continue/choice-panel';
import { type Choosing, useChoice } from '../../src/ui/continue/use-choice';
import { compose, evidence, text } from '../model/compose';
import { inputsIn, listIn, unfold, until } from './choice-lists';
import { leave, press, shown } from './render';

let root: HTMLElement;
afterEach(() => leave(root));

const inputs = (legend: string): HTMLInputElement[] => inputsIn(root, legend);
const listOf = (legend: string): HTMLFieldSetElement => listIn(root, legend);

describe('the lists of what can go along', () => {
  const HASH = sha256Hex('a picture');

  /** Agents, a source without a name, one file under two names, and names that hide what they are. */
  function session() {
    const log = compose();
    log.user([
      text('Which lake?'),
      { type: 'image', artifact: artifactName(HASH), mime: 'image/png', name: 'shore.png' },
      { type: 'image', artifact: artifactName(HASH), mime: 'image/png', name: 'again.png' },
    ]);
    log.call('web.search', { q: 'lake' });
    log.result('web.search', [evidence('1', '', '', 'Deep.'), evidence('2', 'https://b.example/', 'x\u202egnp.exe')]);
    log.add('thread.started', { name: 'diver', parent: null }, { thread: 't-1', parents: [] });
    log.add('thread.started', { name: ' ', parent: null }, { thread: '__proto__', parents: [] });
    log.assistant('It is Alpha.');
    return viewOf(log.events());
  }

  let grow: (view: SessionView) => void;

  async function panel(first = session()): Promise<() => Choice> {
    let now: Choosing | null = null;
    function Page() {
      const [view, setView] = useState(first);
      grow = setView;
      const choosing = useChoice(view);
      now = choosing;
      return <ChoicePanel view={view} choosing={choosing} text="Go on" isEdited={false} isDirty={false} />;
    }
    root = await shown(<Page />);
    await unfold(root);
    return () => now?.choice ?? {};
  }

  const words = (legend: string): (string | null | undefined)[] =>
    inputs(legend).map(({ labels }) => labels?.[0]?.querySelector('bdi')?.textContent);

  test('each has its words, one that has none says so, and nothing in them turns the line around', async () => {
    await panel();
    expect(words('Other agents')).toEqual(['diver', '__proto__']);
    expect(words('Sources')).toEqual(['A source without a name', 'x⟨U+202E⟩gnp.exe']);
    expect(words('Files')).toEqual(['shore.png, again.png']);
    expect(inputs('Branch')).toEqual([]);
  });

  test('boxes are ticked one by one, all or none; all of them are everything again', async () => {
    const choice = await panel();
    await act(() => inputs('Other agents')[1]?.click());
    expect(choice().agents).toEqual(['t-1']);
    await act(() => inputs('Other agents')[0]?.click());
    expect(choice().agents).toEqual([]);
    await act(() => inputs('Other agents')[1]?.click());
    expect(choice().agents).toEqual(['__proto__']);
    await act(() => inputs('Other agents')[0]?.click());
    expect(choice().agents).toBeNull();
    await press(listOf('Sources'), 'Pick none');
    expect(choice().sources).toEqual([]);
    await press(listOf('Sources'), 'Pick all');
    expect(choice().sources).toBeNull();
  });

  test('a box far down the list knows what was ticked above it', async () => {
    const log = compose();
    log.call('web.search', { q: 'lake' });
    log.result(
      'web.search',
      Array.from({ length: 90 }, (_, at) => evidence(`${at}`, `https://${at}.example/`, `Lake ${at}`)),
    );
    const choice = await panel(viewOf(log.events()));
    await until(() => inputs('Sources').length === 90);
    for (const at of [0, 85, 45]) await act(() => inputs('Sources')[at]?.click());
    expect(choice().sources).toHaveLength(87);
    for (const at of [85, 45, 0]) await act(() => inputs('Sources')[at]?.click());
    expect(choice().sources).toBeNull();
  });

  test('a branch that goes on while it is picked is followed, also where it becomes the one the person is on', async () => {
    const log = compose();
    const question = log.user('Which lake?');
    const here = log.assistant('Alpha.');
    log.at(question);
    const there = log.assistant('Beta.');
    log.updated('Lakes', here);
    const before = viewOf(log.events());
    log.at(there);
    log.user('Why?');
    const answer = log.assistant('It is shallow.');
    const after = viewOf(log.events());
    log.updated('Lakes', answer);
    const moved = viewOf(log.events());
    const choice = await panel(before);
    await act(() => inputs('Branch')[1]?.click());
    expect(choice().leaf).toBe(there);
    await act(() => grow(after));
    expect(choice().leaf).toBe(answer);
    expect(inputs('Branch').map(({ checked }) => checked)).toEqual([false, true]);
    await act(() => grow(moved));
    expect(choice().leaf).toBeNull();
    expect(inputs('Branch').map(({ checked }) => checked)).toEqual([true, false]);
  });

  test('a thousand branches come step by step', async () => {
    const log = compose();
    const question = log.user('Which lake?');
    for (let at = 0; at < 1_000; at++) {
      log.at(question);
      log.assistant(`Lake ${at}`);
    }
    const choice = await panel(viewOf(log.events()));
    expect(inputs('Branch').length).toBeLessThan(1_000);
    await until(() => inputs('Branch').length === 1_000);
    await act(() => inputs('Branch')[500]?.click());
    expect(choice().leaf).toBe(
      viewOf(log.events()).log.find(
        ({ kind, body }) => kind === 'message' && JSON.stringify(body).includes(words('Branch')[500] ?? ''),
      )?.id,
    );
    expect(inputs('Branch').filter(({ checked }) => checked)).toHaveLength(1);
  });
});
