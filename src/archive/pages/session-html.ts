import { place } from '../../handoff/shown';
import { sessionName, siteName } from '../../handoff/titles';
import { beganWords, heldIn, recordedFact } from '../../handoff/when';
import { momentInWords } from '../../lib/time';
import type { Event } from '../../model/event';
import type { Turn } from '../../projection/branches';
import { branchesHtml } from './branches-html';
import type { PageSession } from './context';
import { stretchName } from './describe';
import { eventHtml } from './event-html';
import { filesHtml } from './files-html';
import { type Chunk, html, joined, type Markup, NOTHING } from './html';
import { nameHtml, partHeading, referenceLink } from './names-html';
import type { Stretch } from './outline';
import { gapsHtml, reportHtml, serversHtml } from './report-html';
import { sourcesHtml } from './sources-html';

/** Where a section stands: `prefix` makes its anchors unique, `sheet` is the class by which the print style knows it. */
export interface Section {
  readonly prefix: string;
  readonly sheet: string;
}

/** The section of a page that holds no other. */
export const ALONE: Section = { prefix: '', sheet: '' };

/**
 * A session as a section, piece by piece: contents, the five tests, all branches, sources, what lacks.
 * @param said a message, where that is written already
 */
export function sessionHtml(page: PageSession, { prefix, sheet }: Section, said?: (turn: Turn) => Chunk): Chunk[] {
  const { stretches, rest } = page.outline();
  const turn = said ?? ((each: Turn) => eventHtml(page, each, prefix));
  const titled = prefix === '' ? NOTHING : html`<h2 id="${prefix}top">${nameHtml(sessionName(page.view))}</h2>`;
  const [main, ...others] = stretches.map((stretch, index) => [
    stretchHeading(page, stretch, prefix, index),
    ...inRuns(stretch.turns.map(turn)),
  ]);
  return [
    html`<section${sheet === '' ? NOTHING : html` class="one-of-many ${sheet}"`}>
${titled}
${factsTable(page)}
${contents(page, prefix)}
${partHeading(prefix, 'tests', 'Five tests')}
${reportHtml(page, prefix)}
`,
    ...(main ? [html`<div class="on-branch">`, ...main, html`</div>`] : []),
    html`\n`,
    ...(others.length === 0 ? [] : [html`<div class="off-branch">`, ...others.flat(), html`</div>`]),
    html`\n`,
    ...(rest.length === 0 ? [] : besideHtml(prefix, rest, turn)),
    html`
${sourcesHtml(page, prefix)}
${filesHtml(page, prefix)}
${gapsHtml(page, prefix)}
${serversHtml(page, prefix)}
</section>`,
  ];
}

/** Messages that stand together: the style of a page asks these, not each message, for the place that was led to. */
const RUN = 16;

function inRuns(turns: readonly Chunk[]): Chunk[] {
  return turns.flatMap((turn, index) => [
    ...(index % RUN === 0 ? [RUN_BEGINS] : []),
    turn,
    ...(index % RUN === RUN - 1 || index === turns.length - 1 ? [RUN_ENDS] : []),
  ]);
}

const RUN_BEGINS = html`<div class="run">`;
const RUN_ENDS = html`</div>`;

const besideHtml = (prefix: string, rest: readonly Event[], turn: (turn: Turn) => Chunk): Chunk[] => [
  html`${partHeading(prefix, 'beside', 'Beside the conversation')}<details><summary>${rest.length} entries of the log that belong to no message</summary>`,
  ...rest.map((event) => turn({ event, blocks: [] })),
  html`</details>`,
];

function factsTable({ identity, view, slug, folder, shown }: PageSession): Markup {
  const held = heldIn(view);
  const recorded = recordedFact(view);
  const models = new Set([...view.current.values()].flatMap(({ actor }) => actor.model ?? []));
  const row = (label: string, value: Markup): Markup => html`<dt>${label}</dt><dd>${value}</dd>`;
  const file = (name: string): Markup => html`<a href="${folder}${name}">${name}</a>`;
  return html`<dl class="about">
${row('Site', html`${nameHtml(siteName(identity.site))} <span class="quiet">${nameHtml(identity.origin)}</span>`)}
${row('The chat began', html`${beganWords(view)}`)}
${held === null ? NOTHING : row('Its last event', html`${momentInWords(held.last)}`)}
${row(recorded.label, html`${recorded.value}`)}
${
  models.size === 0
    ? NOTHING
    : row(
        'Models',
        joined(
          [...models].map((model) => nameHtml(model)),
          ', ',
        ),
      )
}
${row('Folder', html`data/sessions/${slug}`)}
${row('Files', joined(['session.jsonl', 'session.json', 'transcript.md', 'handoff.md', ...(shown.sources.length > 0 ? ['sources.json', 'sources.ris'] : [])].map(file), ', '))}
</dl>`;
}

function contents(page: PageSession, prefix: string): Markup {
  const { stretches, rest } = page.outline();
  const link = (id: string, words: string): Markup => html`<li><a href="#${prefix}${id}">${words}</a></li>`;
  const items = [
    link('tests', 'Five tests'),
    ...(stretches.length === 1 ? [link('branch-1', 'The conversation')] : []),
    rest.length > 0 && link('beside', 'Beside the conversation'),
    page.shown.sources.length > 0 && link('sources', 'Sources'),
    page.files().length > 0 && link('files', 'Files'),
    link('missing', 'Known to be missing'),
    link('servers', 'Copies on servers'),
  ];
  return html`<nav aria-label="Contents${prefix && ` of ${page.slug}`}"><ul>${items}</ul>
${branchesHtml(page, prefix)}</nav>`;
}

function stretchHeading(page: PageSession, stretch: Stretch, prefix: string, index: number): Markup {
  const after =
    stretch.from === null ? NOTHING : html`, after ${referenceLink(prefix, place(page.shown, stretch.from))}`;
  return html`${partHeading(prefix, `branch-${index + 1}`, html`${nameHtml(stretchName(page.shown, stretch))}${after}`)}
`;
}
