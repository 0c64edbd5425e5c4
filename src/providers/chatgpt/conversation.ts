import { siteTime } from '../../lib/time';
import { sessionEventId } from '../../model/ids';
import type { Draft, Reading, SessionReading } from '../contract';
import { sessionDraft } from '../kit/notes';
import { growTree, type Tree, walkTree } from '../kit/tree';
import { asText } from '../kit/value';
import { type Kept, readNodes } from './nodes';
import { aboutSession, type Leaf } from './session';
import { inMapping, type Walk, walkMessages } from './walk';

type Fields = Readonly<Record<string, unknown>>;

const SITE = 'chatgpt';

/** Reads the tree of a conversation: every branch, each message once, in the site's own order. */
export function readConversation(value: Fields, mapping: Fields, address: string | null): Reading {
  const { all, kept, find } = readNodes(mapping);
  if (kept.size === 0) return { kind: 'drift', because: 'empty', at: ['/mapping'] };
  const tree = growTree(all, find);
  const native = (asText(value.conversation_id) || asText(value.id) || address)?.toWellFormed() ?? null;
  const session = native ?? firstIn(tree, kept)?.slice(SITE.length + 1) ?? 'conversation';

  const walk = walkMessages({ tree, kept, places: inMapping, session, native });
  const leaf = leafOf(value.current_node, find, walk);
  const about = aboutSession(value, session, leaf);
  const occurred = siteTime(value.create_time);
  return {
    kind: 'session',
    native,
    occurred,
    drafts: [
      ...about,
      ...(leaf.event === null ? [noLeaf(value, session)] : []),
      ...walk.drafts,
      ...walk.servers.drafts(),
    ],
    attachments: [...walk.attachments.values()],
  } satisfies SessionReading;
}

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

const noLeaf = (value: Fields, session: string): Draft =>
  sessionDraft({
    id: sessionEventId(SITE, session, 'gap', 'leaf'),
    kind: 'gap',
    body: {
      what: { member: 'current_node', node: asText(value.current_node) },
      why: 'not-sent',
      where: 'conversation',
      native: null,
    },
    raw: ['/mapping'],
  });
