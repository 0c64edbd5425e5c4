import { documentOf } from '../page';
import script from './app.js?raw';

/** The page; what its side bar lists. */
export const pageOf = (nonce: string, listed: readonly { readonly id: string; readonly name: string }[]): string =>
  documentOf({
    title: 'Claude',
    nonce,
    style: '[data-index]{margin:1rem 0;white-space:pre-wrap}',
    scripts: [script],
    nav: { name: 'Recents', links: listed.map(({ id, name }) => ({ path: `/chat/${id}`, title: name })) },
    main: MAIN,
  });

const MAIN = `<main><div data-autoscroll-container><div role="feed" id="feed"></div></div>
<fieldset data-chat-input-container><div data-testid="chat-input" id="prompt-textarea" class="ProseMirror" contenteditable="true" role="textbox" aria-label="Write your prompt to Claude"></div>
<button type="button" id="retry" aria-label="Retry">Retry</button></fieldset></main>`;
