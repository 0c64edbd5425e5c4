import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectedOf } from '../providers/recorded';
import { folder, pack, show, verify } from './run';

const saved = (site: string, name: string): string => {
  const path = join(folder(), `${name}.html`);
  writeFileSync(path, expectedOf(site, name).exchange.text ?? '');
  return path;
};

test.each([
  ['chatgpt', 'page-articles', 'How high does a **sluice** stand?'],
  ['chatgpt', 'page-exchanges', 'Use `lift()`, **please**'],
  ['claude', 'page-rows', 'Draw the *gate*.'],
])('a saved page of %s (%s) is packed, sound, and reads the same again', async (site, name, words) => {
  const first = await pack([saved(site, name)]);
  expect(first).toMatchObject({ code: 0, complained: '' });
  expect((await verify(first.zip, true)).said).toMatch(/^Sound: .* 0 different, 0 not read again/);
  expect((await show(first.zip, 'jsonl')).said).toContain(words);
});

test('a page to sign in at is said to be one', async () => {
  const { code, complained } = await pack([saved('chatgpt', 'page-wall')]);
  expect(code).toBe(1);
  expect(complained).toContain('this page of ChatGPT shows no conversation: sign in there');
});

test('a page of somebody else is said to be a page', async () => {
  const path = join(folder(), 'other.html');
  writeFileSync(path, '<!doctype html><title>Tides</title><p>chatgpt.com and claude.ai are named here.</p>');
  const { code, complained } = await pack([path]);
  expect(code).toBe(1);
  expect(complained).toContain('this is a web page, not an answer of a chat site');
});
