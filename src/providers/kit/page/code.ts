import {
  anyOf,
  attribute,
  classed,
  first,
  having,
  isElement,
  isText,
  nodesIn,
  outermost,
  type PageElement,
  type Test,
  textIn,
} from './tree';

export interface CodeBlock {
  readonly text: string;
  readonly language: string | null;
  /** An editor shows only the lines in view: there are others that the page does not hold. */
  readonly cut: boolean;
}

const isLine = classed('cm-line');
const isCut = classed('cm-gap');
const isCode: Test = ({ tagName }) => tagName === 'code';
const notCode: Test = anyOf(
  ({ tagName }) => tagName === 'button' || tagName === 'svg' || tagName === 'style' || tagName === 'script',
  classed('react-syntax-highlighter-line-number'),
  having('aria-hidden', 'true'),
);

/** The code in a block of any of the ways in which pages show it: an editor's lines, `pre` and `code`, or either alone. */
export function codeIn(block: PageElement): CodeBlock {
  const content = first(block, classed('cm-content')) ?? first(block, isCode) ?? block;
  const lines = outermost(content, isLine, notCode);
  const text = lines.length > 0 ? lines.map((line) => textIn(line, notCode)).join('\n') : brokenText(content);
  return {
    text: text.replace(/\r\n?/g, '\n').replace(/\n$/, ''),
    language: languageIn(block, content),
    cut: first(content, isCut) !== null,
  };
}

/** Text in which a line break is an element. */
function brokenText(content: PageElement): string {
  const pieces: string[] = [];
  for (const node of nodesIn(content, notCode)) {
    if (isText(node)) pieces.push(node.value);
    else if (isElement(node) && node.tagName === 'br') pieces.push('\n');
  }
  return pieces.join('');
}

const NAME = /^[\p{L}\d][\p{L}\d+#. _-]{0,30}$/u;

/** The language as the markup names it, else as the block's header does. */
function languageIn(block: PageElement, content: PageElement): string | null {
  for (const element of [content, first(content, isCode), first(block, isCode), block]) {
    const found = element && stated(element);
    if (found) return found;
  }
  const label = content === block ? '' : labelBefore(block, content);
  return NAME.test(label) ? label.toLowerCase() : null;
}

function stated(element: PageElement): string | null {
  const named = attribute(element, 'data-language');
  return named || (/(?:^|\s)lang(?:uage)?-([^\s]+)/.exec(attribute(element, 'class') ?? '')?.[1] ?? null);
}

function labelBefore(block: PageElement, content: PageElement): string {
  let label = '';
  for (const node of nodesIn(block, notCode)) {
    if (node === content) break;
    if (isText(node)) label += node.value;
  }
  return label.trim();
}
