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
      return `Call of ${event.body.name ?? event.body.class}${event.body.hosted ? ', run by the provider' : ''}`;
    case 'tool.result':
      return `Result of ${event.body.name ?? 'a tool'}`;
    case 'agent.message':
      return `${event.body.author ?? 'An agent'} to ${event.body.recipients.join(', ') || 'somebody'}`;
    case 'gap':
      return 'Missing';
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
  'thread.started': 'An agent began',
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
      return isUsual(event.body.status) ? [] : [{ label: 'Status', value: event.body.status ?? '' }];
    case 'tool.call':
      return callFacts(event.body);
    case 'tool.result':
      return isUsual(event.body.status) ? [] : [{ label: 'Status', value: event.body.status ?? '' }];
    case 'gap':
      return [{ label: 'Missing', value: gapSentence(event) }];
    case 'unknown':
      return [
        { label: 'Type', value: event.body.type ?? 'not given' },
        ...(event.body.text ? [{ label: 'Text', value: event.body.text, block: '' }] : []),
      ];
    case 'annotation':
      return [{ label: event.body.type, value: event.body.text, block: '' }];
    case 'notice':
      return [{ label: event.body.type, value: event.body.text ?? '' }];
    case 'artifact':
      return [];
    case 'context.edit':
      return [{ label: 'Action', value: `${event.body.action}, ${event.body.targets.length} targets` }];
    default:
      return otherFacts(event.body);
  }
}

const isUsual = (status: string | null): boolean =>
  status === null || /^(?:finished(?:_successfully)?|success|completed|ok)$/.test(status);

function callFacts(body: Body<'tool.call'>): Fact[] {
  if (body.inputText !== undefined) return [{ label: 'Input', value: body.inputText, block: '' }];
  if (body.input === undefined) return [];
  return typeof body.input === 'string'
    ? [{ label: 'Input', value: body.input, block: '' }]
    : [{ label: 'Input', value: jsonText(body.input), block: 'json' }];
}

/** All that a body says but its parts, each member by its name. */
function otherFacts(body: Readonly<Record<string, unknown>>): Fact[] {
  return Object.entries(body).flatMap(([label, value]): Fact[] => {
    if (value === null || value === undefined || label === 'parts' || label === 'summary' || label === 'readable')
      return [];
    if (typeof value === 'object') return [{ label, value: jsonText(value), block: 'json' }];
    const text = String(value);
    return [{ label, value: text, ...(text.includes('\n') || text.length > 200 ? { block: '' } : {}) }];
  });
}
