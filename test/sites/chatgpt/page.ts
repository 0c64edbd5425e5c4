import { documentOf } from '../page';
import script from './app.js?raw';
import articles from './articles.js?raw';
import exchanges from './exchanges.js?raw';
import { PERSON } from './secrets';

export interface PageFacts {
  readonly nonce: string;
  /** Null: signed out. */
  readonly token: string | null;
  /** In the layout of autumn 2026, which shows pages of turns. */
  readonly paged: boolean;
  /** What the side bar lists. */
  readonly conversations: readonly { readonly id: string; readonly title: string }[];
}

/** The page, in one of its layouts. */
export function pageOf({ nonce, token, paged, conversations }: PageFacts): string {
  const session = token === null ? null : { accessToken: token, user: PERSON, expires: '2026-12-01T00:00:00.000Z' };
  const bootstrap = JSON.stringify({
    authStatus: token === null ? 'logged_out' : 'logged_in',
    session,
    locale: 'en-US',
  });
  return documentOf({
    title: 'ChatGPT',
    nonce,
    style: 'article{margin:1rem 0;white-space:pre-wrap}[data-message-author-role=user]{text-align:right}',
    head: `<script type="application/json" id="client-bootstrap" nonce="${nonce}">${bootstrap.replaceAll('<', '\\u003c')}</script>`,
    scripts: [paged ? exchanges : articles, script],
    nav: { name: 'Chats', links: conversations.map(({ id, title }) => ({ path: `/c/${id}`, title })) },
    main: paged ? SHELL : COLUMN,
  });
}

const COLUMN = `<main><div id="thread"></div>
<form data-type="unified-composer"><div id="prompt-textarea" class="ProseMirror" contenteditable="true" role="textbox" aria-label="Message ChatGPT"></div>
<button type="button" data-testid="send-button" aria-label="Send prompt">Send</button></form></main>`;

const SHELL = `<main data-app-shell-main-surface="browser"><div data-app-action-timeline-scroll role="presentation">
<div data-chatgpt-conversation-selection-target="true" data-thread-find-target="conversation"><div id="thread"></div></div></div>
<form data-chatgpt-composer><div class="ProseMirror" contenteditable="true" data-composer-markdown role="textbox" aria-label="Message ChatGPT"></div>
<button type="button" data-testid="composer-submit-button" aria-label="Send prompt">Send</button></form></main>`;
