// @ts-nocheck: it plays somebody else's page, written in plain JavaScript.
/* Slate over React, as its documentation begins; Enter sends. */
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { createEditor, Node } from 'slate';
import { Editable, Slate, withReact } from 'slate-react';
import { asked, ready } from './page.mjs';

const editor = withReact(createEditor());
const lines = (asked.get('own') ?? '').split('\n');
const initialValue = lines.map((text) => ({ type: 'paragraph', children: [{ text }] }));

function onKeyDown(event) {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  document.querySelector('#composer').requestSubmit();
}

const field = createElement(Editable, { placeholder: 'Message', onKeyDown });
createRoot(document.querySelector('#editor')).render(createElement(Slate, { editor, initialValue, children: field }));
ready(() => editor.children.map((each) => Node.string(each)).join('\n'));
