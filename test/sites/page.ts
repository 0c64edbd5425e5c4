import shared from './in-page.js?raw';

/** What a stand-in's document is made of. */
export interface Document {
  readonly title: string;
  readonly nonce: string;
  /** Of the page's own elements. */
  readonly style: string;
  /** More for its head. */
  readonly head?: string;
  /** The page's own scripts, in order, after what all stand-ins do alike. */
  readonly scripts: readonly string[];
  /** The side bar: its name, and what it lists. */
  readonly nav: { readonly name: string; readonly links: readonly { readonly path: string; readonly title: string }[] };
  readonly main: string;
}

/** The policy of a page: as strict as the sites', and stricter where that costs the page nothing. */
export const policyOf = (nonce: string, fileHosts = ''): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'nonce-${nonce}'`,
    `img-src 'self' ${fileHosts} data:`,
    `connect-src 'self' ${fileHosts}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

/** The one document that a stand-in serves at every address of its app. */
export const documentOf = ({ title, nonce, style, head = '', scripts, nav, main }: Document): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<style nonce="${nonce}">body{font:16px system-ui;display:grid;grid-template-columns:16rem 1fr;gap:2rem}${style}</style>
${head}
${[shared, ...scripts].map((script) => `<script nonce="${nonce}">${script}</script>`).join('\n')}
</head>
<body>
<nav aria-label="${nav.name}"><ul>${nav.links.map(link).join('')}</ul></nav>
${main}
</body>
</html>`;

const link = ({ path, title }: { readonly path: string; readonly title: string }): string =>
  `<li><a href="${path}">${title.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</a></li>`;
