import { isObject, pointer } from '../../lib/json';
import { messageId, sessionEventId } from '../../model/ids';
import type { Attachment, Draft, Reading, SessionReading } from '../contract';
import { growTree, type Tree, walkTree } from '../kit/tree';
import { asText } from '../kit/value';
import { openScope, type Scope } from './evidence';
import { type OpenCall, readOne } from './message';
import { gapDraft, sessionDraft } from './notes';
import { collectServers, type Servers } from './servers';
import { aboutSession, type Leaf } from './session';
import { readMessage, readNode, type WireMessage, type WireNode, wireTime } from './wire';

type Fields = Readonly<Record<string, unknown>>;

const SITE = 'chatgpt';

/** What a node hands down to those below it. */
interface Below {
  /** The nearest event on the way up, or null. */
  readonly event: string | null;
  readonly call: OpenCall | null;
}

interface Kept {
  readonly node: WireNode;
  readonly message: WireMessage;
  readonly event: string;
}

/** Reads the tree of a conversation: every branch, each message once, in the site's own order. */
export function readConversation(value: Fields, mapping: Fields, address: string | null): Reading {
  const nodes = Object.keys(mapping).map((key) => readNode(key, mapping[key]));
  const kept = keptOf(nodes);
  if (kept.size === 0) return { kind: 'drift', because: 'empty', at: ['/mapping'] };
  const find = finder(nodes, kept);
  const tree = growTree(nodes, find);
  const native = asText(value.conversation_id) || asText(value.id) || address;
  const first = [...kept.values()][0];
  const session = native ?? first?.message.id ?? first?.node.key ?? 'conversation';

  const walk = walkMessages(tree, kept, session, native);
  const leaf = leafOf(value.current_node, find, tree, walk);
  const about = aboutSession(value, session, leaf);
  const occurred = wireTime(value.create_time);
  return {
    kind: 'session',
    native,
    occurred,
    drafts: [
      ...about,
      ...(leaf.event === null ? [noLeaf(value, session)] : []),
      ...walk.drafts,
      ...walk.servers.drafts(wireTime(value.update_time)),
    ],
    attachments: [...walk.attachments.values()],
  } satisfies SessionReading;
}

/** The nodes that hold a message, with the id of the event that will stand for each: no two the same. */
function keptOf(nodes: readonly WireNode[]): Map<string, Kept> {
  const kept = new Map<string, Kept>();
  const taken = new Set<string>();
  const messages = nodes.flatMap((node) =>
    node.message === null
      ? []
      : [{ node, message: readMessage(isObject(node.message) ? node.message : { content: node.message }) }],
  );
  // a node whose key is its message's id has the first right to it
  const inOrder = [...messages].sort(
    (a, b) => Number(b.message.id === b.node.key) - Number(a.message.id === a.node.key),
  );
  const names = new Map<string, string>();
  for (const { node, message } of inOrder) {
    const free = [message.id ?? node.key, node.key, `${node.key}/${message.id}`].find((id) => !taken.has(id));
    const id = free ?? `${node.key}/${taken.size}`;
    taken.add(id);
    names.set(node.key, id);
  }
  for (const { node, message } of messages)
    kept.set(node.key, { node, message, event: messageId(SITE, names.get(node.key) ?? node.key) });
  return kept;
}

/** Nodes are named by their key; where that fails, some payloads name them by the message's id. */
function finder(nodes: readonly WireNode[], kept: ReadonlyMap<string, Kept>): (reference: string) => string | null {
  const keys = new Set(nodes.map(({ key }) => key));
  const byMessage = new Map<string, string>();
  for (const { node, message } of kept.values())
    if (message.id !== null && !byMessage.has(message.id)) byMessage.set(message.id, node.key);
  return (reference) => (keys.has(reference) ? reference : (byMessage.get(reference) ?? null));
}

interface Walk {
  readonly drafts: Draft[];
  readonly attachments: Map<string, Attachment>;
  readonly servers: Servers;
  readonly below: Map<string, Below>;
  /** Events that have a message below them. */
  readonly branching: Set<string>;
}

const TOP: Below = { event: null, call: null };

function walkMessages(tree: Tree, kept: ReadonlyMap<string, Kept>, session: string, native: string | null): Walk {
  const walk: Walk = {
    drafts: [],
    attachments: new Map(),
    servers: collectServers(session, native),
    below: new Map(),
    branching: new Set(),
  };
  const scope = openScope();
  const enter = (key: string): void => {
    const above = walk.below.get(tree.parentOf.get(key) ?? '') ?? TOP;
    const here = kept.get(key);
    const below = here ? readKept(here, above, scope, walk) : { ...above, event: missingEvent(key, above, tree, walk) };
    walk.below.set(key, below);
    const parent = tree.cut.get(key);
    if (parent !== undefined) walk.drafts.push(here ? cutDraft(here, parent) : cutSession(session, key, parent));
  };
  walkTree(tree, enter, scope.leave);
  return walk;
}

function readKept(here: Kept, above: Below, scope: Scope, walk: Walk): Below {
  const at = pointerTo(here);
  const parents = above.event === null ? [] : [above.event];
  const read = readOne(here.message, { ...here, parents, pointer: at, call: above.call, scope });
  walk.drafts.push(...read.drafts);
  for (const each of read.attachments) walk.attachments.set(each.sha256, each);
  walk.servers.see(here.message, read.files, here.event, at);
  if (above.event !== null) walk.branching.add(above.event);
  return { event: here.event, call: read.call };
}

const pointerTo = ({ node }: Kept): string => pointer('mapping', node.key, 'message');

/** An empty node hands on what is above it; one that was not sent becomes a gap that stands in its place. */
function missingEvent(key: string, above: Below, tree: Tree, walk: Walk): string | null {
  if (!tree.missing.has(key)) return above.event;
  walk.drafts.push(missingDraft(key, above.event));
  return messageId(SITE, key);
}

/** A node that others name and that was not sent: a gap under its own id, which the real one outranks. */
function missingDraft(key: string, parent: string | null): Draft {
  return {
    ...sessionDraft({
      id: messageId(SITE, key),
      kind: 'gap',
      body: { what: { node: key }, why: 'not-sent', where: 'mapping', native: key },
      raw: ['/mapping'],
    }),
    parents: parent === null ? [] : [parent],
    native: { id: null, node: key, type: null, parent: null },
  };
}

/** Beside the message whose parent would close a cycle. */
const cutDraft = (here: Kept, parent: string): Draft => ({
  ...gapDraft(here.event, 0, { why: 'cycle', what: { parent }, native: here.message.id }, [pointerTo(here)]),
  id: `${here.event}/gap.cycle`,
});

const cutSession = (session: string, node: string, parent: string): Draft =>
  sessionDraft({
    id: sessionEventId(SITE, session, 'gap', `cycle-${node}`),
    kind: 'gap',
    body: { what: { node, parent }, why: 'cycle', where: 'mapping', native: node },
    raw: [pointer('mapping', node)],
  });

/**
 * The leaf as the site says, its nearest event if it is an empty node. Where the site does not say, the end of the only
 * branch; of several none is guessed: order comes from parents, never from clocks.
 */
function leafOf(current: unknown, find: (reference: string) => string | null, tree: Tree, walk: Walk): Leaf {
  const key = typeof current === 'string' ? find(current) : null;
  const event = key === null ? null : (walk.below.get(key)?.event ?? null);
  if (event !== null) return { event, from: 'site' };
  const ends = [...tree.parentOf.keys(), ...tree.roots].flatMap((each) => {
    const end = tree.missing.has(each) ? null : (walk.below.get(each)?.event ?? null);
    return end === null || walk.branching.has(end) ? [] : [end];
  });
  const only = new Set(ends);
  return only.size === 1 ? { event: [...only][0] ?? null, from: 'only-branch' } : { event: null, from: null };
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
