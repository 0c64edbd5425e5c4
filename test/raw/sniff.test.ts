import { describe, expect, test } from 'vitest';
import { sniff } from '../../src/raw/sniff';

const bytes = (...pieces: (string | readonly number[])[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(pieces.flatMap((each) => (typeof each === 'string' ? [...Buffer.from(each, 'latin1')] : each)));

/** “Вода”, “水”, “水”, “물” in the character set of each. */
const WORDS = {
  'windows-1251': [0xc2, 0xee, 0xe4, 0xe0],
  gbk: [0xcb, 0xae],
  shift_jis: [0x90, 0x85],
  'euc-kr': [0xb9, 0xb0],
} as const;

describe('a page in an older character set', () => {
  test.each(Object.entries(WORDS))('%s is a text, whether it says so itself or not', async (charset, word) => {
    for (const page of [
      bytes('<!DOCTYPE html>\n<title>', word, '</title>'),
      bytes('<!-- ', word, ' -->\n<HTML lang=x><p>', word),
      bytes(`<p><meta charset="${charset}">`, word),
      bytes(`<?xml version="1.0" encoding="${charset}"?><html>`, word),
    ])
      expect(await sniff(page)).toEqual({ suffix: '.txt', mime: 'text/plain', compressed: false });
  });

  test('UTF-16 is one, with its mark', async () => {
    const text = '<!doctype html><p>\u0412\u043e\u0434\u0430';
    const little = [...Buffer.from(`\ufeff${text}`, 'utf16le')];
    const big = little.flatMap((_, at) => (at % 2 === 0 ? [little[at + 1] ?? 0, little[at] ?? 0] : []));
    for (const page of [little, big]) expect((await sniff(bytes(page))).suffix).toBe('.txt');
  });

  test('has no suffix that a double click would open as a page', async () => {
    for (const page of [
      bytes('<!doctype html><script>alert(1)</script>'),
      bytes('<html><script>alert(1)</script>', WORDS.gbk),
      bytes('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    ])
      expect((await sniff(page)).suffix).toBe('.txt');
  });
});

test.each([
  ['words alone, of which nothing says what they are', bytes(WORDS['windows-1251'])],
  ['a zero byte', bytes('<!doctype html>', [0], WORDS.gbk)],
  ['the mark of UTF-16 before anything else', bytes([0xfe, 0xff], 'abc', WORDS.gbk)],
  ['tags behind other bytes', bytes(WORDS['windows-1251'], '<html>')],
])('%s is unknown', async (_, odd) => {
  expect(await sniff(odd)).toMatchObject({ suffix: '.bin', mime: 'application/octet-stream' });
});
