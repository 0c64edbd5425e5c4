import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indexHtml } from '../../../src/archive/pages/index-html';
import { transcriptOf } from '../../../src/archive/pages/transcript';
import type { Event } from '../../../src/model/event';
import { byMarkdownIt, readers } from '../../prose/readers';
import { hostileText } from './hostile';
import { deadLinks, numbersIn } from './links';
import { payloads } from './payloads';
import { poisonLog } from './poison';
import { ARCHIVE, pageOf } from './rich';

/** All that a person can read on the archive's own page, addresses and names of pictures too. */
const seenOnPage = (html: string): string =>
  html
    .replace(/<style>.*?<\/style>/gs, '')
    .replace(/<[^>]*>/g, (tag) =>
      [...tag.matchAll(/ (?:href|alt|title)="([^"]*)"/g)].map(([, value]) => value).join(' '),
    )
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&');

const marksIn = (text: string): string[] => [...new Set(text.match(/q\d+z/g) ?? [])].sort();

function faultsOf(events: readonly Event[], read: typeof byMarkdownIt): string[] {
  const page = pageOf(events);
  const seen = read(transcriptOf(page));
  const numbers = seen.headings.filter((words) => /^V-\d{4,}$/.test(words));
  const expected = numbersIn(page);
  return [
    ...seen.html.map((html) => `HTML ${html}`),
    ...seen.images.filter((image) => !image.startsWith('../../artifacts/')).map((image) => `a picture ${image}`),
    ...deadLinks(seen),
    ...(numbers.join() === expected.join() ? [] : [`numbers ${numbers} instead of ${expected}`]),
    ...(/[\ue200-\ue2ff]/.test(seen.words.replace(seen.codes.join(''), '')) ? ['a mark of the site'] : []),
    ...(seen.headings.at(-2) === 'Copies' ? [] : ['something was swallowed']),
  ];
}

describe.each(readers)('a session full of poison, as %s reads its transcript', (_, read) => {
  test('B86: script, attributes, addresses, Markdown, TeX, SVG and signs of direction stay words in every field', () => {
    const all = payloads('https://listener.example');
    // every payload in every field: each log takes them in another order
    for (let first = 0; first < all.length; first += 7)
      expect(faultsOf(poisonLog([...all.slice(first), ...all.slice(0, first)]), read)).toEqual([]);
  });

  test('nothing in a session leaves its place, whatever it says and wherever it says it', () => {
    fc.assert(
      fc.property(fc.array(hostileText(6), { minLength: 1, maxLength: 7 }), (strings) => {
        expect(faultsOf(poisonLog(strings), read)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

test('the transcript says what index.html says: every word of every field stands in both or in neither', () => {
  const all = payloads('https://listener.example');
  for (let first = 0; first < all.length; first += 7) {
    const page = pageOf(poisonLog([...all.slice(first), ...all.slice(0, first)]));
    const { words, codes, links } = byMarkdownIt(transcriptOf(page));
    const inTranscript = marksIn([words, ...codes, ...links].join(' '));
    const onPage = marksIn(seenOnPage(indexHtml([page], ARCHIVE)));
    expect(onPage.filter((mark) => !inTranscript.includes(mark))).toEqual([]);
    expect(inTranscript.filter((mark) => !onPage.includes(mark))).toEqual([]);
  }
});
