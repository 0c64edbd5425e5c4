// @vitest-environment happy-dom
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PageSession } from '../../../src/archive/pages/context';
import { indexHtml } from '../../../src/archive/pages/index-html';
import { compose } from '../../model/compose';
import { hostileText } from './hostile';
import { ARCHIVE, pageOf, richLog } from './rich';

const index = (...pages: PageSession[]): string => indexHtml(pages, ARCHIVE);
const parsed = (page: string): Document => new DOMParser().parseFromString(page, 'text/html');

describe('index.html on paper', () => {
  test('the page says what it is a page of, in the title and in the margins of paper too', () => {
    const page = parsed(index(pageOf(richLog())));
    const said = page.querySelector('header')?.textContent ?? '';
    for (const each of Object.values(ARCHIVE)) expect(said).toContain(each);
    expect(page.title.endsWith(` · ${ARCHIVE.name}`)).toBe(true);
    const paper = page.querySelectorAll('style')[1]?.textContent ?? '';
    expect(paper).toContain(`content: "Archive identity ${ARCHIVE.archiveIdentity}"`);
    expect(paper).toContain('"\\2068 V\\2d 0000 to V\\2d 0023\\2069 "');
    expect(paper).toContain('.off-branch { page: off-branch; }');
  });

  test('no title can end a string of the print style, or the style', () => {
    fc.assert(
      fc.property(fc.oneof(hostileText(6), fc.string({ unit: 'binary' })), (title) => {
        const log = compose();
        log.updated(title, log.user('One'));
        const page = index(pageOf(log.events()), pageOf(log.events(), { slug: 'b' }));
        const paper = page.slice(page.lastIndexOf('<style>') + 7, page.lastIndexOf('</style>'));
        const strings = [...paper.matchAll(/content: ([^;]*);/g)].map(([, content]) => content ?? '');
        expect(strings.length).toBeGreaterThan(7);
        for (const each of strings) expect(each).toMatch(/^(?:(?:"[^"<\n]*"|counter\(pages?\)|attr\(href\)) ?)+$/);
      }),
      { numRuns: 60 },
    );
  });
});
