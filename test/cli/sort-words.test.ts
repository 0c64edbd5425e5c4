import { parseArgs } from 'node:util';
import { describe, expect, test } from 'vitest';
import { sortWords } from '../../src/cli/sort-words';
import { file, verify } from './run';

const sorted = (line: string) => {
  const options = { only: { type: 'string', multiple: true }, out: { type: 'string' } } as const;
  return sortWords(parseArgs({ args: line.split(' '), options, allowPositionals: true, tokens: true }).tokens);
};

describe('the words of a command line', () => {
  test.each([
    ['pack a.zip --only 1 2 3 --out x.zip', ['pack', 'a.zip'], ['1', '2', '3']],
    ['pack a.zip b.zip --only 1 --only 2 --out x.zip', ['pack', 'a.zip', 'b.zip'], ['1', '2']],
    ['pack --only 1 a.zip --out x.zip', ['pack', 'a.zip'], ['1']],
    ['pack a.zip --only 1 --out x.zip b.zip', ['pack', 'a.zip', 'b.zip'], ['1']],
    ['pack a.zip --only 1 -- b.zip', ['pack', 'a.zip', 'b.zip'], ['1']],
  ])('%s', (line, words, ids) => {
    expect(sorted(line)).toEqual({ words, ids });
  });
});

test('with --json a refusal is a verdict on the side of results, and exit 1', async () => {
  const ran = await verify(file('no.zip', 'this is no zip'), false, true);
  expect(ran.code).toBe(1);
  expect(JSON.parse(ran.said)).toMatchObject({ kind: 'refused', flaw: { sentence: expect.any(String) } });
  expect(ran.last).toContain('no.zip: ');
});
