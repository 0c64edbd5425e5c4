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

/** The policy of the page: as strict as the site's, and stricter where that costs the page nothing. */
export const policyOf = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' https://*.oaiusercontent.com data:",
    "connect-src 'self' https://*.oaiusercontent.com",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

/** The one document that the site serves at every address of the app. */
export function documentOf({ nonce, token, paged, conversations }: PageFacts): string {
  const session = token === null ? null : { accessToken: token, user: PERSON, expires: '2026-12-01T00:00:00.000Z' };
  const bootstrap = JSON.stringify({
    authStatus: token === null ? 'logged_out' : 'logged_in',
    session,
    locale: 'en-US',
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>ChatGPT</title>
<style nonce="${nonce}">body{font:16px system-ui;display:grid;grid-template-columns:16rem 1fr;gap:2rem}article{margin:1rem 0;white-space:pre-wrap}[data-message-author-role=user]{text-align:right}</style>
<script type="application/json" id="client-bootstrap" nonce="${nonce}">${bootstrap.replaceAll('<', '\\u003c')}</script>
<script nonce="${nonce}">${paged ? exchanges : articles}</script>
<script nonce="${nonce}">${script}</script>
</head>
<body>
<nav aria-label="Chats"><ul>${conversations.map(link).join('')}</ul></nav>
${paged ? SHELL : COLUMN}
</body>
</html>`;
}

const COLUMN = `<main><div id="thread"></div>
<form data-type="unified-composer"><div id="prompt-textarea" class="ProseMirror" contenteditable="true" role="textbox" aria-label="Message ChatGPT"></div>
<button data-testid="send-button" aria-label="Send prompt">Send</button></form></main>`;

const SHELL = `<main data-app-shell-main-surface="browser"><div data-app-action-timeline-scroll role="presentation">
<div data-chatgpt-conversation-selection-target="true" data-thread-find-target="conversation"><div id="thread"></div></div></div>
<form data-chatgpt-composer><div class="ProseMirror" contenteditable="true" data-composer-markdown role="textbox" aria-label="Message ChatGPT"></div>
<button data-testid="composer-submit-button" aria-label="Send prompt">Send</button></form></main>`;

const link = ({ id, title }: { id: string; title: string }): string =>
  `<li><a href="/c/${id}">${title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</a></li>`;
