import { isHtml, isTextArea, windowOf } from './dom';

/** What editors put into a text for themselves: no words of anybody. */
const ASIDE =
  '[data-slate-placeholder], .ProseMirror-widget, .ProseMirror-gapcursor, .ql-ui, .ql-clipboard, style, script';

const INLINE = /^(?:inline|contents|ruby|none)/;

/** The text that stands in an editor, a line for each of its blocks. */
export function textIn(editor: HTMLElement): string {
  if (isTextArea(editor)) return editor.value;
  const written: Written = { lines: [], line: '', begun: false };
  for (const child of editor.childNodes) take(child, written);
  endLine(written);
  return written.lines.join('\n');
}

interface Written {
  readonly lines: string[];
  line: string;
  /** Something stands on the line, be it nothing to see. */
  begun: boolean;
}

function take(node: Node, written: Written): void {
  if (node.nodeType === 3) {
    written.line += (node as Text).data;
    written.begun = true;
  } else if (isHtml(node) && !node.matches(ASIDE)) takeElement(node, written);
}

function takeElement(element: HTMLElement, written: Written): void {
  // one at the end of a block holds it open, and begins no other line
  const isBreak = element.localName === 'br';
  if (isBreak) written.begun = true;
  const isBlock = isBreak || !INLINE.test(windowOf(element).getComputedStyle(element).display);
  if (isBlock) endLine(written);
  if (isBlock && !isBreak && element.childNodes.length === 0) written.begun = true; // an empty line
  for (const child of element.childNodes) take(child, written);
  if (isBlock) endLine(written);
}

function endLine(written: Written): void {
  if (!written.begun) return;
  written.lines.push(written.line);
  written.line = '';
  written.begun = false;
}
