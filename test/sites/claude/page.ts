import script from './app.js?raw';

/** The policy of the page: as strict as the site's, and stricter where that costs the page nothing. */
export const policyOf = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

/** The one document that the site serves at every address of the app. */
export const documentOf = (nonce: string, listed: readonly { readonly id: string; readonly name: string }[]): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Claude</title>
<style nonce="${nonce}">body{font:16px system-ui;display:grid;grid-template-columns:16rem 1fr;gap:2rem}[data-index]{margin:1rem 0;white-space:pre-wrap}</style>
<script nonce="${nonce}">${script}</script>
</head>
<body>
<nav aria-label="Recents"><ul>${listed.map(link).join('')}</ul></nav>
<main><div data-autoscroll-container><div role="feed" id="feed"></div></div>
<fieldset data-chat-input-container><div data-testid="chat-input" id="prompt-textarea" class="ProseMirror" contenteditable="true" role="textbox" aria-label="Write your prompt to Claude"></div>
<button type="button" id="retry" aria-label="Retry">Retry</button></fieldset></main>
</body>
</html>`;

const link = ({ id, name }: { id: string; name: string }): string =>
  `<li><a href="/chat/${id}">${name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</a></li>`;
