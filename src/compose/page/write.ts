import { caretAtEnd, selectAll } from './caret';
import { isTextArea } from './dom';
import { textIn } from './read-back';
import { type Likeness, likeness } from './same';
import { elementsAround, type Spot, settled } from './spot';
import { type Way, waysInto } from './ways';

/** How the text stands there, or `site-file`: the page did not keep it in the composer, and shows something new beside it. */
export type Written = Likeness | { readonly kind: 'site-file' };

/** Writes into the composer, below what stands there. Tries another way only where nothing came of the one before. */
export async function write(spot: Spot, added: string): Promise<Written> {
  const around = elementsAround(spot);
  for (const way of waysInto(spot.editor())) {
    const written = await by(way, spot, added);
    if (written.kind !== 'untouched') return written;
    if (elementsAround(spot) > around + 1) return { kind: 'site-file' };
  }
  return { kind: 'untouched' };
}

/** One way, and once more where the page put another editor in the place of the one that was written into. */
async function by(way: Way, spot: Spot, added: string): Promise<Likeness> {
  for (let again = false; ; again = true) {
    const editor = spot.editor();
    await caretAtEnd(editor);
    if (!way(editor, added)) return { kind: 'untouched' };
    const written = await settled(spot, added);
    if (again || written.kind !== 'untouched' || spot.editor() === editor) return written;
  }
}

/** Takes away what was written, so that only the person's own words stand there. False: that could not be done. */
export async function takeBack(spot: Spot): Promise<boolean> {
  const editor = spot.editor();
  const isEmpty = spot.before.trim() === '';
  if (isTextArea(editor)) setTo(editor, spot.before);
  else if (isEmpty) {
    await selectAll(editor);
    editor.ownerDocument.execCommand('delete');
  } else editor.ownerDocument.execCommand('undo');
  await settled(spot, '');
  return likeness(spot.before, '', textIn(spot.editor())).kind === 'whole';
}

function setTo(editor: HTMLTextAreaElement, text: string): void {
  editor.select();
  const { ownerDocument } = editor;
  ownerDocument.execCommand(text === '' ? 'delete' : 'insertText', false, text);
}
