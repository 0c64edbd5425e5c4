// @vitest-environment happy-dom
import '../with-browser';
import { act } from 'preact/test-utils';
import { describe, expect, test } from 'vitest';
import { sourcesOf } from '../../src/projection/sources';
import { viewOf } from '../../src/projection/view';
import { KeepPages } from '../../src/ui/session/keep-pages';
import type { PageDoors } from '../../src/ui/session/page-doors';
import { citation, compose, evidence, text } from '../model/compose';
import { button, hasButton, press, settled, shown } from './render';

const TIDES = 'https://tides.example/tables';
const MOON = 'http://moon.example/';
const HOME = 'http://192.168.1.1/admin';

/** Three sources, of which the first is cited and the last can never be asked for. */
function sources() {
  const log = compose();
  const found = [TIDES, MOON, HOME].map((url, at) => evidence(String(at), url, `At ${url}`, 'High water at nine.'));
  const result = log.result('web.search', found);
  log.assistant([text('At nine.'), citation([0, 8], `${result}#0`)]);
  return sourcesOf(viewOf(log.events())).sources;
}

/** The dialog in a browser that answers as told, and what it was asked for. */
async function dialog(answer: () => Promise<boolean>, granted: readonly string[] = []) {
  const seen = { asked: [] as string[][], kept: [] as [readonly string[], readonly string[], boolean][] };
  const doors: PageDoors = {
    granted: async (patterns) => patterns.filter((each) => granted.includes(each)),
    request: (patterns) => {
      seen.asked.push([...patterns]);
      return answer();
    },
    giveBack: async () => undefined,
    keep: (urls, giveBack, images) => void seen.kept.push([urls, giveBack, images]),
  };
  const root = await shown(<KeepPages sources={sources()} doors={doors} />);
  await settled();
  await press(root, 'Keep copies of these pages…');
  return { root, seen };
}

const isOpen = (root: ParentNode): boolean => root.querySelector('dialog') !== null;
const status = (root: ParentNode): string => root.querySelector('dialog [role="status"]')?.textContent ?? '';

describe('the browser’s question about the hosts of chosen pages', () => {
  test('answered with yes begins with exactly those, and gives back what was granted for them', async () => {
    const { root, seen } = await dialog(async () => true, ['http://moon.example/*']);
    await press(root, 'All');
    await press(root, 'Keep copies of 2');
    expect(seen.asked).toEqual([['https://tides.example/*', 'http://moon.example/*']]);
    expect(seen.kept).toEqual([[[TIDES, MOON], ['https://tides.example/*'], false]]);
    expect(isOpen(root)).toBe(false);
  });

  test.each([
    ['no', async () => false],
    ['nothing, since the browser refuses to ask', () => Promise.reject(new Error('no gesture'))],
  ])('answered with %s keeps nothing, says so, and may be asked again', async (_, answer) => {
    let later: () => Promise<boolean> = answer;
    const { root, seen } = await dialog(() => later());
    await press(root, 'Keep copies of 1');
    expect(seen.asked).toEqual([['https://tides.example/*']]);
    expect(seen.kept).toEqual([]);
    expect(isOpen(root)).toBe(true);
    expect(status(root)).toBe('Nothing was asked for: the browser did not allow these servers.');
    expect(button(root, 'Keep copies of 1').disabled).toBe(false);
    later = async () => true;
    await press(root, 'Keep copies of 1');
    expect(seen.kept).toEqual([[[TIDES], ['https://tides.example/*'], false]]);
    expect(isOpen(root)).toBe(false);
  });

  test('is not put where nothing that could be asked for is chosen', async () => {
    const { root, seen } = await dialog(async () => true);
    await press(root, 'None');
    expect(button(root, 'Keep copies of 0').disabled).toBe(true);
    expect(seen.asked).toEqual([]);
    const inputs = [...root.querySelectorAll<HTMLInputElement>('ul.pages input')];
    expect(inputs.map(({ disabled }) => disabled)).toEqual([false, false, true]);
  });

  test('is about the same hosts where their pictures are wanted, too', async () => {
    const { root, seen } = await dialog(async () => true);
    const box = [...root.querySelectorAll<HTMLInputElement>('dialog > label input')][0];
    await act(() => box?.click());
    await press(root, 'Keep copies of 1');
    expect(seen).toEqual({
      asked: [['https://tides.example/*']],
      kept: [[[TIDES], ['https://tides.example/*'], true]],
    });
  });

  test('closed without an answer asks for nothing', async () => {
    const { root, seen } = await dialog(async () => false);
    await press(root, 'Cancel');
    expect([isOpen(root), seen.asked, seen.kept]).toEqual([false, [], []]);
    expect(hasButton(root, 'Keep copies of these pages…')).toBe(true);
  });
});
