import { describe, expect, test } from 'vitest';
import { bibliography } from '../../../src/archive/pages/bibliography';
import { datePartsOf } from '../../../src/archive/pages/date-parts';
import type { NumberedSource } from '../../../src/projection/sources';
import { loaded, setAsHtml } from './cited';

const source = (number: number, more: Partial<NumberedSource> = {}): NumberedSource => ({
  number,
  url: `https://page.example/${number}`,
  title: `Page ${number}`,
  site: 'Site',
  published: '2025-03-01T10:00:00.000Z',
  accessed: '2026-06-02T23:59:59.000Z',
  kind: null,
  file: null,
  evidence: [`chatgpt:r#s${number}`],
  passages: [{ text: 'A passage.', origin: 'provider' }],
  found: [],
  cited: true,
  event: 'chatgpt:r',
  ...more,
});
const made = (...sources: readonly NumberedSource[]) => {
  const both = bibliography(sources);
  if (!both) throw new Error('no bibliography');
  return both;
};

describe('the bibliography in a library that others use', () => {
  test('both forms say the same: number, kind, title, address, when it was published and read', () => {
    const { csl, ris } = made(
      source(1),
      source(2, { published: '2025-03' }),
      source(3, { published: '1999', accessed: null }),
      source(4, { published: null, title: null }),
      source(5, { url: null, file: 'file-1', title: 'table.csv' }),
      source(6, { published: 'April 30, 2025' }),
    );
    const references = [
      ['1', 'webpage', 'Page 1', 'https://page.example/1', [2025, 3, 1], [2026, 6, 2]],
      ['2', 'webpage', 'Page 2', 'https://page.example/2', [2025, 3], [2026, 6, 2]],
      ['3', 'webpage', 'Page 3', 'https://page.example/3', [1999], undefined],
      ['4', 'webpage', undefined, 'https://page.example/4', undefined, [2026, 6, 2]],
      ['5', 'document', 'table.csv', undefined, [2025, 3, 1], [2026, 6, 2]],
      ['6', 'webpage', 'Page 6', 'https://page.example/6', [2025, 4, 30], [2026, 6, 2]],
    ].map(([id, type, title, url, issued, accessed]) => ({ id, type, title, site: 'Site', url, issued, accessed }));
    expect(loaded(csl)).toEqual(references);
    expect(loaded(ris)).toEqual(references);
  });

  test('an article of a newspaper is one only where the site says that it is news', () => {
    const { csl, ris } = made(source(1, { kind: 'news' }), source(2, { kind: 'image' }), source(3));
    for (const text of [csl, ris])
      expect(loaded(text).map(({ type }) => type)).toEqual(['article-newspaper', 'webpage', 'webpage']);
    expect(ris).toContain('TY  - NEWS');
    expect(ris).toContain('PY  - 2025\r\nDA  - 2025/03/01/\r\nY2  - 2026/06/02/\r\n');
  });

  test.each([
    [
      'a record of its own',
      'A\r\nER  - \r\n\r\nTY  - JOUR\r\nTI  - Forged\r\nER  - ',
      'A ER - TY - JOUR TI - Forged ER -',
    ],
    [
      'other kinds of line ends',
      'A\u2028UR  - https://evil.example/\u2029\u0085\v\fB\rER  - ',
      'A UR - https://evil.example/ B ER -',
    ],
    ['control characters', 'A\u0000\u0007\u001b[31mB', 'A⟨U+0000⟩⟨U+0007⟩⟨U+001B⟩[31mB'],
    ['what turns the direction', 'A\u202egnp.exe\u2066B', 'A⟨U+202E⟩gnp.exe⟨U+2066⟩B'],
    ['words from right to left', 'דוח על האגם — تقرير', 'דוח על האגם — تقرير'],
    ['half a character', 'A\ud800B', 'A\ufffdB'],
    ['marks of the site', 'A\ue200cite\ue202turn0search0\ue201B', 'AB'],
    ['signs of JSON and LaTeX', '"}],{"\\\\ @article{x} \\href{y}', '"}],{"\\\\ @article{x} \\href{y}'],
  ])('a title with %s breaks nothing', (_, title, shown) => {
    const { csl, ris } = made(source(1, { title, site: title }), source(2));
    for (const text of [csl, ris]) {
      expect(loaded(text).map((each) => each.title)).toEqual([shown, 'Page 2']);
      expect(loaded(text).map(({ url }) => url)).toEqual(['https://page.example/1', 'https://page.example/2']);
    }
    expect(ris.split('\r\n').filter((line) => !/^[A-Z][A-Z0-9] {2}- /.test(line))).toEqual(['', '']);
  });

  test('a title with tags is words where it is set', () => {
    const { csl } = made(source(1, { title: '<script>alert(1)</script><img src=x onerror=alert(1)>' }));
    expect(setAsHtml(csl)).not.toMatch(/<(?:script|img)/);
  });

  test('passages cannot break a record, and hundreds of them make no other', () => {
    const passages = Array.from({ length: 300 }, (_, i) => ({ text: `${i}\nER  - \nTY  - JOUR`, origin: 'provider' }));
    const { csl, ris } = made(source(1, { passages }), source(2, { passages: [] }));
    for (const text of [csl, ris]) expect(loaded(text)).toHaveLength(2);
  });

  test.each([
    ['javascript:alert(1)'],
    ['data:text/html,<script>'],
    ['file:///etc/passwd'],
    ['https://'],
    ['not an address'],
    [''],
  ])('an address that leads nowhere is a word of the note: %s', (url) => {
    const { csl, ris } = made(source(1, { url }));
    expect(loaded(csl)[0]?.url).toBeUndefined();
    expect(loaded(ris)[0]?.url).toBeUndefined();
    for (const text of [csl, ris]) expect(text).toContain(`address “${url}”`);
  });

  test('an address is on one line, and else to the letter', () => {
    const url = 'https://page.example/ä?q=a b\u0000&x=%20#:~:text=it%20rose';
    expect(loaded(made(source(1, { url: url.replace('\u0000', '') })).ris)[0]?.url).toBe(url.replace('\u0000', ''));
    expect(loaded(made(source(1, { url: 'https://a.example/\r\nER  - ' })).ris)).toHaveLength(1);
    expect(loaded(made(source(1, { url })).csl)[0]?.url).toBe(
      'https://page.example/%C3%A4?q=a%20b%00&x=%20#:~:text=it%20rose',
    );
  });

  test('a date that is none is no date, but told', () => {
    for (const published of ['2 days ago', '2025-13-01', '2025-02-30', '0000', '2024 was wet', 'Spring 2025', '']) {
      const { csl, ris } = made(source(1, { published }));
      for (const text of [csl, ris]) {
        expect(loaded(text)[0]?.issued).toBeUndefined();
        expect(text).toContain(`published “${published}”`);
      }
    }
  });
});

test.each([
  ['2024-12-03T22:45:00+02:00', [2024, 12, 3]],
  ['2024-12-03 22:45', [2024, 12, 3]],
  ['2024-02-29', [2024, 2, 29]],
  ['0099-01-01', [99, 1, 1]],
  ['Sept. 5, 2024', [2024, 9, 5]],
  ['december 31, 1999', [1999, 12, 31]],
  ['February 30, 2024', null],
  ['Marvellous 3, 2024', null],
  ['20240101', null],
  ['2023-02-29', null],
  [null, null],
])('%s is the date %j', (text, parts) => {
  expect(datePartsOf(text)).toEqual(parts);
});
