import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';
import { append } from '../../src/lib/append';
import { type Source, sources } from './source';

const TAKES_MANY: ReadonlySet<string> = new Set(['push', 'unshift', 'splice', 'concat', 'max', 'min']);

/** Calls that put a whole list on the stack. */
function spreadsIn({ path, text }: Pick<Source, 'path' | 'text'>): string[] {
  const found: string[] = [];
  new Visitor({
    CallExpression: ({ callee, arguments: given, start }) => {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (!TAKES_MANY.has(callee.property.name) || !given.some(({ type }) => type === 'SpreadElement')) return;
      const line = text.slice(0, start).split('\n').length;
      found.push(`${path}:${line} spreads a list into ${callee.property.name}(): a long one overflows the stack`);
    },
  }).visit(parseSync(path, text).program);
  return found;
}

test('no list of a length that others choose is put on the stack', () => {
  expect(spreadsIn({ path: 'x.ts', text: 'a.push(1);\nb.push(...c);\nMath.max(0, ...d);' })).toHaveLength(2);
  expect(sources.flatMap(spreadsIn)).toEqual([]);
});

test('appending takes a list of any length', () => {
  const list = [0];
  append(list, new Array<number>(400_000).fill(1));
  expect(list).toHaveLength(400_001);
});
