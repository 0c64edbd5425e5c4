import { member } from '../lib/json';
import type { GapReason } from '../model/bodies';
import type { Event } from '../model/event';
import { gapsOf } from '../projection/lacks';
import type { SessionView } from '../projection/view';

/** Gaps by the event they speak of: the one they hang beside, or whose place they hold. */
export function gapsAbout(view: SessionView): ReadonlyMap<string, readonly Event<'gap'>[]> {
  const about = new Map<string, Event<'gap'>[]>();
  for (const gap of gapsOf(view))
    for (const id of new Set([gap.id, ...gap.parents])) {
      const list = about.get(id);
      if (list) list.push(gap);
      else about.set(id, [gap]);
    }
  return about;
}

/** Reasons that speak of bytes which lie, or lay, somewhere else: they belong to the export test. */
const OF_BYTES: ReadonlySet<GapReason> = new Set<GapReason>([
  'not-fetched',
  'expired',
  'forbidden',
  'not-found',
  'too-large',
  'timed-out',
  'dropped',
]);

/** True for a gap that means bytes, as all that a pointer names; the others mean what cannot be read or was never said. */
export const isOfBytes = ({ body: { why, what } }: Event<'gap'>): boolean =>
  OF_BYTES.has(why) || words(member(what, 'pointer')) !== null;

/** Why something is missing, of one thing and of several. */
const SENTENCES: Readonly<Record<GapReason, readonly [one: string, many: string]>> = {
  'not-sent': ['the site did not send it', 'the site did not send them'],
  'not-fetched': ['it was not fetched', 'they were not fetched'],
  'not-asked': ['it was not asked for', 'they were not asked for'],
  expired: ['its link had expired', 'their links had expired'],
  forbidden: ['the site refused it', 'the site refused them'],
  'not-found': ['the site no longer has it', 'the site no longer has them'],
  'too-large': ['it is too large', 'they are too large'],
  'timed-out': ['the site did not answer in time', 'the site did not answer in time'],
  unsupported: ['it is of a kind that is not supported yet', 'they are of a kind that is not supported yet'],
  unreadable: ['it could not be read yet; its bytes are kept', 'they could not be read yet; their bytes are kept'],
  sealed: ['only the provider can open it', 'only the provider can open them'],
  dropped: [
    'its raw bytes were dropped by the person’s own setting',
    'their raw bytes were dropped by the person’s own setting',
  ],
  cycle: ['a link that would have closed a circle was left out', 'links that would have closed a circle were left out'],
};

/** A site's own pointer to a file (`sediment://file_…`, `file-service://…`): nobody but the site can follow it. */
export const isPointer = (text: string): boolean => /^(?!https?:|mailto:)[a-z][\w+.-]*:\/\S*$/i.test(text);

/** What a file is called that a site did not name. */
export const UNNAMED_FILE = 'a file the site did not name';
export const UNNAMED_SOURCE = 'a source without a name';

const words = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** What a gap may speak of, by the member that names it; the first that fits. */
const NOUNS: readonly (readonly [member: string, noun: string])[] = [
  ['instructions', 'what the model was told, beyond what is shown'],
  ['pointer', UNNAMED_FILE],
  ['file', UNNAMED_FILE],
  ['picture', 'a picture of a page'],
  ['sealed', 'a sealed value'],
  ['document', 'a document'],
  ['conversation', 'another conversation'],
  ['thread', 'messages of another agent'],
  ['versions', 'other versions of a message'],
  ['node', 'a message'],
  ['message', 'a message'],
  ['parent', 'the message before'],
  ['sources', 'sources that a text names'],
  ['result', 'the result of a call'],
  ['task', 'what a task of the site did'],
  ['member', 'something the site names'],
  ['reasoning', 'the thought under a heading'],
  ['source', 'a page that is cited'],
  ['code', 'the rest of a block of code'],
  ['frame', 'a frame of the page'],
  ['chart', 'a chart'],
  ['image', 'a picture'],
  ['artifact', 'a document'],
  ['pages', 'pages that a tool read'],
  ['query', 'what was searched for'],
  ['route', 'an answer of the site'],
];
/** Those that mean several things. */
const MANY: ReadonlySet<string> = new Set(['thread', 'versions', 'sources', 'pages']);
/** Members whose value tells a person nothing. */
const UNTOLD: ReadonlySet<string> = new Set(['pointer', 'file', 'sealed', 'result']);

/** What is missing: a noun of ours, a name or id that the site gave it, or both. */
export interface Thing {
  readonly noun: string | null;
  readonly name: string | null;
  readonly isMany?: boolean;
}

/** What a gap speaks of. Its name is somebody else's words. */
export function thingOf({ body: { what } }: Event<'gap'>): Thing {
  if (typeof what === 'string') return what === 'message' ? { noun: 'a message', name: null } : namedThing([what]);
  const name = nameIn(what);
  if (name !== null) return { noun: null, name };
  const found =
    NOUNS.find(([key]) => (member(what, key) ?? null) !== null) ??
    NOUNS.find(([key]) => member(what, key) !== undefined);
  if (!found) return namedThing(typeof what === 'object' && what !== null ? Object.values(what) : []);
  const [key, noun] = found;
  return { noun, name: UNTOLD.has(key) ? null : namedThing([member(what, key)]).name, isMany: MANY.has(key) };
}

/** The name that the site gave a file, or its address on the web. */
function nameIn(what: unknown): string | null {
  const [name, file, pointer] = ['name', 'file', 'pointer'].map((key) => words(member(what, key)));
  if (name) return name;
  if (file && !isPointer(file)) return file;
  return pointer && /^https?:/.test(pointer) ? pointer : null;
}

function namedThing(values: readonly unknown[]): Thing {
  const said = values.flat().flatMap((each) => words(each) ?? []);
  const told = said.filter((each) => !isPointer(each));
  if (told.length > 0) return { noun: null, name: told.join(', ') };
  return { noun: said.length > 0 ? UNNAMED_FILE : 'something', name: null };
}

/** What is missing, in words. */
export function whatOf(gap: Event<'gap'>): string {
  const { noun, name } = thingOf(gap);
  return noun === null ? (name ?? '') : name === null ? noun : `${noun} (${name})`;
}

/** What came in the place of what was asked for, by the words that stand in the log. */
const CAME: ReadonlyMap<string, string> = new Map([
  ['page', 'a page came in its place'],
  ['nothing', 'what came was empty'],
  ['error', 'an error came in its place'],
  ['redirect', 'it led elsewhere, and that was not followed'],
  ['elsewhere', 'it led to a host that is none of the site’s'],
  ['no-permission', 'the host it lies on was not allowed'],
]);

/** What came in the place of what is missing, in the log's own word; null: nothing, or nobody said. */
export const cameIn = ({ body: { what } }: Event<'gap'>): string | null => words(member(what, 'came'));

/** The host it led to instead, as far as that is known: a host alone is no words that somebody chose. */
export function ledTo({ body: { what } }: Event<'gap'>): string | null {
  const to = words(member(what, 'to')) ?? '';
  const host = URL.canParse(to) ? new URL(to).hostname : '';
  return /^[a-z\d.-]{1,253}$/.test(host) ? host : null;
}

function cameWords(came: string | null, to: string | null): string {
  if (came === 'redirect' && to !== null) return ` (it led to ${to}, and that was not followed)`;
  const known = CAME.get(came ?? '');
  return known === undefined ? '' : ` (${known})`;
}

/** Why a cited page is missing, where that is more than the reason. */
const OF_PAGES: Readonly<Record<string, string>> = {
  'refused-address': 'its address is private or not of the web, and is never asked for',
  'not-permitted': 'the person did not allow its server to be asked',
  redirect: 'it leads to another address, which was not followed',
  'no-answer': 'its server did not answer',
  'broken-off': 'its server broke off before the end',
  empty: 'its server answered with nothing',
};

/** Why it is missing, in words, and what came in its place. */
export function whyOf(gap: Event<'gap'>): string {
  const because = gap.body.where === 'source' ? words(member(gap.body.what, 'because')) : null;
  const ofPage = because !== null && Object.hasOwn(OF_PAGES, because) ? OF_PAGES[because] : undefined;
  return ofPage ?? `${SENTENCES[gap.body.why][thingOf(gap).isMany ? 1 : 0]}${cameWords(cameIn(gap), ledTo(gap))}`;
}

/** The same of one thing, by the words that stand in the log. */
export const reasonWords = (why: GapReason, came: string | null): string =>
  `${SENTENCES[why][0]}${cameWords(came, null)}`;

/** A gap as a sentence. */
export const gapSentence = (gap: Event<'gap'>): string => `${whatOf(gap)}: ${whyOf(gap)}`;

/** Gaps, those together that speak of one and the same thing for one and the same reason (a file that two branches name). */
export function gapGroups(gaps: readonly Event<'gap'>[]): readonly (readonly [Event<'gap'>, ...Event<'gap'>[]])[] {
  const groups = new Map<string, [Event<'gap'>, ...Event<'gap'>[]]>();
  for (const gap of gaps) {
    const thing = words(member(gap.body.what, 'pointer')) ?? thingOf(gap).name ?? gap.id;
    const key = `${gap.body.why} ${thing}`;
    const known = groups.get(key);
    if (known) known.push(gap);
    else groups.set(key, [gap]);
  }
  return [...groups.values()];
}
