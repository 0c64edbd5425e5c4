// @vitest-environment happy-dom
import '../with-browser';
import { describe, expect, test, vi } from 'vitest';
import { viewOf } from '../../src/projection/view';
import { citation, compose, text } from '../model/compose';
import { ownNearness, tellNear, watched } from './nearness';
import { readerOf } from './pages';
import { button, leave, settled } from './render';

type Log = ReturnType<typeof compose>;

const reader = (log: Log) => readerOf(viewOf(log.events()));

ownNearness();

/** A chat whose one answer is a text of Markdown; where there is a `§`, the source is cited. */
async function answered(marked: string): Promise<HTMLElement> {
  const log = compose();
  log.user('Q');
  const found = log.result('search', [
    { type: 'evidence', id: 'lake', url: 'https://lake.example/', title: 'The lake', passages: [], cited: true },
  ]);
  const at = marked.indexOf('§');
  const words = marked.replace('§', '');
  log.assistant(at < 0 ? words : [text(words), citation([0, at], `${found}#lake`)]);
  return reader(log);
}

describe('a text of Markdown in the library', () => {
  test('is made of elements: tables, lists, code in colours, formulas', async () => {
    const root = await answered(
      '# One\n\n**two** and `three`\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n- x\n- y\n\n```js\nlet z = 1;\n```\n\n\\(x^2\\)',
    );
    const prose = root.querySelector('.event.of-assistant .prose');
    expect(prose?.querySelector('.heading')?.textContent).toBe('One');
    expect(prose?.querySelector('strong')?.textContent).toBe('two');
    expect(prose?.querySelectorAll('table td')).toHaveLength(2);
    expect(prose?.querySelectorAll('ul > li')).toHaveLength(2);
    expect(prose?.querySelector('pre code')?.textContent).toBe('let z = 1;');
    expect(prose?.querySelector('.hljs-keyword')?.textContent).toBe('let');
    expect(prose?.querySelector('math')?.namespaceURI).toBe('http://www.w3.org/1998/Math/MathML');
    expect(prose?.querySelector('math > msup > mn')?.textContent).toBe('2');
  });

  test('has the numbers of its sources where they are cited, as buttons that lead to them', async () => {
    const root = await answered('It is **43 m.**§ deep');
    const cited = button(root, 'Source 1');
    expect(cited.previousElementSibling?.textContent).toBe('43 m.');
    expect(cited.closest('p')?.textContent).toBe('It is 43 m.[1] deep');
    cited.click();
    expect(document.activeElement?.id).toBe('source-1');
  });

  test('B86: loads nothing and leads only to the web', async () => {
    const root = await answered(
      '![a](https://evil.example/p.png) [b](javascript:alert(1)) <img src=x onerror=alert(1)> $\\href{javascript:alert(1)}{c}$ [d](#source-1) [e](https://ok.example)',
    );
    const prose = root.querySelector('.event.of-assistant .prose');
    expect(prose?.querySelectorAll('img, [src], [style]')).toHaveLength(0);
    const links = [...(prose?.querySelectorAll('a') ?? [])];
    expect(links.map((each) => each.getAttribute('href'))).toEqual([
      'https://evil.example/p.png',
      'https://ok.example/',
    ]);
    expect(links.every((each) => each.rel === 'noreferrer noopener')).toBe(true);
    expect(prose?.textContent).toContain('<img src=x onerror=alert(1)>');
  });

  test('keeps what a person typed as they typed it', async () => {
    const log = compose();
    log.user([{ type: 'text', text: '*a*  b\n  c', format: 'plain' }]);
    const root = await reader(log);
    expect(root.querySelector('.event.of-user .prose p')?.textContent).toBe('*a*  b\n  c');
  });
});

/** The words in bold that are set. */
const setIn = (root: Element): (string | null)[] =>
  [...root.querySelectorAll('.prose strong')].map(({ textContent }) => textContent);

async function longSession(): Promise<HTMLElement> {
  const log = compose();
  for (let at = 0; at < 40; at++) {
    log.user('Q');
    log.assistant(`**answer ${at}**`);
  }
  const root = await reader(log);
  await settled(4);
  return root;
}

describe('in a long session', () => {
  test('texts are set when they come near; until then they are there as they are written', async () => {
    const root = await longSession();
    expect(root.querySelectorAll('.event')).toHaveLength(80);
    expect(root.querySelectorAll('.prose')).toHaveLength(6); // what it begins with is set at once
    const last = watched().at(-1);
    expect(last?.textContent).toBe('**answer 39**');
    if (last) tellNear(last, true);
    await vi.waitUntil(() => setIn(root).length > 3);
    expect(setIn(root)).toEqual(['answer 0', 'answer 1', 'answer 2', 'answer 39']);
    await leave(root);
  });

  test('what is far again at once is not set, and is when it comes back to stay', async () => {
    const root = await longSession();
    const placeOf = (words: string): Element => {
      const place = watched().find(({ textContent }) => textContent === words);
      if (!place) throw new Error(words);
      return place;
    };
    const fliesBy = placeOf('**answer 30**');
    tellNear(fliesBy, true);
    tellNear(placeOf('**answer 35**'), true);
    tellNear(fliesBy, false);
    await vi.waitUntil(() => setIn(root).includes('answer 35'));
    await settled(2);
    expect(setIn(root)).toEqual(['answer 0', 'answer 1', 'answer 2', 'answer 35']);
    tellNear(fliesBy, true);
    await vi.waitUntil(() => setIn(root).includes('answer 30'));
    await leave(root);
  });
});

test('every block of code is copied byte for byte: of Markdown, of plain words, of a call', async () => {
  const written: string[] = [];
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (words) => {
    written.push(words);
  });
  const log = compose();
  log.user([text('Look:\n```js\nlet a = "<b>";\n\tlet z;\n```\n')]);
  log.assistant([text('~~~\n  two\n~~~'), { type: 'code', text: 'x = 1\n', language: 'python' }]);
  const root = await reader(log);
  const buttons = [...root.querySelectorAll<HTMLButtonElement>('figure.code > button')];
  expect(buttons.map((each) => each.textContent)).toEqual(['Copy code', 'Copy code', 'Copy code']);
  for (const each of buttons) each.click();
  await settled(2);
  expect(written).toEqual(['let a = "<b>";\n\tlet z;', '  two', 'x = 1\n']);
  expect(buttons[0]?.textContent).toBe('Copied');
  writeText.mockRestore();
});
