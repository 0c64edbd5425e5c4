import { escapeName } from '../../handoff/markdown';
import { place } from '../../handoff/shown';
import { sessionName, siteName } from '../../handoff/titles';
import { beganWords, heldIn, recordedFact } from '../../handoff/when';
import { sentence } from '../../lib/text';
import { momentInWords } from '../../lib/time';
import { messagesIn } from '../../projection/branches';
import { gapsOf } from '../../projection/lacks';
import { gapGroups, gapSentence } from '../../report/gaps';
import type { PageSession } from './context';
import { stretchName } from './describe';
import { entryOf } from './entries';
import { copyFacts } from './facts';
import type { Stretch } from './outline';
import { sourceList } from './source-list';

/**
 * The conversation as Markdown: the branch the person was on, then what the other branches have of their own, then what
 * belongs to no message; sources numbered once, at the end. Whatever somebody wrote cannot leave its place.
 */
export function transcriptOf(page: PageSession): string {
  const { stretches, rest } = page.outline();
  const parts = [
    `# ${escapeName(sessionName(page.view))}`,
    about(page),
    ...stretches.flatMap((stretch) => [
      stretchHeading(page, stretch),
      ...stretch.turns.flatMap((turn) => entryOf(page, turn)),
    ]),
    ...(rest.length > 0
      ? ['## Beside the conversation', ...rest.flatMap((event) => entryOf(page, { event, blocks: [] }))]
      : []),
    ...sourceList(page),
    ...gapList(page),
    ...serverList(page),
  ];
  return `${parts
    .map((part) => part.trimEnd())
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
}

function about({ identity, view, shown }: PageSession): string {
  const held = heldIn(view);
  const recorded = recordedFact(view);
  const lines = [
    `- Site: ${escapeName(siteName(identity.site))} (${escapeName(identity.origin)})`,
    `- The chat began: ${beganWords(view)}`,
    ...(held === null ? [] : [`- Its last event: ${momentInWords(held.last)}`]),
    `- ${recorded.label}: ${recorded.value}`,
    `- Messages: ${messagesIn(view).length}; lines of the log: ${view.log.length}; sources: ${shown.sources.length}`,
    '- Numbers such as V-0042 are the numbers of lines in `session.jsonl`. Times are UTC.',
    '- Links that begin with http lead outside, to pages that may have changed; all others lead to files of this archive.',
  ];
  return lines.join('\n');
}

const stretchHeading = ({ shown }: PageSession, stretch: Stretch): string =>
  `## ${escapeName(stretchName(shown, stretch))}${stretch.from === null ? '' : `, after ${place(shown, stretch.from)}`}`;

function gapList({ view, shown }: PageSession): string[] {
  const lines = gapGroups(gapsOf(view)).map(
    (group) => `- ${group.map(({ id }) => place(shown, id)).join(', ')} ${escapeName(sentence(gapSentence(group[0])))}`,
  );
  return ['## Known to be missing', lines.length === 0 ? 'Nothing that the log knows of.' : lines.join('\n')];
}

function serverList(page: PageSession): string[] {
  const { servers } = page.outline();
  const lines = servers.map((event) => {
    const facts = copyFacts(event.body, page.namesOfCopies()).map(
      ({ label, value }) => `${label.toLowerCase()}: ${escapeName(value)}`,
    );
    return `- ${place(page.shown, event.id)} ${facts.join(' · ')}`;
  });
  return lines.length === 0 ? [] : ['## Copies on servers', lines.join('\n')];
}
