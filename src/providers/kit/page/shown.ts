import { append } from '../../../lib/append';
import type { GapReason } from '../../../model/bodies';
import { messageId, pageEventId } from '../../../model/ids';
import type { Part } from '../../../model/parts';
import type { Attachment, Draft, DraftPlace, SessionReading } from '../../contract';
import { sessionDraft } from '../notes';
import { joinParts } from '../parts';
import { said } from '../value';
import type { Lacking, PageContent } from './content';

/** A piece of a message as the page shows it, in its order. */
export type ShownBlock =
  | { readonly kind: 'text'; readonly content: PageContent }
  /** `content` null: it is folded away, and the page holds only its title. */
  | { readonly kind: 'reasoning'; readonly title: string | null; readonly content: PageContent | null }
  | { readonly kind: 'search'; readonly query: string | null; readonly results: readonly ShownResult[] }
  | { readonly kind: 'tool'; readonly name: string | null; readonly callId: string | null }
  /** Text of which it is not known what it says. */
  | { readonly kind: 'unknown'; readonly text: string };

export interface ShownResult {
  readonly url: string;
  readonly title: string | null;
}

/** A message as the page shows it. */
export interface ShownMessage {
  /** Its place among all that the page says there are, from 0. */
  readonly number: number;
  /** The site's own id of it, where the page gives one. */
  readonly id: string | null;
  readonly role: 'user' | 'assistant';
  readonly model: string | null;
  readonly occurred: string | null;
  /** Null: the page does not say. */
  readonly status: string | null;
  readonly blocks: readonly ShownBlock[];
  /** Which of how many versions this is, where the page says so. */
  readonly versions: { readonly shown: number; readonly of: number } | null;
  /** In bytes of the page. */
  readonly place: DraftPlace;
}

/** A conversation as a page shows it. */
export interface ShownPage {
  readonly native: string | null;
  readonly title: string | null;
  readonly messages: readonly ShownMessage[];
  /** How many messages the page says there are, or null. */
  readonly claimed: number | null;
  /** The page holds only what is near to what is in view, and does not say how much more there is. */
  readonly windowed: boolean;
  /** What the site keeps of the conversation, in the words of its other readings. */
  readonly servers: readonly Draft[];
}

interface Shown {
  readonly site: string;
  /** The site sends blocks: each is an event of its own. */
  readonly blocks: boolean;
  /** The id of an event that stands for no native message. */
  readonly own: (name: string) => string;
  readonly drafts: Draft[];
  readonly attachments: Attachment[];
}

const FROM_PAGE = { fidelity: 'partial' } as const;
const PROVIDER = { kind: 'provider', name: null, model: null } as const;
const NOTHING = { id: null, node: null, type: null, parent: null } as const;
const NO_TIME = { occurred: null, updated: null } as const;

/**
 * What a page shows as a reading. A message that has an id of its own is the event of that id; all else that the page says
 * stands under `page.`, and so is left out as soon as the session holds a reading above a page's.
 */
export function shownReading(site: { id: string; blocks: boolean }, page: ShownPage): SessionReading {
  const session = page.native ?? page.messages.find(({ id }) => id !== null)?.id ?? 'conversation';
  const shown: Shown = {
    site: site.id,
    blocks: site.blocks,
    own: (name) => `${pageEventId(site.id, session, '')}${name}`,
    drafts: [],
    attachments: [],
  };
  const leaf = addMessages(shown, page);
  const { title, claimed, messages } = page;
  const body = { title, leaf, project: null, ...said({ leafFrom: 'page', shown: messages.length, claimed }) };
  const about = sessionDraft({ id: shown.own('session.updated'), kind: 'session.updated', body, raw: [''] });
  return {
    kind: 'session',
    native: page.native,
    occurred: null,
    drafts: [{ ...about, ...FROM_PAGE }, ...shown.drafts, ...page.servers],
    attachments: shown.attachments,
  };
}

/** Adds all messages in a chain, and gaps where the page says there are others. Gives the id of the last. */
function addMessages(shown: Shown, { messages, claimed, windowed }: ShownPage): string | null {
  const taken = new Set<string>();
  let above: string | null = null;
  let next = 0;
  if (windowed && claimed === null) addGap(shown, 'more', { messages: null }, null);
  for (const message of messages) {
    if (message.number > next)
      above = addGap(shown, `${next}-${message.number - 1}`, holeOf(next, message.number), above);
    const id = distinct(eventOf(shown, message), taken);
    addMessage(shown, message, id, above);
    above = id;
    next = Math.max(next, message.number + 1);
  }
  const last = above;
  if (claimed !== null && claimed > next) addGap(shown, `${next}-${claimed - 1}`, holeOf(next, claimed), above);
  return last;
}

const holeOf = (from: number, to: number) => ({ messages: to - from, from: from + 1, to });

const eventOf = ({ site, own }: Shown, { id, number }: ShownMessage): string =>
  id === null ? own(`${number}`) : messageId(site, id);

/** A page that names two messages alike has two all the same. */
function distinct(id: string, taken: Set<string>): string {
  let name = id;
  for (let n = 1; taken.has(name); n++) name = `${id}.${n}`;
  taken.add(name);
  return name;
}

function addGap(shown: Shown, name: string, what: Record<string, unknown>, above: string | null): string {
  const id = shown.own(name);
  shown.drafts.push(draftOf({ id, parents: above === null ? [] : [above], ...gapOf(what, 'not-sent', 'page') }, ['']));
  return id;
}

const gapOf = (what: Record<string, unknown>, why: GapReason, where: string) =>
  ({ actor: PROVIDER, kind: 'gap', body: { what, why, where, native: null } }) as const;

type Said = Pick<Draft, 'id' | 'parents' | 'actor' | 'kind' | 'body'>;

const draftOf = (event: Said, raw: readonly DraftPlace[]): Draft => ({
  ...event,
  thread: 'root',
  at: NO_TIME,
  native: NOTHING,
  sealed: [],
  raw,
  ...FROM_PAGE,
});

/** Something that lacks, and the events in which it is spoken of. */
interface Lack {
  readonly lacking: Lacking;
  readonly events: Set<string>;
}

/** Where a message is being written down. */
interface Writing {
  readonly shown: Shown;
  readonly message: ShownMessage;
  /** The id of the event that stands for the message. */
  readonly event: string;
  /** The ids of what belongs to it begin so: under `page.`, whatever the message's own id is. */
  readonly own: string;
  readonly counts: Map<string, number>;
  readonly lacks: Map<string, Lack>;
  above: string;
}

function addMessage(shown: Shown, message: ShownMessage, event: string, above: string | null): void {
  const own = message.id === null ? event : shown.own(message.id);
  const writing: Writing = { shown, message, event, own, counts: new Map(), lacks: new Map(), above: event };
  const texts = message.blocks.flatMap((block) => (block.kind === 'text' ? [block.content.parts] : []));
  const { role, status, place } = message;
  const body = { role, status, hidden: false, parts: shown.blocks ? [] : joinParts(...texts) };
  shown.drafts.push({
    ...draftOf(
      {
        id: event,
        parents: above === null ? [] : [above],
        actor: { kind: role, name: null, model: message.model },
        kind: 'message',
        body,
      },
      [place],
    ),
    at: { occurred: message.occurred, updated: null },
    native: { ...NOTHING, id: message.id },
  });
  for (const block of message.blocks) addBlock(writing, block);
  const { versions } = message;
  if (versions)
    lack(writing, event, { own: 'versions', why: 'not-sent', what: { versions: versions.of, shown: versions.shown } });
  addLacks(writing);
}

function addBlock(writing: Writing, block: ShownBlock): void {
  if (block.kind === 'text') addText(writing, block.content);
  else if (block.kind === 'reasoning') addReasoning(writing, block);
  else if (block.kind === 'search') addSearch(writing, block);
  else if (block.kind === 'tool') addTool(writing, block);
  else chain(writing, 'unknown', PROVIDER, { type: 'page', text: block.text });
}

function addText(writing: Writing, content: PageContent): void {
  const { shown, message, event } = writing;
  const { role, status } = message;
  const isBlock = shown.blocks && content.parts.length > 0;
  const body = { role, status, parts: [...content.parts] };
  beside(writing, isBlock ? chain(writing, 'message', { kind: role, name: null, model: null }, body) : event, content);
}

/** What the content of an event lacks, and its bytes. */
function beside(writing: Writing, event: string, { lacking, attachments }: PageContent): void {
  for (const each of lacking) lack(writing, event, each);
  append(writing.shown.attachments, attachments);
}

function addReasoning(writing: Writing, { title, content }: ShownBlock & { kind: 'reasoning' }): void {
  const label: Part[] = title === null ? [] : [{ type: 'text', text: title, format: 'plain' }];
  const parts = content ? [...content.parts] : label;
  const form = parts.length > 0 ? 'summary' : 'none';
  const body = { form, parts, ...said({ title: content ? title : null }) } as const;
  const id = chain(writing, 'reasoning', { kind: 'assistant', name: null, model: null }, body);
  if (content) beside(writing, id, content);
  else lackOf(writing, id, { reasoning: title });
}

function addSearch(writing: Writing, { query, results }: ShownBlock & { kind: 'search' }): void {
  const call = chain(
    writing,
    'tool.call',
    { kind: 'assistant', name: null, model: null },
    {
      callId: null,
      name: 'web_search',
      class: 'search',
      hosted: true,
      ...(query === null ? {} : { input: { query } }),
    },
  );
  if (query === null) lackOf(writing, call, { query });
  const parts = results.map(({ url, title }, i): Part => {
    const rank = i + 1;
    return { type: 'evidence', id: `${rank}`, url, title, passages: [], cited: null, rank, ...said({ query }) };
  });
  chain(
    writing,
    'tool.result',
    { kind: 'tool', name: 'web_search', model: null },
    {
      callId: null,
      name: 'web_search',
      status: null,
      parts,
      call,
    },
  );
}

/** Of a tool the page shows that it was called. */
function addTool(writing: Writing, { name, callId }: ShownBlock & { kind: 'tool' }): void {
  const actor = { kind: 'assistant', name: null, model: null } as const;
  const id = chain(writing, 'tool.call', actor, { callId, name, class: 'other', hosted: true });
  lackOf(writing, id, said({ tool: name, call: callId }));
}

/** Puts an event below the last one of its message; gives its id. */
function chain(writing: Writing, kind: Draft['kind'], actor: Draft['actor'], body: unknown): string {
  const n = writing.counts.get(kind) ?? 0;
  writing.counts.set(kind, n + 1);
  const id = `${writing.own}/${kind}.${n}`;
  const event = { id, parents: [writing.above], actor, kind, body } as Said; // kind and body belong together
  writing.shown.drafts.push(draftOf(event, [writing.message.place]));
  writing.above = id;
  return id;
}

/** Notes that something lacks in an event of the message. */
function lack({ lacks }: Writing, event: string, lacking: Lacking): void {
  const known = lacks.get(lacking.own);
  if (known) known.events.add(event);
  else lacks.set(lacking.own, { lacking, events: new Set([event]) });
}

/** Notes that the page does not show what an event of the message holds. */
const lackOf = (writing: Writing, event: string, what: Record<string, unknown>): void =>
  lack(writing, event, { own: event.slice(writing.own.length + 1), why: 'not-sent', what });

/** The gaps of a message, each thing once: beside every event that speaks of it, where a reader looks for the reason. */
function addLacks({ shown, message, own, lacks }: Writing): void {
  for (const [name, { lacking, events }] of lacks) {
    const gap = gapOf(lacking.what, lacking.why, 'message');
    shown.drafts.push(draftOf({ id: `${own}/gap.${name}`, parents: [...events], ...gap }, [message.place]));
  }
}
