// @vitest-environment happy-dom
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PageSession } from '../../../src/archive/pages/context';
import { indexHtml } from '../../../src/archive/pages/index-html';
import { artifactName, sha256Hex } from '../../../src/lib/hash';
import { citation, compose, text } from '../../model/compose';
import { astray, foreign } from './foreign';
import { hostileText } from './hostile';
import { poisonLog } from './poison';
import { ARCHIVE, pageOf, richLog } from './rich';

const index = (...pages: PageSession[]): string => indexHtml(pages, ARCHIVE);
const parsed = (page: string): Document => new DOMParser().parseFromString(page, 'text/html');
const rich = index(pageOf(richLog()));

describe('index.html', () => {
  test('runs nothing and asks for nothing but files of the archive', () => {
    const page = parsed(rich);
    const policy = page.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content') ?? '';
    expect(policy.split('; ').map((each) => each.replace(/'sha256-[^']+'/g, 'HASH'))).toEqual([
      "default-src 'none'",
      'style-src HASH HASH',
      "img-src 'self'",
      "media-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    expect(page.querySelectorAll('script, link, iframe, object, embed, form, base, [style], [srcset]')).toHaveLength(0);
    // where the message shows it, and among the files
    expect([...page.querySelectorAll('[src]')].map((each) => each.getAttribute('src')?.slice(0, 22))).toEqual([
      'data/artifacts/sha256/',
      'data/artifacts/sha256/',
    ]);
    expect(rich).not.toMatch(/@import|url\(/);
  });

  test('names every file, with its type, its size and what became of it', () => {
    const log = compose();
    const message = log.user('Look');
    const gap = (what: object, why: 'forbidden' | 'too-large') =>
      log.add('gap', { what, why, where: 'message', native: null }, { parents: [message] });
    gap({ pointer: 'sediment://1', name: '<b>a.png', came: 'page' }, 'forbidden');
    gap({ pointer: 'sediment://2', name: null }, 'too-large');
    const rows = [...parsed(index(pageOf(log.events()))).querySelectorAll('.files > li')];
    expect(rows.map((each) => each.textContent?.trim().replace(/\s+/g, ' '))).toEqual([
      expect.stringMatching(/^<b>a\.png Missing: the site refused it \(a page came in its place\)\. V-\d{4}$/),
      expect.stringMatching(/^a file the site did not name Missing: it is too large\. V-\d{4}$/),
    ]);
    const stored = [...parsed(rich).querySelectorAll('.files > li')].find((each) => each.querySelector('img'));
    expect(stored?.textContent).toMatch(/image\/png, \d+ bytes\s+Kept\./);
    expect(stored?.querySelector('a')?.getAttribute('href')).toBe(stored?.querySelector('img')?.getAttribute('src'));
  });

  test('is what a parser makes of it: every element is closed where it was opened', () => {
    const open: string[] = [];
    for (const [tag, slash, name = ''] of rich.matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g)) {
      if (['meta', 'br', 'img'].includes(name)) continue;
      if (slash) expect(open.pop(), tag).toBe(name);
      else open.push(name);
    }
    expect(open).toEqual([]);
    const body = parsed(rich).body;
    expect(body.querySelectorAll('article')).toHaveLength(richLog().length - 6); // five hang beside an event, one is a copy on a server
    expect(body.querySelector('main > section > div > .run > article')).not.toBeNull();
  });

  test('B86: nothing in a session becomes markup, whatever it says and wherever it says it', () => {
    fc.assert(
      fc.property(fc.array(hostileText(6), { minLength: 1, maxLength: 7 }), (strings) => {
        const page = index(pageOf(poisonLog(strings)));
        expect(foreign(page)).toEqual([]);
        expect(astray(page)).toEqual([]);
        expect(page).not.toMatch(/[\ue200-\ue20f]/);
        const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { numRuns: 60 },
    );
  });

  test('every event has its number as an anchor, once, and every branch is there', () => {
    const events = richLog();
    const page = parsed(rich);
    for (const { seq } of events)
      expect(page.querySelectorAll(`[id="V-${String(seq).padStart(4, '0')}"]`)).toHaveLength(1);
    const branches = [...page.querySelectorAll('h2[id^="branch-"]')].map((each) => each.textContent);
    expect(branches).toEqual([
      'The branch the person was on',
      'Another answer: “Roughly forty metres. click (javascript:alert(1)) <img …”, V-0015, after V-0003',
      'Another question: “How deep is the lake, in feet?”, V-0016, after V-0001',
      'The agent researcher, V-0020, after V-0008',
    ]);
  });

  test('the branches are a picture and links, in words; where they part, each version leads to its neighbours', () => {
    const page = parsed(rich);
    const links = [...page.querySelectorAll('nav .tree li > a')];
    expect(links.map((each) => each.getAttribute('href'))).toEqual([
      '#branch-1',
      '#branch-4',
      '#branch-2',
      '#branch-3',
    ]);
    expect(page.querySelectorAll('nav .tree svg path')).toHaveLength(4);
    const versions = (number: string) => page.getElementById(number)?.querySelector('.versions')?.textContent;
    expect(versions('V-0003')).toBe('Version 1 of 2, the next: V-0016');
    expect(versions('V-0016')).toBe('Version 2 of 2, the one before: V-0003');
    // an agent that begins at an answer is no other version of what follows there
    expect(versions('V-0010')).toBeUndefined();
    expect(parsed(index(pageOf(compose().events()))).querySelector('.tree, .versions')).toBeNull();
  });

  test('a session with one branch is a conversation', () => {
    const log = compose();
    log.user('One');
    log.assistant('Two');
    const page = parsed(index(pageOf(log.events())));
    expect(page.querySelector('#branch-1')?.textContent).toBe('The conversation');
    expect(page.querySelector('nav a[href="#branch-1"]')?.textContent).toBe('The conversation');
  });

  test('several sessions have a table, and anchors of their own', () => {
    const page = index(pageOf(richLog(), { slug: 'a' }), pageOf(richLog(), { slug: 'b' }));
    expect(astray(page)).toEqual([]);
    expect(parsed(page).querySelectorAll('header table tbody tr')).toHaveLength(2);
    expect(page).toContain('id="a.V-0003"');
    expect(page).toContain('id="b.V-0003"');
  });

  test('B74: each block has the direction of its own words, code is always left to right', () => {
    const log = compose();
    log.assistant('שלום עולם\n\n```js\nlet a = 1;\n```\n\nHello');
    const page = parsed(index(pageOf(log.events())));
    expect([...page.querySelectorAll('article p[dir]')].map((each) => each.getAttribute('dir'))).toEqual([
      'auto',
      'auto',
    ]);
    expect(page.querySelector('article pre')?.getAttribute('dir')).toBe('ltr');
  });

  test('B74: a table has the direction of its words as a whole, so that its columns stay in order and in line', () => {
    const log = compose();
    log.assistant('| שעה | h (m) |\n| --- | --- |\n| 15:00 | 1.2 |');
    const table = parsed(index(pageOf(log.events()))).querySelector('article table');
    expect(table?.getAttribute('dir')).toBe('auto');
    expect(table?.querySelectorAll('[dir], bdi')).toHaveLength(0);
    expect([...(table?.querySelectorAll('th > .cell, td > .cell') ?? [])].map((each) => each.textContent)).toEqual([
      'שעה',
      'h (m)',
      '15:00',
      '1.2',
    ]);
  });

  test('B63: reasoning and tool calls are apart from the answer, folded', () => {
    const page = parsed(rich);
    expect(page.getElementById('V-0004')?.querySelector('details p')?.textContent).toContain('I should search.');
    expect(page.getElementById('V-0008')?.textContent).not.toContain('I should search.');
    expect(page.getElementById('V-0006')?.querySelector('details code')?.textContent).toBe(
      '{"query":"depth of the lake","recency":30}',
    );
  });

  test('B68: code is byte for byte what it was, an empty first line and blanks at the end too', () => {
    const code = '\n  C:\\new\\table  \t\n\nif (a < b && c) "x"  \n\n';
    const log = compose();
    log.assistant([{ type: 'code', text: code, language: 'c' }, text('plain')]);
    expect(parsed(index(pageOf(log.events()))).querySelector('article code')?.textContent).toBe(code);
  });

  test('somebody’s Markdown is lists, tables, formulas and code in colours, with its sources where they are cited', () => {
    const log = compose();
    const words = '1. **a.** b\n   - c\n\n> d\n\n$x^2$ and [^1].\n\n```py\nprint(1)\n```\n\n[^1]: e';
    const found = log.result('search', [
      { type: 'evidence', id: 'x', url: 'https://a.example/', title: 'A', passages: [], cited: true },
    ]);
    const id = log.assistant([text(words), citation([0, words.indexOf(' b')], `${found}#x`)]);
    const page = parsed(index(pageOf(log.events())));
    const number = `V-000${log.events().findIndex((event) => event.id === id)}`;
    const said = page.getElementById(number);
    expect(said?.querySelector('ol > li > p')?.innerHTML).toBe(
      '<strong>a.</strong><a class="cite" href="#source-1">[1]</a> b',
    );
    expect(said?.querySelector('ol ul > li')?.textContent).toBe('c');
    expect(said?.querySelector('blockquote')?.textContent).toBe('d');
    expect(said?.querySelector('math')?.getAttribute('alttext')).toBe('x^2');
    expect(said?.querySelector('.hljs-built_in')?.textContent).toBe('print');
    const note = said?.querySelector('sup a')?.getAttribute('href')?.slice(1) ?? '';
    expect(page.getElementById(note)?.textContent).toBe('e');
  });

  test('a picture that the words show stands there, and is only named where it is sent along', () => {
    const image = {
      type: 'image',
      artifact: artifactName(sha256Hex('a picture')),
      mime: 'image/png',
      name: 'lake.png',
      pointer: 'sandbox:/lake.png',
    } as const;
    const log = compose();
    log.assistant([text('See ![the lake](sandbox:/lake.png).'), image]);
    log.assistant([text('See [the lake](sandbox:/lake.png).'), image]);
    const page = parsed(index(pageOf(log.events())));
    const drawn = (number: string) =>
      [...(page.getElementById(number)?.querySelectorAll('img') ?? [])].map(({ alt }) => alt);
    expect(drawn('V-0001')).toEqual(['the lake']);
    expect(page.getElementById('V-0001')?.textContent).toContain('lake.png');
    expect(drawn('V-0002')).toEqual(['lake.png']);
  });

  test('a title turns nothing around it, and everything in it can be seen', () => {
    expect(parsed(rich).querySelector('h1')?.innerHTML).toBe('<bdi>How deep is the ⟨U+202E⟩lake?</bdi>');
    expect(parsed(rich).title).toBe(`How deep is the ⟨U+202E⟩lake? · ${ARCHIVE.name}`);
  });

  test('sources are numbered, with passages and who supplied each', () => {
    const source = parsed(rich).getElementById('source-1');
    expect(source?.getAttribute('value')).toBe('1');
    expect([...(source?.querySelectorAll('blockquote') ?? [])].map((each) => each.textContent)).toEqual([
      'The deepest point is at 43 m.supplied by the provider',
      'It was 41 m in 1887.supplied by the provider',
    ]);
  });

  test('the same log gives the same bytes', () => {
    expect(index(pageOf(richLog()))).toBe(rich);
  });
});
