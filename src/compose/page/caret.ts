import { isHtml, isTextArea, pause } from './dom';

/** How long editors take to follow the caret: they hear of it late, and look at it seldom. */
const FOLLOWED = 150;

/** Puts the caret behind everything that stands in an editor, and lets it follow. */
export async function caretAtEnd(editor: HTMLElement): Promise<void> {
  editor.focus({ preventScroll: true });
  if (isTextArea(editor)) return editor.setSelectionRange(editor.value.length, editor.value.length);
  const range = editor.ownerDocument.createRange();
  const last = lastPlace(editor);
  if (last.nodeType === 3) range.setStart(last, (last as Text).data.length);
  else range.selectNodeContents(last);
  range.collapse(last.nodeType === 3);
  select(editor, range);
  await pause(FOLLOWED);
}

/** Selects everything in an editor, and lets it follow. */
export async function selectAll(editor: HTMLElement): Promise<void> {
  editor.focus({ preventScroll: true });
  if (isTextArea(editor)) return editor.select();
  const range = editor.ownerDocument.createRange();
  range.selectNodeContents(editor);
  select(editor, range);
  await pause(FOLLOWED);
}

function select(editor: HTMLElement, range: Range): void {
  const selection = editor.ownerDocument.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}

/** The last text of an editor, or the last block of it that holds none. */
function lastPlace(editor: HTMLElement): Node {
  let node: Node = editor;
  for (let next = lastWritable(node); next; next = lastWritable(node)) node = next;
  return node;
}

function lastWritable(node: Node): Node | null {
  for (let child = node.lastChild; child; child = child.previousSibling) {
    if (child.nodeType === 3 && (child as Text).data !== '') return child;
    if (isHtml(child) && isPlace(child)) return child;
  }
  return null;
}

/** One without any height is not shown, and takes no text. */
const isPlace = (element: HTMLElement): boolean =>
  element.localName !== 'br' && element.isContentEditable && element.getBoundingClientRect().height > 0;
