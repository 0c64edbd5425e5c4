import { describe, expect, test } from 'vitest';
import { lastOf } from '../../src/lib/steps';
import { type Finding, searching } from '../../src/secrets/search';
import { PERSONAL, SECRETS } from './values';

const found = (text: string, country: string | null = null): Finding[] =>
  lastOf(searching([{ event: 'a', text }], { country }));

const values = (text: string, country: string | null = null): string[] =>
  found(text, country).flatMap((each) => [...each.values]);

describe('what is found', () => {
  test.each([...Object.entries(SECRETS), ...Object.entries(PERSONAL)])('%s in a sentence', (_, value) => {
    expect(values(`Please use ${value} for it.`)).toContain(value);
  });

  test.each(Object.entries({ ...SECRETS, ...PERSONAL }))('%s inside JSON that a tool gave back', (_, value) => {
    const text = JSON.stringify({ lines: `first\nkey ${value}\nlast`, nested: JSON.stringify({ a: `x ${value} y` }) });
    const [first, ...others] = found(text);
    expect(first?.count).toBe(2);
    expect(others).toEqual([]);
  });

  test.each([
    ['password = "correct horse9"', []],
    ['password: hunter22hunter', ['hunter22hunter']],
    ['"client_secret": "q8Zr-19xk-Pl"', ['q8Zr-19xk-Pl']],
    ['Das Passwort ist "Segelboot7"', ['Segelboot7']],
    ['Authorization: Bearer abcDEF123456ghiJKL7890', ['abcDEF123456ghiJKL7890']],
    [`API_KEY=$${'{API_KEY}'}`, []],
    ['password: <your password here>', []],
    ['api_key = "your-api-key-here1"', []],
    ['The password is changed often.', []],
  ])('what is named a password: %s', (text, expected) => {
    expect(values(text)).toEqual(expected);
  });

  test.each([
    'react@19.2.0 and icon@2x.png and @scope/name',
    'git@github.com:anna/boats.git',
    'The year 2026, 1700000000000 ms, 3.14159265358979',
    '4111 1111 1111 1112 fails its check',
    'sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'V-0042 and 6f9619ff-8b86-d011-b42d-00cf4fc964ff',
    'class="sk-loading-spinner-animation-wrapper"',
    '+1 is not a number, nor is 1+1=2, nor 12 + 345 678 = 12345',
  ])('not: %s', (text) => {
    expect(values(text)).toEqual([]);
  });

  test('numbers as people of a country write them, where it is known', () => {
    expect(values('Ruf an: 030 901820.', 'DE')).toEqual(['030 901820']);
    expect(values('Ruf an: 030 901820.')).toEqual([]);
  });

  test('one finding for all ways to write it, by kind and in order', () => {
    const all = found('anna@example.org, bo@example.org, ANNA@example.org, +49 30 901820, +4930901820');
    expect(all.map(({ label, count }) => [label, count])).toEqual([
      ['e-mail address 1', 2],
      ['e-mail address 2', 1],
      ['phone number 1', 2],
    ]);
  });

  test('a comment that asks not to look changes nothing', () => {
    expect(values(`// secretlint-disable\n${SECRETS.github}\n`)).toEqual([SECRETS.github]);
  });

  test('places are said with their event and line', () => {
    const all = lastOf(
      searching([
        { event: null, text: 'none here' },
        { event: 'one', text: `above\nwrite to anna@example.org today\nbelow` },
        { event: 'two', text: 'anna%40example.org' },
      ]),
    );
    expect(all[0]?.places).toEqual([
      { event: 'one', before: 'write to ', value: 'anna@example.org', after: ' today' },
      { event: 'two', before: '', value: 'anna%40example.org', after: '' },
    ]);
  });

  test('across the border of what is looked at together, and in a long text in time', () => {
    const text = `${'word '.repeat(3_276)}${SECRETS.github} ${'word '.repeat(100_000)}anna@example.org`;
    const began = performance.now();
    expect(values(text)).toEqual([SECRETS.github, 'anna@example.org']);
    expect(performance.now() - began).toBeLessThan(15_000);
  });

  test.each([
    ['one letter', 'a'.repeat(200_000)],
    ['beginnings of keys', '-----BEGIN RSA PRIVATE KEY-----'.repeat(3_000)],
    ['beginnings of tokens', 'eyJeyJ.'.repeat(20_000)],
    ['at signs', 'a@'.repeat(60_000)],
    ['digits', '4'.repeat(100_000)],
    ['digits apart', '4 '.repeat(60_000)],
    ['backslashes', '\\'.repeat(100_000)],
    ['percents', '%25'.repeat(40_000)],
    ['names of passwords', 'password='.repeat(12_000)],
    ['plus signs', '+1'.repeat(60_000)],
  ])('a hostile text of %s ends in time', (_, text) => {
    const began = performance.now();
    found(text);
    expect(performance.now() - began).toBeLessThan(8_000);
  });
});
