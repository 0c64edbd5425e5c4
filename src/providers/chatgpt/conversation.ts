import { siteTime } from '../../lib/time';
import { sessionEventId } from '../../model/ids';
import type { Draft, Reading, SessionReading } from '../contract';
import { gapDraft, sessionDraft } from '../kit/notes';
import { growTree, type Tree, walkTree } from '../kit/tree';
import { asText } from '../kit/value';
import { type Kept, type Nodes, readNodes } from './nodes';
import { aboutSession, type Leaf } from './session';
import { type Grown, inMapping, type Places, type Walk, walkMessages } from './walk';

type Fields = Readonly<Record<string, unknown>>;

const SITE = 'chatgpt';

/** Reads the tree of a conversation: every branch, each message once, in the site's own order. */
export function readConversation(value: Fields, mapping: Fields, address: string | null): Reading {
  const nodes = readNodes(mapping);
  if (nodes.kept.size === 0) return { kind: 'drift', because: 'empty', at: ['/mapping'] };
  const native = (asText(value.conversation_id) || asText(value.id) || address)?.toWellFormed() ?? null;
  return readTree({ value, nodes, places: inMapping, native, versions: allVersions });
}

/** A conversation as its messages were sent. */
export interface Sent {
  /** What is said of the conversation itself, or null where this answer does not say it. */
  readonly value: Fields | null;
  readonly nodes: Nodes;
  readonly places: Places;
  readonly native: string | null;
  /** What is said of each message that is one of several versions. */
  versions(grown: Grown, walk: Walk): readonly Draft[];
}

export function readTree({ value, nodes, places, native, versions }: Sent): SessionReading {
  const { all, kept, odd, find } = nodes;
  const tree = growTree(all, find);
  const session = native ?? firstIn(tree, kept)?.slice(SITE.length + 1) ?? 'conversation';
  const grown = { tree, kept, odd, places, session, native };
  const walk = walkMessages(grown);
  const about = value
    ? aboutAll(value, session, leafOf(value.current_node, find, walk), places)
    : [unsaid(session, places)];
  return {
    kind: 'session',
    native,
    occurred: value && siteTime(value.create_time),
    drafts: [...about, ...walk.drafts, ...versions(grown, walk), ...walk.edited.drafts(), ...walk.servers.drafts()],
    attachments: [...walk.attachments.values()],
    ...(value?.is_temporary_chat === true ? { temporary: true } : {}),
  };
}

const aboutAll = (value: Fields, session: string, leaf: Leaf, places: Places): Draft[] => [
  ...aboutSession(value, session, leaf, places),
  ...(leaf.event === null ? [noLeaf(value, session, places)] : []),
];

/** The first event of the tree: stands for a conversation without an id, whatever the order of its nodes was. */
function firstIn(tree: Tree, kept: ReadonlyMap<string, Kept>): string | null {
  let first: string | null = null;
  const enter = (key: string): void => {
    first ??= kept.get(key)?.event ?? null;
  };
  walkTree(tree, enter, () => undefined);
  return first;
}

/**
 * The leaf as the site says, its nearest event if it is an empty node. Where the site does not say, the end of the only
 * branch; of several none is guessed: order comes from parents, never from clocks.
 */
function leafOf(current: unknown, find: (reference: string) => string | null, walk: Walk): Leaf {
  const key = typeof current === 'string' ? find(current) : null;
  const event = key === null ? null : (walk.below.get(key)?.event ?? null);
  if (event !== null) return { event, from: 'site' };
  const ends = new Map<string, string>();
  for (const { node, event: end } of walk.below.values())
    if (node !== null && end !== null && !walk.branching.has(node)) ends.set(node, end);
  const [only = null] = ends.size === 1 ? ends.values() : [];
  return { event: only, from: only === null ? null : 'only-branch' };
}

const noLeaf = (value: Fields, session: string, { all }: Places): Draft =>
  sessionDraft({
    id: sessionEventId(SITE, session, 'gap', 'leaf'),
    kind: 'gap',
    body: {
      what: { member: 'current_node', node: asText(value.current_node) },
      why: 'not-sent',
      where: 'conversation',
      native: null,
    },
    raw: all,
  });

/** What a page of older messages leaves out: title, leaf, and all that was said after it. Another answer has it. */
const unsaid = (session: string, { all, where }: Places): Draft =>
  sessionDraft({
    id: sessionEventId(SITE, session, 'session.updated'),
    kind: 'gap',
    body: { what: { conversation: session }, why: 'not-asked', where, native: null },
    raw: all,
  });

/**
 * A tree holds all versions of a message. It is said of each that has others: other answers of the site only name them,
 * and the gap that is known from there ends here.
 */
function allVersions({ tree, kept, places }: Grown, walk: Walk): Draft[] {
  const families = new Map<string, Kept[]>();
  for (const [key, here] of kept) {
    const above = tree.parentOf.get(key);
    if (above === undefined) continue; // beginnings side by side
    const parent = walk.below.get(above)?.event ?? above;
    const family = families.get(parent);
    if (family) family.push(here);
    else families.set(parent, [here]);
  }
  return [...families.values()].filter(({ length }) => length > 1).flatMap((family) => family.map(versionOf(places)));
}

const versionOf =
  (places: Places) =>
  (here: Kept): Draft => ({
    ...sessionDraft({
      id: `${here.event}/branch`,
      kind: 'branch',
      body: { action: 'version' },
      raw: places.message(here),
    }),
    parents: [here.event],
    fidelity: 'derived',
  });

/** Where nothing is said of versions. */
export const noVersions = (): readonly Draft[] => [];

/** Versions that a message is said to have and that were not sent. */
export const unsentVersions = ({ kept, places }: Grown): Draft[] =>
  [...kept.values()]
    .filter(({ message }) => message.metadata.has_versions === true)
    .map((here) =>
      gapDraft(
        here.event,
        'branch',
        { why: 'not-asked', what: { versions: here.message.id }, native: here.message.id },
        places.message(here),
      ),
    );
