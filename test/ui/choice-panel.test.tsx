// @vitest-environment happy-dom
import '../with-browser';
import { act } from 'preact/test-utils';
import { afterEach, describe, expect, test } from 'vitest';
import type { Choice } from '../../src/handoff/choice';
import { artifactName, sha256Hex } from '../../src/lib/hash';
import { viewOf } from '../../src/projection/view';
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

  async function panel(view = session()): Promise<() => Choice> {
    let now: Choosing | null = null;
    function Page() {
      const choosing = useChoice();
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
