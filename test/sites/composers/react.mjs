// @ts-nocheck: it plays somebody else's page, written in plain JavaScript.
/* A field that React controls: what its state does not know is taken away again. */
import { createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { asked, ready } from './page.mjs';

let known = '';

function Field() {
  const [text, setText] = useState(asked.get('own') ?? '');
  known = text;
  const onKeyDown = (event) => {
    if (event.key === 'Enter') document.querySelector('#composer').requestSubmit();
  };
  return createElement('textarea', {
    value: text,
    placeholder: 'Message',
    onChange: ({ target }) => setText(target.value),
    onKeyDown,
  });
}

createRoot(document.querySelector('#editor')).render(createElement(Field));
ready(() => known);
