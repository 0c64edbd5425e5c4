import { describe, expect, test } from 'vitest';
import { utf8 } from '../../src/lib/bytes';
import { type ReadablePage, readPage } from '../../src/pages/readable';

const read = (html: string): ReadablePage | null => readPage(utf8(html), 'text/html', 'https://source.example/');
const END = '<p>The end is read.</p>';
const STORY = '<p>Here is a sentence, with commas, and a second one, that goes on for a while, as they do.</p>'.repeat(
  12,
);

/** Each of them would take minutes, or all memory, or the stack, where every part of the way took it as it is. */
const PAGES: readonly (readonly [string, string])[] = [
  ['elements without end in one another', `${'<div>'.repeat(50_000)}${END}`],
  ['words at every depth', `${'<div>word, '.repeat(1500)}${END}`],
  ['elements that are opened again in every paragraph', `${'<p><b><i><u>'.repeat(300)}${END}`],
  ['links in links', `${'<a href="/x">x'.repeat(3000)}${END}`],
  ['lists in lists', `${'<ul><li>'.repeat(1500)}${END}`],
  ['tables in tables', `${'<table><tr><td>'.repeat(1500)}${END}`],
  ['very many elements', `${'<br>'.repeat(50_000)}${END}`],
  ['very many beside each other', `${'<i>x</i>'.repeat(8_000)}${END}`],
  ['signs of HTML', `<p>${'< &lt; & > '.repeat(20_000)}</p>${END}`],
  ['signs of Markdown', `<p>${'*_[`!$|~'.repeat(10_000)}</p>${END}`],
  ['blanks', `<p>${' \n'.repeat(200_000)}x${' \n'.repeat(200_000)}</p>${END}`],
  ['very long attributes', `${STORY}<p class="${'a b'.repeat(300_000)}" style="${'a:b;'.repeat(100_000)}">x</p>${END}`],
  ['a picture of very many sizes', `${STORY}<img src="data:x" srcset="${'a b'.repeat(300_000)}">${END}`],
  ['names of many blanks', `<meta name="${' '.repeat(300_000)}og:title" content="x">${STORY}${END}`],
  ['a title of many titles', `<title>${'a | '.repeat(100_000)}</title>${STORY}${END}`],
  ['data in data', `<script type="application/ld+json">${'['.repeat(150_000)}</script>${STORY}${END}`],
  ['formulas in formulas', `${'<span class="katex">'.repeat(1500)}x${'</span>'.repeat(1500)}${END}`],
  ['what never ends', `${STORY}${END}<p><!-- `],
  ['zero characters and halves of characters', `${STORY}<p>\u0001&#0;&#xD800;\ufdd0 0\ufdd1 \ufdd3</p>${END}`],
];

describe('a page of', () => {
  test.each(PAGES)('%s is read to its end', (_, html) => {
    const page = read(html);
    expect(page?.markdown).toContain('The end is read.');
    expect(page?.markdown.isWellFormed()).toBe(true);
    expect(page?.all?.text).toContain('The end is read.');
    expect(page?.all?.text.isWellFormed()).toBe(true);
  });

  test('one element that is never closed has what is before it', () => {
    for (const tag of [
      'script',
      'style',
      'textarea',
      'title',
      'template',
      'select',
      'svg',
      'math',
      'noscript',
      'plaintext',
    ])
      expect(read(`${STORY}<${tag}>${END}`)?.markdown).toContain('Here is a sentence');
  });
});

test('a page that is very long is cut, and says so', () => {
  const page = read(`<p>The beginning.</p>${'word '.repeat(1_200_000)}${END}`);
  expect(page).toMatchObject({ cut: true });
  expect(page?.markdown.startsWith('The beginning.')).toBe(true);
  expect(page?.markdown).not.toContain('The end');
  expect(page?.all?.cut).toBe(true);
  expect(read(STORY)).toMatchObject({ cut: false, all: { cut: false } });
});

test('what lies behind the markup of a very long page is in all that it says', () => {
  const page = read(`<p>The beginning.</p>${'<i class="a"></i>'.repeat(400_000)}${END}`);
  expect(page).toMatchObject({ cut: true, all: { cut: false } });
  expect(page?.all?.text).toBe('The beginning.\n\nThe end is read.');
});

test('a page that claims to be a record, or to be ours, is a page', () => {
  const page = read(
    `<p data-origin="0" __proto__="x">One</p><p data-origin="99999">Two</p><p id="__proto__" class="constructor">Three</p>${STORY}`,
  );
  for (const word of ['One', 'Two', 'Three']) expect(page?.markdown).toContain(word);
});

test('what is nested beyond reading as a page still gives its title and no script', () => {
  const page = read(
    `<title>T</title><script>never</script><style>never</style>${'<div>'.repeat(3000)}a<b>b</b><p>c</p>`,
  );
  expect(page).toMatchObject({ title: 'T', markdown: 'ab\n\nc\n', tool: { name: 'valise/words', version: '1' } });
});
