import { isObject } from '../../lib/json';
import { messageId, sessionEventId } from '../../model/ids';
import type { Draft, ExchangeHead, Reading } from '../contract';
import { ownIdOf, sessionDraft } from '../kit/notes';
import { asObject, asText, asWords } from '../kit/value';
import { readTree, unsentVersions } from './conversation';
import { wordsOf } from './gone';
import { type Kept, type Nodes, readNodes } from './nodes';
import { moreOf } from './session';
import type { Places } from './walk';

type Fields = Readonly<Record<string, unknown>>;

/** Which page this is, as the request and the answer say it. */
interface Page {
  readonly native: string | null;
  /** The page after this one was asked for as what comes before this cursor; null: this is the newest. */
  readonly before: string | null;
  /** What this page comes after: the cursor of the page before it, or null where there is none. */
  readonly after: string | null;
}

/**
 * Reads a page of the branch on screen: a list of messages, the oldest first, each below the one before it. (The site
 * names a parent in the metadata, and mostly the wrong one.) Where an older page comes before, its place is a gap under
 * the cursor that asks for it; the older page says that nothing is missing there.
 */
export function readPage(value: Fields, messages: readonly unknown[], head: ExchangeHead): Reading {
  const page = pageOf(value, messages, head);
  const { nodes, places, last } = chained(messages, page.after);
  if (nodes.kept.size === 0)
    return page.before === null
      ? { kind: 'drift', because: 'empty', at: ['/messages'] }
      : { kind: 'nothing', because: 'other-page' };
  const said = Object.hasOwn(value, 'title') || Object.hasOwn(value, 'current_node') ? value : null;
  const read = readTree({ value: said, nodes, places, native: page.native, versions: unsentVersions });
  const drafts = [...read.drafts.map(withoutParent), ...(said ? [] : besidePage(value, page))];
  const join = joinDraft(page, nodes.kept.get(last ?? ''));
  const isFree = join && drafts.every(({ id }) => id !== join.id); // no id of a message looks like that
  return { ...read, drafts: isFree ? [...drafts, join] : drafts };
}

/** What a page that says nothing of the conversation says all the same. */
function besidePage(value: Fields, { native, before }: Page): Draft[] {
  const words = wordsOf(moreOf(value));
  if (words.length === 0) return [];
  const body = { type: 'page', text: words.join('\n') };
  const id = sessionEventId('chatgpt', native ?? '', 'unknown', ownIdOf({ before, body }, 0));
  return [sessionDraft({ id, kind: 'unknown', body, raw: [''] })];
}

/** The site says of no message here what it comes after. */
const withoutParent = (draft: Draft): Draft =>
  draft.native.parent === null ? draft : { ...draft, native: { ...draft.native, parent: null } };

const ADDRESS = /\/backend-(?:api|anon)\/conversations\/([\w:-]+)/;

function pageOf(value: Fields, messages: readonly unknown[], { address }: ExchangeHead): Page {
  const named = asText(value.conversation_id) || asText(value.id) || ADDRESS.exec(address ?? '')?.[1];
  const info = asObject(value.page_info);
  const first = asWords(asObject(messages[0]).id);
  // what the site does not say is not known to be the beginning
  const after = info.has_previous_page === false ? null : (asWords(info.start_cursor) ?? first);
  return { native: named?.toWellFormed() ?? null, before: cursorIn(address), after };
}

/** The cursor that an older page was asked for by. */
const cursorIn = (address: string | null): string | null =>
  /\/messages\?/.test(address ?? '') ? new URLSearchParams(address?.split('?')[1]).get('before') : null;

/** The site's own word for a place between two pages. */
const placeBefore = (cursor: string): string => `before=${cursor.toWellFormed()}`;

interface Chained {
  readonly nodes: Nodes;
  readonly places: Places;
  /** The key of the last message. */
  readonly last: string | undefined;
}

/** The messages as a chain, and where each stands in the list. The same message twice is one. */
function chained(messages: readonly unknown[], after: string | null): Chained {
  const at = new Map<string, number>();
  const isAgain = repeats();
  const sent: [string, Fields][] = [];
  let above = after === null ? null : placeBefore(after);
  for (const [n, message] of messages.entries()) {
    if (message === null || message === undefined) continue;
    const key = keyOf(message, n);
    if (isAgain(key, message)) continue;
    const own = at.has(key) ? `${key}/${n}` : key;
    at.set(own, n);
    sent.push([own, { message, parent: above, children: [] }]);
    above = own;
  }
  const place = ({ node }: Kept): string => `/messages/${at.get(node.key) ?? ''}`;
  const places: Places = {
    message: (here) => [place(here)],
    pointer: place,
    all: ['/messages'],
    where: 'messages',
    root: '',
  };
  return { nodes: readNodes(Object.fromEntries(sent)), places, last: sent.at(-1)?.[0] };
}

const keyOf = (message: unknown, n: number): string =>
  asWords(isObject(message) ? message.id : null) ?? `unnamed-${ownIdOf(message, n)}`;

/** Tells whether the same message came before. Most ids come once: only of the others the words are compared. */
function repeats(): (key: string, message: unknown) => boolean {
  const first = new Map<string, unknown>();
  const texts = new Map<string, Set<string>>();
  return (key, message) => {
    if (!first.has(key)) {
      first.set(key, message);
      return false;
    }
    const known = texts.get(key) ?? new Set([JSON.stringify(first.get(key))]);
    texts.set(key, known);
    const text = JSON.stringify(message);
    const isKnown = known.has(text);
    known.add(text);
    return isKnown;
  };
}

/** Says at the place between two pages what the newer one comes after. */
function joinDraft({ before }: Page, last: Kept | undefined): Draft | null {
  if (before === null || !last) return null;
  const node = placeBefore(before);
  return {
    ...sessionDraft({
      id: messageId('chatgpt', node),
      kind: 'gap',
      body: { what: { node }, why: 'not-sent', where: 'messages', native: node, joins: true },
      raw: ['/messages'],
    }),
    parents: [last.event],
    native: { id: null, node, type: null, parent: null },
  };
}
