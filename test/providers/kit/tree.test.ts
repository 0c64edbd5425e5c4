import { expect, test } from 'vitest';
import { growTree, type SentNode, walkTree } from '../../../src/providers/kit/tree';

const grow = (nodes: readonly SentNode[]) => {
  const keys = new Set(nodes.map(({ key }) => key));
  return growTree(nodes, (reference) => (keys.has(reference) ? reference : null));
};
const walked = (nodes: readonly SentNode[]): string[] => {
  const steps: string[] = [];
  walkTree(
    grow(nodes),
    (key) => steps.push(key),
    (key) => steps.push(`/${key}`),
  );
  return steps;
};
const node = (key: string, parent: string | null, ...children: string[]): SentNode => ({ key, parent, children });

test('walks depth first, children in the order of the list, and leaves what it entered', () => {
  expect(walked([node('b', 'a'), node('a', null, 'c', 'b'), node('c', 'a')])).toEqual([
    'a',
    'c',
    '/c',
    'b',
    '/b',
    '/a',
  ]);
});

test('a child in no list comes after the listed ones; one listed twice comes once', () => {
  expect(walked([node('a', null, 'b', 'b'), node('x', 'a'), node('b', 'a')])).toEqual([
    'a',
    'b',
    '/b',
    'x',
    '/x',
    '/a',
  ]);
});

test('the word of a node for its parent counts more than a list', () => {
  expect(grow([node('a', null, 'c'), node('b', null), node('c', 'b')]).parentOf.get('c')).toBe('b');
});

test('a parent that was not sent stands in its place, and so does a child', () => {
  const tree = grow([node('a', null, 'lost'), node('b', 'gone')]);
  expect([...tree.missing]).toEqual(['lost', 'gone']);
  expect(tree.parentOf.get('lost')).toBe('a');
  expect(tree.parentOf.get('b')).toBe('gone');
  expect(tree.roots).toEqual(['a', 'gone']);
});

test('a node that one list names as a lost child has a parent after all', () => {
  const tree = grow([node('a', null, 'gone'), node('b', 'gone')]);
  expect(tree.parentOf).toEqual(
    new Map([
      ['b', 'gone'],
      ['gone', 'a'],
    ]),
  );
});

test('a cycle loses one edge, named, and no node', () => {
  const tree = grow([node('a', 'c'), node('b', 'a'), node('c', 'b'), node('tail', 'b')]);
  expect(tree.cut).toEqual(new Map([['a', 'c']]));
  expect(
    walked([node('a', 'c'), node('b', 'a'), node('c', 'b'), node('tail', 'b')]).filter((step) => !step.startsWith('/')),
  ).toEqual(['a', 'b', 'c', 'tail']);
  expect(grow([node('self', 'self', 'self')]).cut).toEqual(new Map([['self', 'self']]));
});

test('a hundred thousand nodes in a row need no stack', () => {
  const nodes = Array.from({ length: 100_000 }, (_, i) =>
    node(`${i}`, i ? `${i - 1}` : null, ...(i < 99_999 ? [`${i + 1}`] : [])),
  );
  expect(walked(nodes)).toHaveLength(200_000);
});
