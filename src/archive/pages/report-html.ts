import { place } from '../../handoff/shown';
import { sentence } from '../../lib/text';
import { TESTS, type TestName, type TestReport } from '../../model/session';
import { gapsOf } from '../../projection/lacks';
import { gapGroups, gapSentence } from '../../report/gaps';
import { QUESTIONS, VERDICTS } from '../../report/words';
import type { PageSession } from './context';
import { copyFacts } from './facts';
import { html, type Markup, NOTHING } from './html';
import { iconHtml } from './icon-html';
import { nameHtml, numberLink, partHeading, referenceLink } from './names-html';

/** What the tests count, in words, where a person would not read the name of the member. */
export const COUNTS: Readonly<Record<string, string>> = {
  agentMessages: 'messages between agents',
  calls: 'calls of tools',
  citationsChanged: 'citations whose page has changed',
  citationsCut: 'citations not in our copy, which is cut',
  citationsFound: 'citations found in our copy',
  citationsGiven: 'citations with what the provider gave',
  citationsUnread: 'citations whose copy has no words',
  citationsUnreachable: 'citations whose page cannot be reached',
  compactions: 'summaries in place of messages',
  losses: 'named losses',
  quotes: 'quotes in answers',
  quotesFound: 'quotes found in a source',
  sealed: 'sealed values',
  targets: 'targets built',
  twinDescribed: 'told of by a debrief',
  twinFull: 'readable elsewhere',
  twinMissing: 'nothing readable',
  twinPartial: 'partly readable',
  unknown: 'not fully read',
  valid: 'targets valid',
};

/** The five tests of a session. */
export function reportHtml(page: PageSession, prefix: string): Markup {
  const report = page.report();
  return html`${TESTS.map((test) => testHtml(page, test, report[test], prefix))}`;
}

function testHtml(page: PageSession, name: TestName, test: TestReport, prefix: string): Markup {
  const counts = Object.entries(test.counts).flatMap(([label, count]) =>
    count === 0 ? [] : `${COUNTS[label] ?? label}: ${count}`,
  );
  return html`<details>
<summary><b>${name[0]?.toUpperCase() ?? ''}${name.slice(1)}</b> <span class="verdict ${test.verdict}">${iconHtml(test.verdict)}${VERDICTS[test.verdict]}</span> <span class="quiet">${QUESTIONS[name]}</span></summary>
${counts.length === 0 ? NOTHING : html`<p class="quiet">${counts.join(', ')}</p>`}
<ul>${test.items.map(({ event, why }) => html`<li>${eventLink(page, event, prefix)}${nameHtml(why)}</li>`)}</ul>
${test.next === null ? '' : html`<p>${test.next}</p>`}
</details>
`;
}

function eventLink({ shown, view }: PageSession, event: string | null, prefix: string): Markup | string {
  if (event === null || !view.current.has(event)) return '';
  const number = place(shown, event);
  return html`${referenceLink(prefix, number)} `;
}

/** Everything known to be missing. */
export function gapsHtml(page: PageSession, prefix: string): Markup {
  const gaps = gapsOf(page.view);
  const list = gapGroups(gaps).map(
    (group) =>
      html`<li>${group.map(({ id }) => eventLink(page, id, prefix))}${nameHtml(sentence(gapSentence(group[0])))}</li>`,
  );
  return html`${partHeading(prefix, 'missing', 'Known to be missing')}
${gaps.length === 0 ? html`<p>Nothing that the log knows of.</p>` : html`<ul>${list}</ul>`}`;
}

/** What the session left on a provider's server. */
export function serversHtml(page: PageSession, prefix: string): Markup {
  const { servers } = page.outline();
  const items = servers.map((event) => {
    const number = place(page.shown, event.id);
    const [copy, ...facts] = copyFacts(event.body, page.namesOfCopies());
    const rows = facts.map(({ label, value }) => html`<dt>${label}</dt><dd>${nameHtml(value)}</dd>`);
    return html`<li id="${prefix}${number}">${nameHtml(copy?.value ?? '')} ${numberLink(prefix, number)}<dl>${rows}</dl></li>
`;
  });
  return html`${partHeading(prefix, 'servers', 'Copies on servers')}
${servers.length === 0 ? html`<p>The log names none.</p>` : html`<ul class="copies">${items}</ul>`}`;
}
