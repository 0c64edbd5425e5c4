import { jsonLines } from '../../handoff/readable';
import { settingsSince } from '../../handoff/settings';
import { place, type Shown } from '../../handoff/shown';
import { siteName } from '../../handoff/titles';
import { beganWords, recordedFact } from '../../handoff/when';
import { member } from '../../lib/json';
import { counted, sentence, withoutStop } from '../../lib/text';
import { dayInWords, isLogTime, momentInWords } from '../../lib/time';
import type { Body } from '../../model/bodies';
import type { Event } from '../../model/event';
import { isMadeUp } from '../../report/deletion';
import { hasFailed } from '../../report/failed';
import { copyWords, namesOfCopies } from '../../report/media';
import { endWords, isUsual, versionWords } from './value-words';

/** Something an event says besides its parts: a short value, or a text with line breaks in a block of its own. */
export interface Fact {
  readonly label: string;
  readonly value: string;
  /** Set where the value is a block: the language it is in, or an empty text. */
  readonly block?: string;
  /** The label is a word of the site's own, not ours. */
  readonly isTheirs?: boolean;
  /** The event whose number the value is. */
  readonly event?: string;
}

/** What an event says besides its parts. */
export function factsOf(shown: Shown, event: Event): Fact[] {
  const sealed = event.sealed.map(({ kind, bytes, hides, twin }) => ({
    label: 'Sealed by the provider',
    value: `${kind}, ${bytes} bytes. ${sentence(hides)} ${TWINS[twin.state]}`,
  }));
  return [...ownFacts(shown, event), ...sealed];
}

const TWINS: Readonly<Record<Event['sealed'][number]['twin']['state'], string>> = {
  full: 'All of it can be read elsewhere in the log.',
  partial: 'Part of it can be read elsewhere in the log.',
  missing: 'Nothing readable stands for it.',
  'user-written': 'What the person wrote stands for it.',
};

function ownFacts(shown: Shown, event: Event): Fact[] {
  switch (event.kind) {
    case 'session.started':
      return startFacts(shown, event);
    case 'message':
      return [...endFacts(event.body.status), ...membersOf(shown, event, SENT_ALONG)];
    case 'tool.result':
      return [...resultEnd(event.body), ...errorFacts(event.body), ...membersOf(shown, event, SHOWN_WITH)];
    case 'artifact':
      return artifactFacts(shown, event);
    case 'tool.call':
      return [...callFacts(event.body), ...membersOf(shown, event, SHOWN_WITH)];
    case 'gap':
      return []; // it is a sentence
    case 'unknown':
      return unknownFacts(event.body);
    case 'annotation':
      return event.body.assembled === true
        ? [{ label: event.body.type, value: 'as it is assembled, again' }]
        : [{ label: event.body.type, value: event.body.text, block: '' }];
    case 'notice':
      return [{ label: event.body.type, value: event.body.text ?? '' }];
    case 'server.state':
      return copyFacts(event.body, namesOfCopies(shown.view));
    case 'branch':
      return event.body.action === 'version' ? [] : otherFacts(shown, event);
    case 'config':
      return event.body.of === 'change' ? [] : [...sinceFacts(event), ...otherFacts(shown, event)];
    case 'context.edit':
      return [{ label: 'Change', value: editWords(event.body) }];
    default:
      return otherFacts(shown, event);
  }
}

/** A setting in a message has the message's own time. */
function sinceFacts(event: Event<'config'>): Fact[] {
  const since = event.native.id === null ? settingsSince(event) : null;
  return since === null ? [] : [{ label: 'As of', value: since }];
}

const endFacts = (status: string | null | undefined): Fact[] =>
  isUsual(status) ? [] : [{ label: 'How it ended', value: endWords(status ?? '') }];

/** That it failed stands in the headline of a result. */
const resultEnd = ({ status }: Body<'tool.result'>): Fact[] =>
  hasFailed({ status, parts: [] }) ? [] : endFacts(status);

/** What a result says of its failure, where its parts do not. */
const errorFacts = ({ error, parts }: Body<'tool.result'>): Fact[] =>
  parts.length > 0 || (error ?? false) === false
    ? []
    : [{ label: 'Error', value: typeof error === 'string' ? error : jsonLines(error), block: '' }];

/** When the chat began is the site's word, when it was recorded is ours: two things. */
function startFacts({ view }: Shown, { at, body }: Event<'session.started'>): Fact[] {
  const recorded = recordedFact(view, [at.recorded]);
  const { release, browser, os, account, address, origin, session } = body;
  const facts: readonly (readonly [label: string, value: string | null | undefined])[] = [
    ['The chat began', beganWords(view, 'second')],
    [recorded.label, recorded.value],
    ['Recorded by', `Valise ${release}`],
    ['Browser', browser],
    ['System', os],
    ['Account', account],
    [isOfInterface(address) ? 'Read from' : 'Address of the chat', address],
    ['Address of the site', origin],
    ['The site’s id of the chat', isMadeUp(session) ? 'the site gave none' : session],
  ];
  return facts.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

/** An address that a program reads, not one that a person opens. */
const isOfInterface = (address: string | null | undefined): boolean =>
  /^https?:\/\/(?:api\.|[^/?#]+\/(?:[^/?#]+\/)*(?:[\w-]*-)?api\/)/.test(address ?? '');

const editWords = ({ action, targets }: Body<'context.edit'>): string => {
  const many = counted(targets.length, 'event');
  if (action === 'confirm') return `a later reading agrees with ${many}`;
  return action === 'reread' ? `a newer reading no longer gives ${many}` : `${action}, ${many}`;
};

const unknownFacts = ({ type, text }: Body<'unknown'>): Fact[] => [
  { label: 'Type', value: type ?? 'not given' },
  ...(text ? [{ label: 'Text', value: text, block: '' }] : []),
];

/** A copy on a provider's server: what it is, how long it stays, how it is deleted. `names`: of files, by their ids there. */
export function copyFacts(body: Body<'server.state'>, names: ReadonlyMap<string, string>): Fact[] {
  const { system, id, retention, deletion } = body;
  const until = retention.until ? `, until ${dayInWords(momentInWords(retention.until))}` : '';
  const where = deletion.where ? `: ${withoutStop(deletion.where)}` : '';
  return [
    { label: 'Copy', value: `${copyWords(body, names)} at ${siteName(system)}, ${id}` },
    { label: 'Kept', value: `${withoutStop(retention.rule)}${until}` },
    { label: 'Deleting', value: `${WAYS[deletion.how]}${where}` },
    ...(deletion.doneAt ? [{ label: 'Deleted', value: momentInWords(deletion.doneAt) }] : []),
  ];
}

const WAYS: Readonly<Record<Body<'server.state'>['deletion']['how'], string>> = {
  menu: 'by a menu',
  api: 'by a call of the provider’s interface',
  request: 'by asking the provider',
  none: 'no way is known',
};

/** A version of a document says in words which one it is, and what was done. */
function artifactFacts(shown: Shown, event: Event<'artifact'>): Fact[] {
  const version = versionWords(event.body);
  if (version === null) return otherFacts(shown, event);
  return [{ label: 'Version', value: version }, ...otherFacts(shown, event, VERSION)];
}

const VERSION: ReadonlySet<string> = new Set(['version', 'command']);
const NONE: ReadonlySet<string> = new Set();

function callFacts(body: Body<'tool.call'>): Fact[] {
  if (body.inputText !== undefined) return [{ label: 'Input', value: body.inputText, block: '' }];
  if (body.input === undefined) return [];
  return typeof body.input === 'string'
    ? [{ label: 'Input', value: body.input, block: '' }]
    : [{ label: 'Input', value: jsonLines(body.input), block: 'json' }];
}

/** Members that a headline says already, or that only matter to whoever reads the log itself. */
const SAID: ReadonlySet<string> = new Set([
  ...['parts', 'readable', 'form', 'author', 'recipients', 'artifact', 'mime', 'name', 'role', 'hidden'],
  ...['extra', 'endTurn', 'more', 'weight', 'effort', 'leafFrom', 'native', 'finish', 'phase', 'pointer', 'bytes'],
]);

/** What members of ours are called; a name that is not here is one of the site's own and stays as it is. */
const LABELS: Readonly<Record<string, string>> = {
  action: 'Action',
  claimed: 'Messages there are, as the page says',
  created: 'Begun',
  cutOff: 'Cut off',
  decision: 'Decision',
  document: 'Document',
  durationMs: 'Duration',
  from: 'Begun by',
  label: 'Shown on the site as',
  language: 'Language',
  leaf: 'Last event of the branch the person was on',
  model: 'Model',
  of: 'Kind',
  otherText: 'Other words that the site sent with it',
  parentsFrom: 'Order of the messages',
  project: 'Project',
  projectName: 'Name of the project',
  rule: 'Rule',
  scope: 'Scope',
  server: 'Server of the tool',
  shown: 'Messages that the page showed',
  status: 'Status',
  summary: 'Summary by the site',
  title: 'Title',
  tokens: 'Tokens',
  truncated: 'Cut short',
  type: 'Type',
};

/** What a site sends of a message besides its words, and of a call or a result besides what went in and came out. */
const SENT_ALONG: readonly string[] = ['otherText', 'truncated'];
const SHOWN_WITH: readonly string[] = ['label', 'server'];

const membersOf = (shown: Shown, { body }: Event, names: readonly string[]): Fact[] =>
  names.flatMap((name) => {
    const value = member(body, name);
    return (value ?? '') === '' || value === false ? [] : [memberFact(shown, name, value)];
  });

/** All that a body says but its parts, each member by its name; `but` what is said already. */
const otherFacts = (shown: Shown, { body }: Event, but = NONE): Fact[] =>
  Object.entries(body)
    .filter(([name, value]) => (value ?? '') !== '' && !SAID.has(name) && !but.has(name))
    .filter(([name, value]) => name !== 'status' || !isUsual(String(value)))
    .filter(([name, value]) => name !== 'summary' || typeof value === 'string') // else its parts
    .map(([name, value]) => memberFact(shown, name, value));

function memberFact(shown: Shown, member: string, value: unknown): Fact {
  const ours = Object.hasOwn(LABELS, member) ? LABELS[member] : undefined;
  const label = ours === undefined ? { label: member, isTheirs: true } : { label: ours };
  if (typeof value === 'object') return { ...label, value: jsonLines(value), block: 'json' };
  const event = String(value);
  if (EVENTS.has(member) && shown.view.first.has(event)) return { ...label, value: place(shown, event), event };
  const text = shortValue(member, value);
  return { ...label, value: text, ...(text.includes('\n') || text.length > 200 ? { block: '' } : {}) };
}

/** Members that name an event of the log. */
const EVENTS: ReadonlySet<string> = new Set(['leaf', 'from']);

function shortValue(member: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number' && member.endsWith('Ms')) return durationWords(value);
  const text = String(value);
  if (member === 'status') return endWords(text);
  if (member === 'parentsFrom' && text === 'order')
    return 'that of the list, as the site did not say what answers what';
  return isLogTime(text) ? momentInWords(text) : text;
}

const UNITS = [
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const;

/** `90500` as "1 min 30.5 s". */
function durationWords(milliseconds: number): string {
  let seconds = milliseconds / 1000;
  const words: string[] = [];
  for (const [unit, size] of UNITS) {
    const count = size === 1 ? seconds : Math.floor(seconds / size);
    seconds -= count * size;
    if (count > 0) words.push(`${count} ${unit}`);
  }
  return words.join(' ') || `${milliseconds / 1000} s`;
}
