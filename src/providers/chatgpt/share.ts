import { isObject } from '../../lib/json';
import { siteTime } from '../../lib/time';
import type { Draft, DraftPlace, Reading } from '../contract';
import { asObject, asText, asWords } from '../kit/value';
import { writtenAs } from '../kit/written';
import { noVersions, readTree } from './conversation';
import { type Kept, readNodes } from './nodes';
import { sharedCopy } from './servers';
import { inMapping, type Places } from './walk';
import { mappingOf, sharedOf } from './wire';

type Fields = Readonly<Record<string, unknown>>;

/**
 * True for a public snapshot: it names the conversation it was taken of, and lists the branch that it shows. Its own
 * `conversation_id` is the id of the link.
 */
export const isShare = (value: unknown): boolean =>
  sharedOf(value) !== null || asWords(asObject(value).backing_conversation_id) !== null;

/**
 * Reads a public snapshot into the conversation it was taken of: the same messages have the same ids there. What it says
 * of the conversation itself is as old as what it shows, and outdates nothing.
 * @param page where all of it stands, if it is no JSON of its own
 */
export function readShare(value: Fields, address: string | null, page: DraftPlace | null = null): Reading {
  const mapping = mappingOf(value);
  const list = sharedOf(value) ?? [];
  const nodes = readNodes({ ...fromList(list, mapping), ...mapping });
  const places = page !== null ? inPage(page) : mapping ? inBoth(mapping, list) : inList(list);
  if (nodes.kept.size === 0) return { kind: 'drift', because: 'empty', at: ['/linear_conversation'] };
  const share = shareId(value, address);
  const native = (asWords(value.backing_conversation_id) ?? share)?.toWellFormed() ?? null;
  const current = value.current_node ?? asObject(list.at(-1)).id;
  const read = readTree({ value: { ...value, current_node: current }, nodes, places, native, versions: noVersions });
  const link = native !== null && share !== null ? [sharedCopy(native, share.toWellFormed(), places.all)] : [];
  const asOf = siteTime(value.create_time);
  return { ...read, drafts: [...read.drafts, ...link].map(agedBy(asOf)), shared: true };
}

const AGEING: ReadonlySet<Draft['kind']> = new Set(['session.updated', 'config', 'server.state']);

const agedBy =
  (time: string | null) =>
  (draft: Draft): Draft =>
    time !== null && AGEING.has(draft.kind) ? { ...draft, at: { ...draft.at, updated: time } } : draft;

const shareId = (value: Fields, address: string | null): string | null =>
  asWords(value.share_id) ??
  asText(value.conversation_id) ??
  /\/(?:share|shared_conversation)\/([\w-]+)/.exec(address ?? '')?.[1] ??
  null;

/** Mostly the list repeats the mapping: what it alone holds stands there. */
function inBoth(mapping: Fields, list: readonly unknown[]): Places {
  const listed = inList(list);
  const placesOf = (here: Kept): Places => (Object.hasOwn(mapping, here.node.key) ? inMapping : listed);
  return {
    ...inMapping,
    message: (here) => placesOf(here).message(here),
    pointer: (here) => placesOf(here).pointer(here),
  };
}

/** The keys of a list's nodes: their ids; the same again, where it is another node, has its place in the list. */
function keysOf(list: readonly unknown[]): (string | null)[] {
  const known = new Map<string, unknown>();
  return list.map((each, n) => {
    const { id, message } = asObject(each);
    const key = asWords(id) ?? asWords(asObject(message).id) ?? `unnamed-${n}`;
    if (!known.has(key)) {
      known.set(key, each);
      return key;
    }
    return writtenAs(known.get(key)) === writtenAs(each) ? null : `${key}/${n}`;
  });
}

/**
 * The nodes of a list by their ids: the whole branch from its root, of which only the empty root is left out; beside a
 * mapping only those that it lacks.
 */
function fromList(list: readonly unknown[], mapping: Fields | null): Fields {
  const nodes = new Map<string, Fields>();
  let above: string | null = null;
  for (const [n, key] of keysOf(list).entries()) {
    if (key === null) continue;
    const each = list[n];
    const before = above;
    above = key;
    if (mapping && Object.hasOwn(mapping, key)) continue;
    const node: Fields = isObject(each) ? each : { message: each };
    nodes.set(key, (before !== null || mapping) && Object.hasOwn(node, 'parent') ? node : { ...node, parent: before });
  }
  return Object.fromEntries(nodes);
}

function inList(list: readonly unknown[]): Places {
  const at = new Map(keysOf(list).map((key, n) => [key, n]));
  const place = ({ node }: Kept): string => `/linear_conversation/${at.get(node.key) ?? 0}/message`;
  const all = ['/linear_conversation'];
  return { message: (here) => [place(here)], pointer: place, all, where: 'linear_conversation', root: '' };
}

const inPage = (place: DraftPlace): Places => ({
  message: () => [place],
  pointer: ({ node }) => `/${node.key.isWellFormed() ? node.key.replaceAll('~', '~0').replaceAll('/', '~1') : ''}`,
  all: [place],
  where: 'page',
  root: null,
});
