import { jsonText } from '../../handoff/readable';
import type { Body } from '../../model/bodies';
import type { Event } from '../../model/event';
import { gapSentence } from '../../report/gaps';

/** Something an event says besides its parts: a short value, or a text with line breaks in a block of its own. */
export interface Fact {
  readonly label: string;
  readonly value: string;
  /** Set where the value is a block: the language it is in, or an empty text. */
  readonly block?: string;
}

/** Who or what an event is, in a few words. They may hold names that somebody else chose. */
export function headlineOf(event: Event): string {
  switch (event.kind) {
    case 'message':
      return messageHeadline(event);
    case 'reasoning':
      return `Reasoning${FORMS[event.body.form]}`;
    case 'tool.call':
      return `Call of ${event.body.name || event.body.class}${event.body.hosted ? ', run by the provider' : ''}`;
    case 'tool.result':
      return `Result of ${event.body.name || 'a tool'}`;
    case 'agent.message':
      return `${event.body.author ?? 'An agent'} to ${event.body.recipients.join(', ') || 'somebody'}`;
    case 'gap':
      return 'Missing';
    case 'thread.started':
      return `An agent began${event.body.name ? `: ${event.body.name}` : ''}`;
    default:
      return WORDS[event.kind] ?? event.kind;
  }
}

const FORMS: Readonly<Record<Body<'reasoning'>['form'], string>> = {
  full: '',
  summary: ', a summary',
  none: ', not shown',
};

const WORDS: Readonly<Record<string, string>> = {
  'session.started': 'Recording began',
  'session.updated': 'Title and place',
  'session.ended': 'Recording ended',
  'thread.ended': 'An agent ended',
  approval: 'Decision about a tool',
  compaction: 'Earlier context summed up',
  'context.edit': 'Change of context',
  branch: 'Branch',
  config: 'Instructions and settings',
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

/** What an event says besides its parts. */
export function factsOf(event: Event): Fact[] {
  const facts = ownFacts(event);
  const sealed = event.sealed.map(({ kind, bytes, hides, twin }) => ({
    label: 'Sealed by the provider',
    value: `${kind}, ${bytes} bytes. ${hides} Readable twin: ${twin.state}.`,
  }));
  return [...facts, ...sealed];
}

function ownFacts(event: Event): Fact[] {
  switch (event.kind) {
    case 'message':
    case 'tool.result':
      return isUsual(event.body.status) ? [] : [{ label: 'Status', value: event.body.status ?? '' }];
    case 'tool.call':
      return callFacts(event.body);
    case 'gap':
      return [{ label: 'What', value: gapSentence(event) }];
    case 'unknown':
      return unknownFacts(event.body);
    case 'annotation':
      return [{ label: event.body.type, value: event.body.text, block: '' }];
    case 'notice':
      return [{ label: event.body.type, value: event.body.text ?? '' }];
    case 'server.state':
      return copyFacts(event.body);
    case 'context.edit':
      return [{ label: 'Action', value: `${event.body.action}, ${event.body.targets.length} targets` }];
    default:
      return otherFacts(event);
  }
}

const unknownFacts = ({ type, text }: Body<'unknown'>): Fact[] => [
  { label: 'Type', value: type ?? 'not given' },
  ...(text ? [{ label: 'Text', value: text, block: '' }] : []),
];

/** A copy on a provider's server: what it is, how long it stays, how it is deleted. */
export function copyFacts({ system, type, id, retention, deletion }: Body<'server.state'>): Fact[] {
  const until = retention.until ? `, until ${retention.until}` : '';
  const where = deletion.where ? `: ${deletion.where}` : '';
  return [
    { label: 'Copy', value: `${type} at ${system}, ${id}` },
    { label: 'Kept', value: `${retention.rule}${until}` },
    { label: 'Deleting', value: `${WAYS[deletion.how]}${where}` },
    ...(deletion.doneAt ? [{ label: 'Deleted', value: deletion.doneAt }] : []),
  ];
}

const WAYS: Readonly<Record<Body<'server.state'>['deletion']['how'], string>> = {
  menu: 'by a menu',
  api: 'by a call of the provider’s interface',
  request: 'by asking the provider',
  none: 'no way is known',
};

const isUsual = (status: string | null | undefined): boolean =>
  !status || /^(?:finished(?:_successfully)?|success|completed|ok)$/.test(status);

function callFacts(body: Body<'tool.call'>): Fact[] {
  if (body.inputText !== undefined) return [{ label: 'Input', value: body.inputText, block: '' }];
  if (body.input === undefined) return [];
  return typeof body.input === 'string'
    ? [{ label: 'Input', value: body.input, block: '' }]
    : [{ label: 'Input', value: jsonText(body.input), block: 'json' }];
}

/** Members that a headline says already, or that only matter to whoever reads the log itself. */
const SAID: ReadonlySet<string> = new Set([
  ...['parts', 'summary', 'readable', 'form', 'author', 'recipients', 'artifact', 'mime', 'name', 'role', 'hidden'],
  ...['extra', 'endTurn', 'more', 'weight', 'effort', 'leafFrom', 'native', 'finish', 'phase', 'pointer', 'bytes'],
]);

/** All that a body says but its parts, each member by its name. */
function otherFacts({ body }: Event): Fact[] {
  return Object.entries(body).flatMap(([label, value]): Fact[] => {
    if (value === null || value === undefined || SAID.has(label)) return [];
    if (typeof value === 'object') return [{ label, value: jsonText(value), block: 'json' }];
    const text = String(value);
    if (label === 'status' && isUsual(text)) return [];
    return [{ label, value: text, ...(text.includes('\n') || text.length > 200 ? { block: '' } : {}) }];
  });
}
