import { describe, expect, test } from 'vitest';
import { utf8 } from '../../src/lib/bytes';
import { decodePage } from '../../src/pages/charset';

const bytes = (...parts: (string | readonly number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'string' ? [...utf8(part)] : part)));
const meta = (charset: string): string => `<!doctype html><html><head><meta charset="${charset}"><title>`;

/** The same word in each, as its own table writes it. */
const WORDS = [
  ['windows-1251', 'Привет', [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]],
  ['koi8-r', 'Привет', [0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4]],
  ['gbk', '你好', [0xc4, 0xe3, 0xba, 0xc3]],
  ['gb18030', '你好€', [0xc4, 0xe3, 0xba, 0xc3, 0xa2, 0xe3]],
  ['big5', '你好', [0xa7, 0x41, 0xa6, 0x6e]],
  ['shift_jis', '日本語', [0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea]],
  ['euc-jp', '日本語', [0xc6, 0xfc, 0xcb, 0xdc, 0xb8, 0xec]],
  ['euc-kr', '한국', [0xc7, 0xd1, 0xb1, 0xb9]],
  ['windows-1252', '“€”', [0x93, 0x80, 0x94]],
  ['windows-1255', 'שלום', [0xf9, 0xec, 0xe5, 0xed]],
  ['utf-8', 'né', [0x6e, 0xc3, 0xa9]],
] as const;

describe.each(WORDS)('%s', (charset, word, written) => {
  test('by the header', () => {
    const type = `text/html; charset=${charset}`;
    expect(decodePage(bytes('<p>', written), type)).toEqual({ text: `<p>${word}`, charset, from: 'header' });
  });

  test('by the page itself', () => {
    const page = bytes(meta(charset), written);
    expect(decodePage(page, 'text/html')).toEqual({ text: meta(charset) + word, charset, from: 'meta' });
    const old = `<meta http-equiv="Content-Type" content="text/html; charset=${charset.toUpperCase()}">`;
    expect(decodePage(bytes(old, written), null)).toEqual({ text: old + word, charset, from: 'meta' });
  });

  test('by the header, though the page says otherwise', () => {
    const page = bytes(meta('iso-8859-7'), written);
    expect(decodePage(page, `text/html;charset="${charset}"`)).toMatchObject({ charset, from: 'header' });
  });
});

describe('a mark at the beginning', () => {
  test('outranks all that is said', () => {
    const page = bytes([0xef, 0xbb, 0xbf], meta('gbk'), 'né');
    expect(decodePage(page, 'text/html; charset=shift_jis')).toEqual({
      text: `${meta('gbk')}né`,
      charset: 'utf-8',
      from: 'bom',
    });
  });

  test.each([
    ['utf-16le', [0xff, 0xfe, 0x61, 0x00, 0xe9, 0x00]],
    ['utf-16be', [0xfe, 0xff, 0x00, 0x61, 0x00, 0xe9]],
  ])('of %s', (charset, page) => {
    expect(decodePage(Uint8Array.from(page), 'text/html; charset=utf-8')).toEqual({ text: 'aé', charset, from: 'bom' });
  });

  test('is not needed where the header says UTF-16', () => {
    const page = Uint8Array.from([0x61, 0x00, 0xe9, 0x00]);
    expect(decodePage(page, 'text/html; charset=UTF-16LE')).toEqual({
      text: 'aé',
      charset: 'utf-16le',
      from: 'header',
    });
  });
});

describe('where nothing helpful is said', () => {
  test('UTF-8 is UTF-8, also cut in a character', () => {
    expect(decodePage(bytes('né'), null)).toEqual({ text: 'né', charset: 'utf-8', from: 'guess' });
    const cut = bytes('née').subarray(0, 2);
    expect(decodePage(bytes('né', [...cut]), null)).toEqual({ text: 'nén\ufffd', charset: 'utf-8', from: 'guess' });
  });

  test('anything else is windows-1252', () => {
    expect(decodePage(bytes('n', [0xe9, 0x80], ' x'), 'text/html')).toEqual({
      text: 'né€ x',
      charset: 'windows-1252',
      from: 'guess',
    });
    expect(decodePage(bytes('caf', [0xe9]), null)).toMatchObject({ text: 'café', charset: 'windows-1252' });
  });

  test.each([
    'text/html; charset=klingon',
    'text/html; charset=',
    'text/html; charset="',
    'charset',
    '; charset=utf-9',
  ])('in the header %s, the page is asked', (type) => {
    expect(decodePage(bytes(meta('windows-1251'), [0xcf]), type)).toMatchObject({
      charset: 'windows-1251',
      from: 'meta',
    });
  });

  test('in the page, its bytes are looked at', () => {
    expect(decodePage(bytes(meta('klingon'), 'né'), null)).toMatchObject({ charset: 'utf-8', from: 'guess' });
    expect(decodePage(bytes(' '.repeat(2000), meta('gbk')), null)).toMatchObject({ from: 'guess' });
    expect(decodePage(bytes('<!-- <meta charset="gbk"> -->'), null)).toMatchObject({ from: 'guess' });
  });

  test('what says UTF-16 of itself in single bytes is UTF-8', () => {
    expect(decodePage(bytes(meta('utf-16'), 'né'), null)).toMatchObject({ charset: 'utf-8', from: 'meta' });
  });
});

test('XML says it in its first line', () => {
  const head = '<?xml version="1.0" encoding="windows-1251"?><p>';
  expect(decodePage(bytes(head, [0xcf]), 'application/xhtml+xml')).toEqual({
    text: `${head}П`,
    charset: 'windows-1251',
    from: 'meta',
  });
});

test('nothing at all is an empty text', () => {
  expect(decodePage(new Uint8Array(), null)).toEqual({ text: '', charset: 'utf-8', from: 'guess' });
});
