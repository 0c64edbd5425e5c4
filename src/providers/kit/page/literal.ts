import { CLOSE, OPEN } from './emit';
import { isLeftOut, type Look, type Put, putOf } from './put';
import {
  attribute,
  hasClass,
  isElement,
  isText,
  type PageElement,
  type PageNode,
  type PageParent,
  textIn,
} from './tree';

const PARAGRAPHS = new Set(['p', 'ul', 'ol', 'table', 'blockquote', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const LINES = new Set(['div', 'li', 'tr', 'section', 'article']);

interface Open {
  /** What is still to be read, the next one last. */
  readonly rest: PageNode[];
  /** Blanks are as they were typed. */
  readonly asTyped: boolean;
  /** Line feeds that follow. */
  readonly after: number;
}

/** What a person typed, as it stands on the page: its blanks kept, its Markdown left alone. Without recursion. */
export function literalText(roots: readonly PageParent[], look: Look): { text: string; puts: readonly Put[] } {
  const puts: Put[] = [];
  const pieces: string[] = [];
  const typing = { look, puts, write: writerOf(pieces) };
  const stack = roots.toReversed().map((root) => opened(root, 'tagName' in root && hasClass(root, TYPED), 2));
  for (let open = stack.at(-1); open; open = stack.at(-1)) {
    const node = open.rest.pop();
    const below = node && read(node, open, typing);
    if (below) stack.push(below);
    if (node) continue;
    typing.write.breakLines(open.after);
    stack.pop();
  }
  return { text: pieces.join('').trim(), puts };
}

const TYPED = 'whitespace-pre-wrap';

const opened = (root: PageParent, asTyped: boolean, after: number): Open => ({
  rest: root.childNodes.toReversed(),
  asTyped,
  after,
});

interface Typing {
  readonly look: Look;
  readonly puts: Put[];
  readonly write: Writer;
}

/** Elements that are written whole. */
const WHOLE: Readonly<Record<string, (node: PageElement, write: Writer) => void>> = {
  br: (_, write) => write.text('\n'),
  code: (node, write) => write.inlineCode(textIn(node)),
  a: (node, write) => write.link(textIn(node), attribute(node, 'href')),
};

/** Reads a node; gives what is to be read below it. */
function read(node: PageNode, { asTyped }: Open, typing: Typing): Open | null {
  const { look, puts, write } = typing;
  if (isText(node)) write.text(asTyped ? node.value : node.value.replace(/\s+/g, ' '));
  if (!isElement(node) || look.left(node)) return null;
  const found = look.put(node) ?? putOf(node);
  for (const put of found ?? []) place(put, write, puts);
  if (found || isLeftOut(node)) return null;
  return Object.hasOwn(WHOLE, node.tagName) ? writeWhole(node, write) : openBlock(node, asTyped, write);
}

function writeWhole(node: PageElement, write: Writer): null {
  WHOLE[node.tagName]?.(node, write);
  return null;
}

function openBlock(node: PageElement, asTyped: boolean, write: Writer): Open {
  const lines = PARAGRAPHS.has(node.tagName) ? 2 : LINES.has(node.tagName) ? 1 : 0;
  write.breakLines(lines);
  return opened(node, asTyped || hasClass(node, TYPED), lines);
}

function place(put: Put, write: Writer, puts: Put[]): void {
  if (put.kind === 'code') {
    const fence = fenceFor(put.text);
    write.breakLines(2);
    write.text(`${fence}${put.language ?? ''}\n${put.text}\n${fence}`);
    write.breakLines(2);
  } else if (put.kind === 'inline-code') write.inlineCode(put.text);
  else if (put.kind === 'math') write.text(put.display ? `$$${put.tex}$$` : `$${put.tex}$`);
  else write.mark(`${OPEN}${puts.push(put) - 1}${CLOSE}`);
}

/** Longer than any run of backticks in the code. */
function fenceFor(code: string): string {
  let longest = 2;
  for (const [run] of code.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return '`'.repeat(longest + 1);
}

type Writer = ReturnType<typeof writerOf>;

/** Writes line feeds only between texts, and as many as the more demanding side wants. */
function writerOf(pieces: string[]) {
  let wanted = 0;
  let last = '\n';
  const put = (value: string): void => {
    if (wanted > 0 && pieces.length > 0) pieces.push('\n'.repeat(last === '\n' ? wanted - 1 : wanted));
    wanted = 0;
    pieces.push(value);
    last = value.slice(-1);
  };
  const text = (value: string): void => {
    const plain = value.replace(/[\ufdd0-\ufdef]/g, '\ufffd');
    const isBlank = plain.trim() === '';
    if (plain !== '' && !(isBlank && (wanted > 0 || pieces.length === 0))) put(plain);
  };
  return {
    text,
    mark: (value: string): void => put(` ${value}`),
    breakLines: (lines: number): void => {
      if (pieces.length > 0) wanted = Math.max(wanted, lines);
    },
    /** The person's own backticks may be there beside it. */
    inlineCode: (code: string): void => text(last === '`' ? code : `\`${code}\``),
    link: (words: string, href: string | null): void =>
      text(href === null || href.startsWith('#') || href === words.trim() ? words : `[${words}](${href})`),
  };
}
