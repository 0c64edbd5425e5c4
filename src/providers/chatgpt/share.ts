import { isObject } from '../../lib/json';
import { siteTime } from '../../lib/time';
import type { Draft, DraftPlace, Reading } from '../contract';
import { asObject, asText, asWords } from '../kit/value';
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
  const nodes = readNodes(mapping ?? fromList(list));
  const places = page !== null ? inPage(page) : mapping ? inMapping : inList(list);
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

/** The nodes of a list by their ids: the whole branch from its root, of which only the empty root is left out. */
function fromList(list: readonly unknown[]): Fields {
  const nodes = new Map<string, Fields>();
  let above: string | null = null;
  for (const [n, each] of list.entries()) {
    const node: Fields = isObject(each) ? each : { message: each };
    const key: string = asWords(node.id) ?? asWords(asObject(node.message).id) ?? `unnamed-${n}`;
    if (nodes.has(key)) continue;
    nodes.set(key, above !== null && Object.hasOwn(node, 'parent') ? node : { ...node, parent: above });
    above = key;
  }
  return Object.fromEntries(nodes);
}

function inList(list: readonly unknown[]): Places {
  const at = new Map<string, number>();
  for (const [n, each] of list.entries()) {
    const node = asObject(each);
    const key = asWords(node.id) ?? asWords(asObject(node.message).id) ?? `unnamed-${n}`;
    if (!at.has(key)) at.set(key, n);
  }
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
