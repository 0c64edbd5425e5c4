import { clipped, shownName } from '../../handoff/marks';
import { toolWords } from '../../handoff/names';
import { changeLine, settingsName, settingsOf } from '../../handoff/settings';
import type { Shown } from '../../handoff/shown';
import { reasoningKind } from '../../handoff/thoughts';
import { firstWordsAmong } from '../../handoff/titles';
import { dayInWords } from '../../lib/time';
import type { Body } from '../../model/bodies';
import type { Event } from '../../model/event';
import type { Turn } from '../../projection/branches';
import { settingChanges } from '../../projection/setting-changes';
import type { Finding } from '../../projection/sources';
import { numberOf, type SessionView } from '../../projection/view';
import { element, textIn } from '../../prose/elements';
import { markdownTree } from '../../prose/tree';
import type { Ways } from '../../prose/ways';
import { hasFailed } from '../../report/failed';
import type { Stretch } from './outline';

/** Who or what an event is, in a few words. They may hold names that somebody else chose. */
export function headlineOf(event: Event): string {
  switch (event.kind) {
    case 'message':
      return messageHeadline(event);
    case 'reasoning':
      return reasoningHeadline(event);
    case 'tool.call':
      return `Call of ${toolWords(event, event.body.class)}${event.body.hosted ? ', run by the provider' : ''}`;
    case 'tool.result':
      return `Result of ${toolWords(event, 'a tool')}${hasFailed(event.body) ? ', failed' : ''}`;
    case 'agent.message':
      return `${event.body.author ?? 'An agent'} to ${event.body.recipients.join(', ') || 'somebody'}`;
    case 'config':
      return settingsHeadline(event);
    case 'gap':
      return 'Missing';
    case 'branch':
      return event.body.action === 'version' ? 'One of several versions' : 'Branch';
    case 'thread.started':
      return `An agent began${event.body.name ? `: ${event.body.name}` : ''}`;
    default:
      return WORDS[event.kind] ?? event.kind;
  }
}

/** The same of what hangs beside another: of settings what changed with it, where anything did. */
export function besideHeadline(view: SessionView, event: Event): string {
  const changes = event.kind === 'config' ? settingChanges(view, event) : [];
  return changes.length > 0 ? `From here on, ${changeLine(changes)}` : headlineOf(event);
}

function settingsHeadline(event: Event<'config'>): string {
  const whose = [settingsOf(event), settingsName(event)].filter((each) => each !== null);
  return `Instructions and settings${whose.length === 0 ? '' : `: ${whose.join(', ')}`}`;
}

const reasoningHeadline = ({ body }: Event<'reasoning'>): string =>
  `Reasoning${reasoningKind(body) === 'summary' ? ', a summary' : FORMS[body.form]}`;

const FORMS: Readonly<Record<Body<'reasoning'>['form'], string>> = {
  full: '',
  summary: '', // what of it is the thought stands there as such
  none: ', not shown',
};

const WORDS: Readonly<Record<string, string>> = {
  'session.started': 'About this recording',
  'session.updated': 'Title and place',
  'session.ended': 'Recording ended',
  'thread.ended': 'An agent ended',
  approval: 'Decision about a tool',
  compaction: 'Earlier context summed up',
  'context.edit': 'Change of context',
  artifact: 'File',
  'server.state': 'Copy on a server',
  usage: 'Usage',
  notice: 'Notice of the site',
  annotation: 'Note of the person',
  redaction: 'Taken out',
  unknown: 'Not fully read',
};

const ROLES: Readonly<Record<Body<'message'>['role'], string>> = {
  user: 'The person',
  assistant: 'The model',
  system: 'System',
  developer: 'Developer',
  tool: 'Tool',
};

function messageHeadline({ body, actor }: Event<'message'>): string {
  const name = actor.model ?? actor.name;
  return `${ROLES[body.role]}${name === null ? '' : ` (${name})`}${body.hidden ? ', hidden on the site' : ''}`;
}

/** The same of an event below the heading of the message that it is a block of. */
export const blockHeadline = (event: Event): string =>
  event.kind === 'message' ? `${ROLES[event.body.role]} says` : headlineOf(event);

/** When an event happened, for its heading; the start of a session says among its facts what its times mean. */
export const headingTime = ({ at, kind }: Event): string | null => (kind === 'session.started' ? null : at.occurred);

/** What is said of an event of which nothing could be shown; null where its headline says all there is. */
export function emptyWords({ kind, body }: Event): string | null {
  if (kind === 'config' && body.of === 'change') return null; // its headline says it
  switch (kind) {
    case 'message':
      return 'It holds no words.';
    case 'reasoning':
      return body.form === 'none' ? 'The site did not show it.' : 'It holds no words.';
    case 'tool.call':
      return 'It was called without input.';
    case 'agent.message':
      return body.readable === 'full' ? 'It holds no words.' : 'It cannot be read.';
    case 'compaction':
      return 'No readable summary came with it.';
    case 'tool.result':
    case 'config':
      return 'It is empty.';
    default:
      return null;
  }
}

/**
 * A branch, or the thread of an agent, in words: what it begins with, and the number of that. It may hold words that
 * somebody else chose.
 */
export function stretchName({ view }: Shown, { active, isOnly, agent, turns: [first] }: Stretch): string {
  if (active) return isOnly ? 'The conversation' : 'The branch the person was on';
  const what = agent === null ? BEGINNINGS[roleOf(first)] : `The agent ${agent}`;
  if (!first) return what;
  const words = firstWordsAmong([first.event, ...first.blocks]);
  return `${what}${words === null ? '' : `: “${plainly(words, first)}”`}, ${numberOf(view, first.event.id)}`;
}

/** The first words of an answer without the signs of Markdown; a person's are as they were typed. */
function plainly(words: string, turn: Turn): string {
  if (roleOf(turn) !== 'assistant') return words;
  const known = PLAIN.get(turn) ?? (shownName(textIn(markdownTree(words, [], NOWHERE))) || words);
  PLAIN.set(turn, known);
  return known;
}

/** What was found of each: a branch is named in every list and heading of both pages. */
const PLAIN = new WeakMap<Turn, string>();
const NOWHERE: Ways = { cite: () => element('span', {}), local: () => null, scope: null };

const BEGINNINGS = {
  user: 'Another question',
  assistant: 'Another answer',
  other: 'Another branch',
};

function roleOf(turn: Turn | undefined): keyof typeof BEGINNINGS {
  if (turn?.event.kind !== 'message') return 'other';
  const { role } = turn.event.body;
  return role === 'user' || role === 'assistant' ? role : 'other';
}

/** When a source was published: a day, or the site's own words, which may only have been true then. */
export function publishedWords(published: string): string {
  const day = dayInWords(published);
  return day === published ? `“${published}” in the site’s words` : day;
}

/** Of so many searches that found a source each is named. */
const MOST_FOUND = 5;

/** By which searches a source was found, and as which of their hits; null where the site does not say. */
export function foundWords(found: readonly Finding[]): string | null {
  if (found.length === 0) return null;
  const each = found.slice(0, MOST_FOUND).map(({ query, rank }) => {
    const hit = rank === null ? 'found' : `hit ${rank}`;
    return query === null ? hit : `${hit} ${rank === null ? 'by' : 'of'} “${clipped(query, 120)}”`;
  });
  const more = found.length - each.length;
  return `${each.join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
}
