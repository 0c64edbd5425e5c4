import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shortened } from '../../../src/handoff/fit/shorten';
import { hostileText } from '../../archive/pages/hostile';

const by = (room: number, mayCut = false) => ({
  room,
  size: (text: string) => text.length,
  mark: (left: number, of: number) => `[${left} of ${of} left out]`,
  mayCut,
});

const MARK = /\[(\d+) of (\d+) left out\]/;

/** The blocks of code in a text, each with its fences. */
const blocks = (text: string): string[] => text.match(/^```[^\n]*\n[\s\S]*?^```$/gm) ?? [];

describe('a text without its middle', () => {
  const lines = Array.from({ length: 40 }, (_, at) => `line ${at}`).join('\n');

  test('is as it was where there is room', () => expect(shortened(lines, by(1000))).toEqual({ text: lines, left: 0 }));

  test('keeps its beginning and its end, in whole lines, and says how much is left out', () => {
    const { text = '', left } = shortened(lines, by(150)) ?? {};
    expect(text.length).toBeLessThanOrEqual(150);
    expect(text).toMatch(/^line 0\nline 1\n[\s\S]*\n\[\d+ of 309 left out\]\n[\s\S]*line 39$/);
    for (const line of text.split('\n')) expect(line).toMatch(/^line \d+$|left out/);
    expect(MARK.exec(text)?.[1]).toBe(String(left));
  });

  test('a block of code stays whole or goes', () => {
    const code = '```ts\nconst a = 1;\nconst b = 2;\n```';
    const text = `First.\n${code}\n${'words in between\n'.repeat(40)}${code}\nLast.`;
    for (let room = 60; room < 400; room += 7) {
      const short = shortened(text, by(room))?.text ?? '';
      expect(short.match(/```/g)?.length ?? 0, `${room}`).toBe(blocks(short).length * 2);
      for (const block of blocks(short)) expect(block).toBe(code);
    }
  });

  test('of what a tool gave back, a block is cut between its lines and left closed', () => {
    const text = `out:\n\`\`\`text\n${lines}\n\`\`\`\ndone`;
    const short = shortened(text, by(160, true))?.text ?? '';
    expect(blocks(short)).toHaveLength(2);
    expect(short).toMatch(
      /^out:\n```text\nline 0\n[\s\S]*\n```\n\[\d+ of \d+ left out\]\n```text\n[\s\S]*line 39\n```\ndone$/,
    );
  });

  test('a line without end is cut between characters as people see them', () => {
    const family = '👩‍👩‍👧‍👦';
    const short = shortened(family.repeat(100), by(160))?.text ?? '';
    expect(short.replace(MARK, '').replaceAll(family, '').trim()).toBe('');
    expect(short.split(family).length).toBeGreaterThan(4);
    const marks = 'e\u0301'.repeat(200);
    expect((shortened(marks, by(120))?.text ?? '').replace(MARK, '').replaceAll('e\u0301', '').trim()).toBe('');
  });

  test('there is nothing where not even the mark has room', () => {
    expect(shortened(lines, by(5))).toBeNull();
    expect(shortened(lines, by(26))?.text).toBe('[309 of 309 left out]');
  });

  test('whatever the text and the room: it fits, is well formed, and counts what it left out', () => {
    const any = fc
      .array(fc.oneof(hostileText(4), fc.constantFrom('```', '~~~~\nx\n~~~~', '    ```js', '> ```', '\r\n')))
      .map((all) => all.join('\n').toWellFormed());
    fc.assert(
      fc.property(any, fc.integer({ min: 0, max: 400 }), fc.boolean(), (text, room, mayCut) => {
        const short = shortened(text, by(room, mayCut));
        if (short === null) {
          expect(room).toBeLessThan(40);
          return;
        }
        expect(short.text.length).toBeLessThanOrEqual(room);
        expect(short.text.isWellFormed()).toBe(true);
        if (short.left === 0) expect(short.text).toBe(text);
        if (short.left === 0 || mayCut) return;
        const [head = '', tail = ''] = short.text.split(`[${short.left} of ${text.length} left out]`);
        expect(text.startsWith(head.replace(/\n$/, ''))).toBe(true);
        expect(text.endsWith(tail.replace(/^\n/, ''))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
