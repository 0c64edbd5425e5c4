import type { Archive } from './archive-facts';
import { type Chunk, html, type Markup, NOTHING } from './html';
import { nameHtml } from './names-html';
import { policyFor } from './policy';
import { STYLE } from './style';

export interface PageParts {
  /** A name that somebody else chose. */
  readonly title: string;
  readonly archive: Archive;
  /** The style of the page on paper. */
  readonly print: string;
  /** True where drawing all of it at once would take long. */
  readonly isLong: boolean;
  readonly header: Markup;
  readonly main: readonly Chunk[];
  readonly footer: Markup;
}

/** A page of an archive, under the policy that binds it. Its title names the archive: browsers print it on every sheet. */
export function pageHtml({ title, archive, print, isLong, header, main, footer }: PageParts): Chunk[] {
  const head = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${{ markup: policyFor([STYLE, print]) }}">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>${nameHtml(title, 'text')} · ${archive.name}</title>
<style>${{ markup: STYLE }}</style>
<style>${{ markup: print }}</style>
</head>
<body${isLong ? html` class="long"` : NOTHING}>
<header>
<h1>${nameHtml(title)}</h1>
${header}
</header>
<main>
`;
  const end = html`
</main>
<footer>${footer}</footer>
</body>
</html>
`;
  return [head, ...main, end];
}
