import { paste } from './clipboard';
import { isTextArea, windowOf } from './dom';

/** Hands a text to an editor. False: nobody took it. What came of it is seen by reading back. */
export type Way = (editor: HTMLElement, text: string) => boolean;

/** The ways to put a text into an editor, the best first. The next one is for where nothing came of the one before. */
export function waysInto(editor: HTMLElement): readonly Way[] {
  if (isTextArea(editor)) return [setValue, command];
  if (editor.matches('.ProseMirror') || 'pmViewDesc' in editor) return [pasteLines, pasteText, command];
  return [pasteText, insertFromPaste, command];
}

/** Sets the value as the browser does for a person: frameworks that watch the field's own member hear of the event alone. */
function setValue(editor: HTMLElement, text: string): boolean {
  const { HTMLTextAreaElement: TextArea, InputEvent } = windowOf(editor);
  const set = Object.getOwnPropertyDescriptor(TextArea.prototype, 'value')?.set;
  const whole = (editor as HTMLTextAreaElement).value + text;
  set?.call(editor, whole);
  const said = { inputType: 'insertFromPaste', data: text, bubbles: true, composed: true };
  editor.dispatchEvent(new InputEvent('input', said));
  return true;
}

/** What the browser does when a person types, all at once. */
const command: Way = (editor, text) => editor.ownerDocument.execCommand('insertText', false, text);

const pasteText: Way = (editor, text) => paste(editor, { texts: { 'text/plain': text } });

/** The same by the word that newer editors listen to. */
function insertFromPaste(editor: HTMLElement, text: string): boolean {
  const { DataTransfer, InputEvent } = windowOf(editor);
  const dataTransfer = new DataTransfer();
  dataTransfer.setData('text/plain', text);
  const said = { inputType: 'insertFromPaste', dataTransfer, bubbles: true, cancelable: true, composed: true };
  return !editor.dispatchEvent(new InputEvent('beforeinput', said));
}

/**
 * ProseMirror makes one paragraph of any number of line ends in a plain text, and so loses empty lines; in what was copied
 * out of ProseMirror each line is a paragraph, and white space stays as it is.
 */
function pasteLines(editor: HTMLElement, text: string): boolean {
  const copied = document.implementation.createHTMLDocument('');
  const slice = copied.createElement('div');
  slice.setAttribute('data-pm-slice', '1 1 []');
  for (const line of text.split('\n')) {
    const paragraph = copied.createElement('p');
    paragraph.textContent = line;
    slice.append(paragraph);
  }
  return paste(editor, { texts: { 'text/html': slice.outerHTML, 'text/plain': text } });
}
