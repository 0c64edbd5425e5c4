import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { archiveName, cutBytes, downloadName, uniqueSlugs } from '../../src/archive/names';

const SLUG = '2026-03-01-chatgpt-1a2b3c4d';
const bytes = (text: string): number => new TextEncoder().encode(text).length;

describe('the name of the downloaded file', () => {
  test('B76 90 Chinese characters are cut by bytes, on a character border, and the ending stays', () => {
    const name = downloadName('橋'.repeat(90), SLUG);
    expect(bytes(name)).toBeLessThanOrEqual(120);
    expect(name).toMatch(/^橋+ 2026-03-01-chatgpt-1a2b3c4d\.zip$/);
  });

  test('B76 a family of joined pictures is cut whole or not at all', () => {
    const family = '👩‍👩‍👧';
    expect(cutBytes(family.repeat(3), bytes(family) * 2 + 5)).toBe(family.repeat(2));
  });

  test.each([
    ['What? "A/B" <or> C:\\D | *', 'What A B or C D'],
    ['CON', 'valise'],
    ['aux', 'valise'],
    ['ends in a dot. ', 'ends in a dot'],
    ['...', 'valise'],
    ['tab\tand\nline', 'tab and line'],
    ['\u202egpj.exe', 'gpj.exe'],
    ['', 'valise'],
  ])('B77 %j is safe on every system', (title, start) => {
    expect(downloadName(title, SLUG)).toBe(`${start} ${SLUG}.zip`);
  });

  test('B80 letters of every script stay, and two of the same title do not collide', () => {
    expect(downloadName('Мост через долину', SLUG)).toMatch(/^Мост через долину /);
    expect(downloadName('谷に架かる橋', SLUG)).toMatch(/^谷に架かる橋 /);
    expect(downloadName('Same', SLUG)).not.toBe(downloadName('Same', '2026-03-01-chatgpt-99999999'));
  });

  test('whatever the title, it is a safe name of at most 120 bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (title) => {
        const name = downloadName(title, SLUG);
        expect(bytes(name)).toBeLessThanOrEqual(120);
        expect(name).not.toMatch(/[\p{Cc}\p{Cf}\\/:*?"<>|]/u);
        expect(name).toMatch(/^[^. ].* 2026-03-01-chatgpt-1a2b3c4d\.zip$/u);
        expect(name.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('names inside', () => {
  test('a second copy of a session has the first of its log’s hash', () => {
    const slugs = uniqueSlugs([
      { slug: SLUG, log: 'aaaaaaaa00' },
      { slug: SLUG, log: 'bbbbbbbb00' },
      { slug: 'other', log: 'cccccccc00' },
    ]);
    expect(slugs).toEqual([SLUG, `${SLUG}-bbbbbbbb`, 'other']);
  });

  test('one session gives its slug to the folder, several the day and the content', () => {
    expect(archiveName([SLUG], '2026-03-05', 'f00dcafe1234')).toBe(`valise-${SLUG}`);
    expect(archiveName([SLUG, 'b'], '2026-03-05', 'f00dcafe1234')).toBe('valise-2026-03-05-f00dcafe');
  });
});
