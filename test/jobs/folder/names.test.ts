import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asOne, folderPath, plainPath, untaken, withNote } from '../../../src/jobs/folder/names';
import { utf8 } from '../../../src/lib/bytes';

const CHAT = { key: 'abcdef0123456789', title: 'Tides', started: '2026-11-30T09:00:00.000Z', site: 'ChatGPT' };
const USUAL = 'Valise/{site}/{date} {title}.zip';

describe('the name in the folder', () => {
  test('is what the pattern says of the chat', () => {
    expect(folderPath(USUAL, CHAT)).toBe('Valise/ChatGPT/2026-11-30 Tides.zip');
    expect(folderPath('{year}/{month}/{key}', CHAT)).toBe('2026/11/abcdef01.zip');
    expect(folderPath('{other} {title}', CHAT)).toBe('{other} Tides.zip');
  });

  test.each([
    ['a/b', USUAL, 'Valise/ChatGPT/2026-11-30 a b.zip'],
    ['../../etc', '{title}', 'etc.zip'],
    ['..', '{title}', 'valise abcdef01.zip'],
    ['con', '{title}', '_con.zip'],
    ['aux.tar', '{title}', '_aux.tar.zip'],
    ['C:\\x', '{title}', 'C x.zip'],
    ['~root', '{title}', 'root.zip'],
    ['.hidden', '{title}/{title}', 'hidden/hidden.zip'],
    ['潮汐', '{title}', '潮汐.zip'],
    [null, USUAL, 'Valise/ChatGPT/2026-11-30 valise.zip'],
  ])('of %j by %j is %j', (title, pattern, path) => {
    expect(folderPath(pattern, { ...CHAT, title })).toBe(path);
  });

  test.each(['', '/', '///', '..', '../..', '.zip', '/.zip'])('is something for the pattern %j', (pattern) => {
    expect(folderPath(pattern, CHAT)).toBe('valise abcdef01.zip');
  });

  test('is safe whatever pattern and title say', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string(),
      fc.constantFrom('..', '.', '~', 'nul', '{title}', '/', '\\', ' ', 'x'.repeat(300)),
    );
    fc.assert(
      fc.property(fc.array(text), text, (pieces, title) => {
        for (const path of [folderPath(pieces.join('/'), { ...CHAT, title }), plainPath(folderPath(title, CHAT))]) {
          expect(path.endsWith('.zip')).toBe(true);
          expect(utf8(path).length).toBeLessThan(340);
          for (const piece of path.split('/')) {
            expect(piece).toMatch(/^[^. ~-](?:.*[^. ])?$/u);
            expect(piece).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\\:*?"<>|]/u);
            expect(piece).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d) *(?:\.|$)/i);
            expect(utf8(piece).length).toBeLessThanOrEqual(105);
          }
        }
      }),
    );
  });

  test('is nobody else’s, to file systems that know no case', () => {
    const taken = new Set(['a/TIDES.zip', 'a/Tides abcdef01.zip'].map(asOne));
    expect(untaken('a/Tides.zip', CHAT, taken)).toBe('a/Tides abcdef01 2.zip');
    expect(untaken('a/Ebb.zip', CHAT, taken)).toBe('a/Ebb.zip');
    expect(asOne('E\u0301')).toBe(asOne('é'));
  });

  test('takes a note before its ending, and can be written plainly', () => {
    expect(withNote('a/Tides.zip', 'v2')).toBe('a/Tides v2.zip');
    expect(plainPath('a/潮 x.zip')).toBe('a/_ x.zip');
  });
});
