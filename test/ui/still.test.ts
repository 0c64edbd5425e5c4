// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { element } from '../../src/prose/elements';
import { markdownTree } from '../../src/prose/tree';
import { fill, stillOf, textOfStill, withStill } from '../../src/ui/session/still';
import { WAYS } from '../../src/ui/session/ways';

const WORDS = `Some **bold *and slanted* words**, \`code\` and $x^2$.

| a | b |
| - | :-: |
| 1 | [two](https://two.example/?a=1&b=2) |

- one
  1. two

  \`\`\`ts
  const tide = '<b>&amp;</b>'; // ebbs
  \`\`\`
`;

/** A tree as somebody would write it down. */
const written = (place: Element): string => place.innerHTML;

function shown(nodes: ReturnType<typeof markdownTree>): string {
  const place = document.createElement('div');
  fill(place, stillOf(element('div', {}, nodes)));
  return written(place);
}

test('what is still is what it was, every sign, element and attribute of it', () => {
  const html = shown(markdownTree(WORDS, [], WAYS));
  expect(html).toContain('<strong>bold <em>and slanted</em> words</strong>');
  expect(html).toContain('href="https://two.example/?a=1&amp;b=2"');
  expect(html).toContain('&lt;b&gt;&amp;amp;&lt;/b&gt;');
  const place = document.createElement('div');
  fill(place, stillOf(element('div', {}, markdownTree(WORDS, [], WAYS))));
  expect(place.querySelector('math')?.namespaceURI).toBe('http://www.w3.org/1998/Math/MathML');
  expect(place.querySelector('td a')?.textContent).toBe('two');
  expect(textOfStill(stillOf(element('div', {}, markdownTree('One **two** three', [], WAYS))))).toBe('One two three');
});

test('what can be pressed stays a tree, what stands in it and beside it is still', () => {
  const [list] = markdownTree('- plain\n- cited here\n', [{ at: 20, numbers: [1] }], WAYS).map(withStill);
  const items = list?.children.filter((child) => child.type === 'element') ?? [];
  expect(items.map(({ data }) => data?.still !== undefined)).toEqual([true, false]);
  expect(JSON.stringify(items[1])).toContain('"tagName":"cite"');
});

test('is far smaller than the tree it was', () => {
  const program = `\`\`\`ts\n${Array.from({ length: 40 }, (_, n) => `const tide${n} = await read('port', ${n});`).join('\n')}\n\`\`\``;
  const tree = markdownTree(program, [], WAYS);
  const nodes = (at: object): number =>
    Object.values(at).reduce((sum, each) => sum + (typeof each === 'object' && each ? nodes(each) : 0), 1);
  expect(nodes(tree.map(withStill))).toBeLessThan(nodes(tree) / 20);
});
