import { describe, expect, test } from 'vitest';
import { findSealed, holdsSealed, isSealed, sealedAt, sealedBytes } from '../../../src/providers/kit/sealed';

const random = (length: number): string => {
  let seed = 7;
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  return Array.from({ length }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return alphabet[seed % 64];
  }).join('');
};
const nothing = new Set<string>();

describe('what is taken as sealed', () => {
  test.each([
    ['encrypted_content', random(40)],
    ['thoughtSignature', random(32)],
    ['page_token', random(44)],
    ['anything', `gAAAA${random(60)}`],
    ['anything', random(160)],
  ])('%s', (key, text) => expect(isSealed(key, text)).toBe(true));
});

describe('what is not', () => {
  test.each([
    ['a short value under a telling key', 'token', random(20)],
    ['words', 'signature', 'Best regards from the harbour master'],
    ['an id', 'id', '5a0d4c1e-0000-4000-8000-00000000c0de'],
    ['a masked secret', 'access_token', '[masked:token]'],
    ['a picture', 'data', `iVBOR${random(300)}`],
    ['a rule of one character', 'text', '-'.repeat(200)],
    ['padding', 'text', 'A'.repeat(200)],
    ['text in base64', 'text', btoa('All of this is text that anyone can read, over and over. 0123456789 '.repeat(4))],
    ['a hash', 'text', '0123456789abcdef'.repeat(8)],
  ])('%s', (_, key, text) => expect(isSealed(key, text)).toBe(false));
});

test('is found with its place, at any depth, but not under members that are known to be none', () => {
  const value = { a: [{ 'b/c': { signature: random(40) } }], pad: random(200), list: [random(160)] };
  expect(findSealed(value, new Set(['pad'])).map(({ pointer }) => pointer)).toEqual(['/a/0/b~1c/signature', '/list/0']);
  expect(holdsSealed(value, new Set(['pad', 'a', 'list']))).toBe(false);
  expect(holdsSealed(value, nothing)).toBe(true);
});

test('its bytes are its text, and a Fernet token tells when', () => {
  const token = `gAAAAABqAAAA${random(60)}`;
  expect(new TextDecoder().decode(sealedBytes(token).bytes)).toBe(token);
  expect(sealedAt(token)).toBe(0x6a000000);
  expect(sealedAt(random(60))).toBeNull();
});

test('is found inside JSON texts, such as the arguments of a call, under the place of the text', () => {
  const task = random(80);
  const call = { arguments: JSON.stringify({ message: { encrypted: task }, plain: 'words' }), note: '{ not JSON' };
  expect(findSealed({ call }, nothing)).toEqual([{ pointer: '/call/arguments', key: 'encrypted', text: task }]);
  expect(holdsSealed({ call }, nothing)).toBe(true);
  expect(holdsSealed({ call: { arguments: JSON.stringify({ query: 'tides at the harbour' }) } }, nothing)).toBe(false);
});
