import { append } from '../../lib/append';
import { pointerStep } from '../../lib/json';
import { siteTime } from '../../lib/time';
import { messageId, sessionEventId } from '../../model/ids';
import type { Attachment, Draft, Reading, SessionReading } from '../contract';
import { openScope, type Scope } from '../kit/evidence';
import { gapDraft, sessionDraft } from '../kit/notes';
import { growTree, type Tree, walkTree } from '../kit/tree';
import { asText } from '../kit/value';
import { type OpenCall, readOne } from './message';
import { type Kept, readNodes } from './nodes';
import { collectServers, type Servers } from './servers';
import { aboutSession, type Leaf } from './session';

type Fields = Readonly<Record<string, unknown>>;

const SITE = 'chatgpt';

/** What a node hands down to those below it. */
interface Below {
  /** The node of the nearest event, or null. */
  readonly node: string | null;
  /** The nearest event on the way up, or null. */
  readonly event: string | null;
  readonly call: OpenCall | null;
}

/** Reads the tree of a conversation: every branch, each message once, in the site's own order. */
export function readConversation(value: Fields, mapping: Fields, address: string | null): Reading {
  const { all, kept, find } = readNodes(mapping);
  if (kept.size === 0) return { kind: 'drift', because: 'empty', at: ['/mapping'] };
  const tree = growTree(all, find);
  const native = (asText(value.conversation_id) || asText(value.id) || address)?.toWellFormed() ?? null;
  const session = native ?? firstIn(tree, kept)?.slice(SITE.length + 1) ?? 'conversation';

  const walk = walkMessages(tree, kept, session, native);
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

/** The same page, whether or not the site marked the link as its own. */
const plainUrl = (url: string): string => (url.includes('utm_source=chatgpt.com') ? unmarked(url) : url);

const unmarked = (url: string): string => url.replace(/([?&])utm_source=chatgpt\.com(&|$)/, '$1').replace(/[?&]$/, '');

interface Walk {
  readonly drafts: Draft[];
  readonly attachments: Map<string, Attachment>;
  readonly servers: Servers;
  readonly below: Map<string, Below>;
  /** Nodes that have a message below them. */
  readonly branching: Set<string>;
}

const TOP: Below = { node: null, event: null, call: null };

function walkMessages(tree: Tree, kept: ReadonlyMap<string, Kept>, session: string, native: string | null): Walk {
  const walk: Walk = {
    drafts: [],
    attachments: new Map(),
    servers: collectServers(session, native),
    below: new Map(),
    branching: new Set(),
  };
  const scope = openScope(plainUrl);
  const enter = (key: string): void => {
    const above = walk.below.get(tree.parentOf.get(key) ?? '') ?? TOP;
    const here = kept.get(key);
    const below = here ? readKept(here, above, scope, walk) : unkept(key, above, tree, walk);
    walk.below.set(key, below);
    const parent = tree.cut.get(key);
    if (parent !== undefined) walk.drafts.push(here ? cutDraft(here, parent) : cutSession(session, key, parent));
  };
  walkTree(tree, enter, scope.leave);
  return walk;
}

function readKept(here: Kept, above: Below, scope: Scope, walk: Walk): Below {
  const at = pointerTo(here);
  const read = readOne(here, { parent: above.event, pointer: at, call: above.call, scope });
  append(walk.drafts, [read.main, ...read.gaps]);
  for (const each of read.attachments) walk.attachments.set(each.sha256, each);
  walk.servers.see(here.message, read.files, here.event, at);
  if (above.node !== null) walk.branching.add(above.node);
  return { node: here.node.key, event: here.event, call: read.call };
}

/** A pointer that a line of the log may hold: a key that is no text is only told by the object it is in. */
const pointerTo = ({ node }: Kept): string =>
  node.key.isWellFormed() ? `/mapping/${pointerStep(node.key)}/message` : '/mapping';

/** An empty node hands on what is above it; one that was not sent becomes a gap that stands in its place. */
function unkept(key: string, above: Below, tree: Tree, walk: Walk): Below {
  if (!tree.missing.has(key)) return above;
  walk.drafts.push(missingDraft(key, above.event));
  return { node: null, event: missingId(key), call: above.call };
}

const missingId = (key: string): string => messageId(SITE, key.toWellFormed());

/** A node that others name and that was not sent: a gap under its own id, which the real one outranks. */
function missingDraft(key: string, parent: string | null): Draft {
  return {
    ...sessionDraft({
      id: missingId(key),
      kind: 'gap',
      body: { what: { node: key }, why: 'not-sent', where: 'mapping', native: key },
      raw: ['/mapping'],
    }),
    parents: parent === null ? [] : [parent],
    native: { id: null, node: key.toWellFormed(), type: null, parent: null },
  };
}

/** Beside the message whose parent would close a cycle. */
const cutDraft = (here: Kept, parent: string): Draft =>
  gapDraft(here.event, 'gap.cycle', { why: 'cycle', what: { parent }, native: here.message.id }, [pointerTo(here)]);

const cutSession = (session: string, node: string, parent: string): Draft =>
  sessionDraft({
    id: sessionEventId(SITE, session, 'gap', `cycle-${node.toWellFormed()}`),
    kind: 'gap',
    body: { what: { node, parent }, why: 'cycle', where: 'mapping', native: node },
    raw: ['/mapping'],
  });

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
