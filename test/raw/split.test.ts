import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { concat, looseText, utf8 } from '../../src/lib/bytes';
import { type SplitEnd, type Stretch, split } from '../../src/raw/split';
import { chunksOf, jsonBytes, jsonText } from './json-texts';

/** Everything a text is split into, bytes copied at once as the function asks. */
async function all(chunks: Iterable<Uint8Array>, members: readonly string[] = ['conversations']) {
  const stretches: Stretch[] = [];
  const stream = split(chunks, members);
  for (;;) {
    const next: IteratorResult<Stretch, SplitEnd> = await stream.next();
    if (next.done) return { stretches, end: next.value };
    stretches.push({ ...next.value, bytes: new Uint8Array(next.value.bytes) });
  }
}

const elements = (stretches: readonly Stretch[]): string[] =>
  stretches.filter(({ kind }) => kind === 'element').map(({ bytes }) => looseText(bytes));

const cuts = fc.array(fc.nat(), { maxLength: 12 });
const list = fc.array(jsonText, { maxLength: 5 });

describe('the splitter', () => {
  test('gives every byte once and in order, whatever the text and wherever chunks end', async () => {
    const text = fc.oneof(
      jsonBytes,
      fc.uint8Array({ maxLength: 40 }).map((bytes) => new Uint8Array(bytes)),
    );
    const property = fc.asyncProperty(text, cuts, async (bytes, places) => {
      const { stretches } = await all(chunksOf(bytes, places), ['mapping', 'm']);
      expect(concat(stretches.map((each) => each.bytes))).toEqual(bytes);
    });
    await fc.assert(property, { numRuns: 1500 });
  });

  test('elements are those of the root list, each with the place it began at', async () => {
    const property = fc.asyncProperty(list, fc.constantFrom('', ' ', '\n\t'), cuts, async (texts, blank, places) => {
      const bytes = utf8(`${blank}[${texts.map((each) => `${blank}${each}${blank}`).join(',')}]${blank}`);
      const { stretches, end } = await all(chunksOf(bytes, places));
      expect(end).toBe('whole');
      expect(elements(stretches)).toEqual(texts);
      for (const each of stretches)
        if (each.kind === 'element')
          expect(bytes.subarray(each.offset, each.offset + each.bytes.length)).toEqual(each.bytes);
    });
    await fc.assert(property, { numRuns: 1000 });
  });

  test('elements are those of a named member of the root, and of no deeper member of that name', async () => {
    const property = fc.asyncProperty(list, jsonText, jsonText, cuts, async (texts, before, after, places) => {
      const inside = `"x":{"conversations":[1,2]},"y":${before}`;
      const bytes = utf8(`{${inside}, "conversations" : [${texts.join(' , ')}] ,"conversations":[7],"z":${after}}`);
      const { stretches, end } = await all(chunksOf(bytes, places));
      expect(end).toBe('whole');
      expect(elements(stretches)).toEqual(texts);
    });
    await fc.assert(property, { numRuns: 1000 });
  });

  test('a name may be written with escapes', async () => {
    const { stretches } = await all([utf8('{"\\u0063onversations":[1,[2]]}')]);
    expect(elements(stretches)).toEqual(['1', '[2]']);
  });

  test('a member of that name which is no list is passed over', async () => {
    const { stretches, end } = await all([utf8('{"conversations":{"a":[1]},"conversations":[2]}')]);
    expect([elements(stretches), end]).toEqual([['2'], 'whole']);
  });

  test.each([
    ['', 'no-list'],
    ['  ', 'no-list'],
    ['7', 'no-list'],
    ['{"mapping":{}}', 'no-list'],
    ['<!doctype html>', 'no-list'],
    ['[]', 'whole'],
    ['[1,2', 'cut'],
    ['[1,{"a":"]', 'cut'],
    ['{"conversations":[1]', 'cut'],
    ['{"a":1', 'cut'],
  ] as const)('the end of %j is %s', async (text, expected) => {
    expect((await all([utf8(text)])).end).toBe(expected);
  });

  test.each([
    ['[}', [], 'cut'],
    ['[}]', [], 'whole'],
    ['[1}', ['1'], 'cut'],
    ['[1},2]', ['1', '2'], 'whole'],
    ['[}}{}}}[]}]}', ['{}', '[]'], 'whole'],
    ['{"conversations":[}1]}', ['1'], 'whole'],
    ['{"a":]}', [], 'no-list'],
    ['{"a":}', [], 'no-list'],
  ] as const)('a bracket in %j that closes nothing does not make it stand still', async (text, expected, end) => {
    const split = await all([utf8(text)]);
    expect([elements(split.stretches), split.end]).toEqual([expected, end]);
    expect(looseText(concat(split.stretches.map(({ bytes }) => bytes)))).toBe(text);
  });

  test('texts of nothing but marks come to an end', async () => {
    const marks = fc.array(fc.constantFrom(...'{}[],:"\\1 '), { maxLength: 12 }).map((parts) => utf8(parts.join('')));
    const property = fc.asyncProperty(marks, cuts, async (bytes, places) => {
      const { stretches } = await all(chunksOf(bytes, places));
      expect(concat(stretches.map((each) => each.bytes))).toEqual(bytes);
      expect(stretches.length).toBeLessThanOrEqual(3 * bytes.length + 1);
    });
    await fc.assert(property, { numRuns: 3000 });
  });

  test('a text that is cut off loses no element before, and the rest is between', async () => {
    const { stretches } = await all(chunksOf(utf8('[{"a":1},{"b":"x'), [9, 11]));
    expect(elements(stretches)).toEqual(['{"a":1}']);
    expect(looseText(concat(stretches.map(({ bytes }) => bytes)))).toBe('[{"a":1},{"b":"x');
  });
});
