import { seenName, withoutMarks } from '../../handoff/marks';
import { suppliedBy } from '../../handoff/readable';
import { place } from '../../handoff/shown';
import type { NumberedSource } from '../../projection/sources';
import type { PageSession } from './context';
import { publishedWords } from './describe';
import { html, type Markup, NOTHING } from './html';
import { nameHtml, partHeading, referenceLink } from './names-html';
import { copyHtml } from './source-copy';
import { outsideHtml } from './tree-html';

/** Every source by its number, with its passages and who supplied each. */
export function sourcesHtml(page: PageSession, prefix: string): Markup {
  const { sources } = page.shown;
  if (sources.length === 0) return NOTHING;
  const cited = sources.filter((source) => source.cited).length;
  return html`${partHeading(prefix, 'sources', 'Sources')}
<p class="quiet">${cited} cited, ${sources.length - cited} retrieved and not cited. A passage is what the site itself passed on unless it says otherwise; the page may say something else today.</p>
<ol>${sources.map((source) => sourceHtml(page, source, prefix))}</ol>`;
}

function sourceHtml(page: PageSession, source: NumberedSource, prefix: string): Markup {
  const number = place(page.shown, source.event);
  const name = seenName(source.title, source.url) ?? 'Without a title';
  const facts = [source.site, source.published === null ? null : publishedWords(source.published)].flatMap((fact) =>
    fact === null ? [] : html`${nameHtml(fact)} · `,
  );
  return html`<li class="source" id="${prefix}source-${source.number}" value="${source.number}">${source.url === null ? nameHtml(name) : outsideHtml(name, source.url)}
<br><span class="quiet">${facts}${source.cited ? 'cited' : 'retrieved, not cited'} · first in ${referenceLink(prefix, number)}</span>
${source.passages.map(({ text, origin }) => html`<blockquote><p class="text" dir="auto">${withoutMarks(text)}</p><span class="quiet">${suppliedBy(origin)}</span></blockquote>`)}${copyHtml(page, source, prefix)}</li>
`;
}
