import { describe, expect, test } from 'vitest';
import { mathTree } from '../../src/prose/math';
import { markdownTree } from '../../src/prose/tree';
import { elementsIn, told, ways } from './said';

const shown = (text: string): string => told(markdownTree(text, [], ways));
/** The TeX of all formulas that were set. */
const tex = (text: string): unknown[] =>
  elementsIn(markdownTree(text, [], ways)).flatMap(({ tagName, properties }) =>
    tagName === 'math' ? [properties.display === 'block' ? [properties.alttext] : properties.alttext] : [],
  );

describe('B72: formulas', () => {
  test.each([
    ['\\(a<b\\) and $x_1$ and $$y$$ and \\[z\\]', ['a<b', 'x_1', ['y'], ['z']]],
    ['It costs $5 or $10, **not $ 7**, US$8 and $9.', []],
    ['a $x$5 b', []],
    ['$\\$5$ and \\$x$', ['\\$5']],
    ['`$x$` and ``\\(y\\)``', []],
    ['\\\\(x\\\\)', []],
    ['\\(a \\\\ b\\)', ['a \\\\ b']],
    ['so\n\\[\na\n- b\n= c\n\\]\nthen', [['a\n- b\n= c']]],
    ['1. so\n   \\[\n   a\n   + b\n   \\]\n2. then', [['a\n+ b']]],
    ['> $$\n> x\n> $$', [['x']]],
    ['$$\nx\n\ny\n$$', []],
    ['\\[ x = y \\]', [[' x = y ']]],
    ['\\[ x \\] where \\[ y \\]', [[' x '], [' y ']]],
    ['$$x$$\n$$y$$', [['x'], ['y']]],
    ['| $x$ | \\(y\\) |\n| - | - |', ['x', 'y']],
    ['\\begin{align}x\\end{align}', []],
  ])('are found in %j', (text, expected) => expect(tex(text)).toEqual(expected));

  test('are elements of MathML and nothing else, left to right', () => {
    expect(shown('$\\frac{a}{b}$')).toBe('<p><math><mfrac><mi>a</mi><mi>b</mi></mfrac></math></p>');
    // one browser draws no root without a font for it
    const root = shown('$\\sqrt[3]{x}$');
    expect(root).toMatch(/<msup><mrow><\/mrow><mn>3<\/mn><\/msup><mo>√<\/mo><mrow\.root>.*<mi>x<\/mi>/);
    expect(shown('$\\sqrt x$')).toContain('<mo>√</mo><mrow.root>');
    expect(mathTree('x', false)?.properties).toEqual({ dir: 'ltr', alttext: 'x' });
    expect(mathTree('x', true)?.properties).toEqual({ dir: 'ltr', display: 'block', alttext: 'x' });
  });

  test.each([
    '\\href{javascript:alert(1)}{x}',
    '\\url{https://x.example}',
    '\\includegraphics{https://x.example/p.png}',
    '\\class{a}{x}',
    '\\nosuch{x}',
    '\\frac{a',
    '\\def\\a{\\a\\a}\\a',
    '\\phantom{hidden}',
    `${'{'.repeat(40)}x${'}'.repeat(40)}`,
    'x'.repeat(5000),
  ])('are shown as they are written where they cannot be set, or would lead, load or hide: %s', (source) => {
    expect(mathTree(source, false)).toBeNull();
    expect(shown(`$$\n${source}\n$$`)).toContain('<figure.code>');
  });

  test('one does not define anything for the next', () => {
    expect(mathTree('\\gdef\\mine{x}\\mine', false)).not.toBeNull();
    expect(mathTree('\\mine', false)).toBeNull();
  });

  test('scroll in their own place among words where a narrow screen has no room for them', () => {
    const wrapped = (formula: string): boolean =>
      elementsIn(markdownTree(`a ${formula} b`, [], ways)).some(
        ({ tagName, properties }) => tagName === 'span' && properties.tabIndex === 0,
      );
    expect(wrapped('$e = \\frac{d_1 - d_2}{d_2}$')).toBe(false);
    expect(wrapped('$a + b + c + d + e + f + g + h + i + j + k + l$')).toBe(true);
  });

  test('carry no style of their own', () => {
    for (const source of [
      '\\color{white}x',
      '\\boxed{x}',
      '\\begin{pmatrix}a&b\\end{pmatrix}',
      '\\tag{1}x',
      '\\rlap{x}y',
      '\\hspace{-9em}x',
    ])
      expect(JSON.stringify(mathTree(source, true)?.children ?? []), source).not.toMatch(/"style"|-9em|"href"|"src"/);
  });
});
