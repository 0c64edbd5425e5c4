// @ts-nocheck: it plays somebody else's page, written in plain JavaScript.
/* Lexical with rich text, as several sites have it; Enter sends. */
import { createEmptyHistoryState, registerHistory } from '@lexical/history';
import { registerRichText } from '@lexical/rich-text';
import {
  $createParagraphNode,
  $createTextNode,
  $getRoot,
  COMMAND_PRIORITY_HIGH,
  createEditor,
  KEY_ENTER_COMMAND,
} from 'lexical';
import { asked, ready } from './page.mjs';

const holder = document.querySelector('#editor');
const root = document.createElement('div');
root.contentEditable = 'true';
holder.append(root);

const editor = createEditor({ namespace: 'chat', onError: (error) => reportError(error) });
editor.setRootElement(root);
registerRichText(editor);
registerHistory(editor, createEmptyHistoryState(), 300);
function send() {
  document.querySelector('#composer').requestSubmit();
  return true;
}
editor.registerCommand(KEY_ENTER_COMMAND, send, COMMAND_PRIORITY_HIGH);
editor.update(() => {
  const lines = (asked.get('own') ?? '').split('\n');
  $getRoot().append(...lines.map((line) => $createParagraphNode().append(...(line ? [$createTextNode(line)] : []))));
});

ready(() =>
  editor.getEditorState().read(() =>
    $getRoot()
      .getChildren()
      .map((each) => each.getTextContent())
      .join('\n'),
  ),
);
