import { clipped, seenName, withoutMarks } from '../../handoff/marks';
import { suppliedBy } from '../../handoff/readable';
import { place } from '../../handoff/shown';
import type { CheckedQuote } from '../../projection/evidence-state';
import { quotesAt } from '../../projection/quotes-at';
import type { NumberedSource } from '../../projection/sources';
import { COMPARED, comparedWords, lostWords, quoteWords, standWords } from '../../report/evidence-words';
import type { PageSession } from './context';
import { foundWords, publishedWords } from './describe';
import { html, type Markup, NOTHING } from './html';
import { nameHtml, partHeading, referenceLink } from './names-html';
import { copyHtml } from './source-copy';
import { QUOTED } from './source-list';
import { outsideHtml } from './tree-html';

/** Every source by its number, with its passages and who supplied each. */
export function sourcesHtml(page: PageSession, prefix: string): Markup {
  const { sources } = page.shown;
  if (sources.length === 0) return NOTHING;
  const cited = sources.filter((source) => source.cited).length;
  return html`${partHeading(prefix, 'sources', 'Sources')}
<p class="quiet">${cited} cited, ${sources.length - cited} retrieved and not cited. A passage is what the site itself passed on unless it says otherwise; the page may say something else today.${hasPages(page) ? html` ${COMPARED}` : NOTHING}</p>
<ol>${sources.map((source) => sourceHtml(page, source, prefix))}</ol>`;
}

const hasPages = ({ evidence }: PageSession): boolean =>
  evidence !== undefined && [...evidence.sources.values()].some((source) => source.page !== null);

function sourceHtml(page: PageSession, source: NumberedSource, prefix: string): Markup {
  const number = place(page.shown, source.event);
  const checked = page.evidence?.sources.get(source.number);
  const stand = standWords(checked, source);
  const found = foundWords(source.found);
  const name = seenName(source.title, source.url) ?? 'Without a title';
  const facts = [source.site, source.published === null ? null : publishedWords(source.published)].flatMap((fact) =>
    fact === null ? [] : html`${nameHtml(fact)} · `,
  );
  return html`<li class="source" id="${prefix}source-${source.number}" value="${source.number}">${source.url === null ? nameHtml(name) : outsideHtml(name, source.url)}
<br><span class="quiet">${facts}${source.cited ? 'cited' : 'retrieved, not cited'} · first in ${referenceLink(prefix, number)}${found === null ? NOTHING : html` · ${nameHtml(found)}`}${stand === null ? '' : ` · ${stand}`}</span>
${source.passages.map(({ text, origin }) => html`<blockquote><p class="text" dir="auto">${withoutMarks(text)}</p><span class="quiet">${suppliedBy(origin)}${comparedWords(checked, text)}</span></blockquote>`)}${quotesHtml(page, source.number, prefix)}${copyHtml(page, source, prefix)}</li>
`;
}

/** Quotations of answers that are spoken of at a source, and where they were found. */
function quotesHtml(page: PageSession, number: number, prefix: string): Markup {
  const quotes = page.evidence ? (quotesAt(page.evidence).get(number) ?? []) : [];
  if (quotes.length === 0) return NOTHING;
  return html`<p class="quiet">Quotes in answers that cite it:</p><ul>${quotes.map((quote) => quoteHtml(page, quote, prefix))}</ul>`;
}

function quoteHtml({ shown }: PageSession, quote: CheckedQuote, prefix: string): Markup {
  const { event, quotation, found } = quote;
  const said = html`${referenceLink(prefix, place(shown, event))} ${nameHtml(`“${clipped(quotation.text, QUOTED)}”`)}`;
  if (!found) return html`<li>${said}: ${lostWords(quote)}.</li>`;
  return html`<li>${said}: found in <a href="#${prefix}source-${found.source}">source ${found.source}</a>, ${quoteWords(found)}.</li>`;
}
