import { append } from '../../lib/append';
import { pointerStep } from '../../lib/json';
import { messageId, sessionEventId } from '../../model/ids';
import type { Attachment, Draft, DraftPlace } from '../contract';
import { forgetSettings, openSettings, type SettingsBelow } from '../kit/changes';
import { openScope, type Scope } from '../kit/evidence';
import { gapDraft, ownIdOf, sessionDraft } from '../kit/notes';
import { type Known, openKnown } from '../kit/scope';
import { type Tree, walkTree } from '../kit/tree';
import { textsIn } from '../kit/value';
import { type Work, writeCanvas } from './canvas';
import { changesAt } from './changes';
import { type OpenCall, readOne } from './message';
import type { Kept } from './nodes';
import { reportOf } from './research';
import { collectServers, type Servers } from './servers';
import { samePage } from './sources';
import { collectEdited, type Edited } from './textdocs';

const SITE = 'chatgpt';

/** Where in a payload things stand. */
export interface Places {
  /** A message. */
  message(here: Kept): readonly DraftPlace[];
  /** The JSON Pointer, however it was sent, under which the inside of a message is named. */
  pointer(here: Kept): string;
  /** All messages: where one is missing. */
  readonly all: readonly DraftPlace[];
  /** The same in a word. */
  readonly where: string;
  /** Under which JSON Pointer the members of the conversation stand; null: nowhere by themselves. */
  readonly root?: string | null;
}

/** What a node hands down to those below it. */
interface Below {
  /** The node of the nearest event, or null. */
  readonly node: string | null;
  /** The nearest event on the way up, or null. */
  readonly event: string | null;
  readonly call: OpenCall | null;
  /** The node of what a person last said. */
  readonly turn: string;
  /** What was searched for since. */
  readonly asked: readonly (string | null)[];
}

/** What was found on the way through a tree. */
export interface Walk {
  readonly drafts: Draft[];
  readonly attachments: Map<string, Attachment>;
  readonly servers: Servers;
  readonly edited: Edited;
  readonly below: Map<string, Below>;
  /** Nodes that have a message below them. */
  readonly branching: Set<string>;
}

const TOP: Below = { node: null, event: null, call: null, turn: '', asked: [null] };

/** What is walked: a tree of messages, and the conversation it is of. */
export interface Grown {
  readonly tree: Tree;
  readonly kept: ReadonlyMap<string, Kept>;
  /** What nodes without a message say, by their keys. */
  readonly odd: ReadonlyMap<string, unknown>;
  readonly places: Places;
  /** The conversation's id, or what stands for it. */
  readonly session: string;
  readonly native: string | null;
  /** What has no parent here need not be where the conversation begins. */
  readonly midway?: boolean;
}

/** Reads every message of a tree, each once, in the site's own order. */
export function walkMessages(grown: Grown): Walk {
  const { tree, kept, places, session, native } = grown;
  const walk: Walk = {
    drafts: [],
    attachments: new Map(),
    servers: collectServers(session, native, places.all),
    edited: collectEdited(),
    below: new Map(),
    branching: new Set(),
  };
  const scope = openScope(samePage);
  const works = openKnown<Work>();
  const settings = openSettings(grown.midway !== true);
  const enter = (key: string): void => {
    const above = walk.below.get(tree.parentOf.get(key) ?? '') ?? TOP;
    const here = kept.get(key);
    const below = here
      ? readKept(here, above, { scope, works, settings, walk, places })
      : unkept(key, above, grown, walk);
    if (tree.missing.has(key)) forgetSettings(settings, key);
    walk.below.set(key, below);
    const parent = tree.cut.get(key);
    if (parent !== undefined) walk.drafts.push(here ? cutDraft(here, parent, places) : cutSession(grown, key, parent));
  };
  walkTree(tree, enter, (key) => {
    scope.leave(key);
    works.leave(key);
    settings.leave(key);
  });
  return walk;
}

interface Reading {
  readonly scope: Scope;
  /** Canvas documents of the branch. */
  readonly works: Known<Work>;
  readonly settings: SettingsBelow;
  readonly walk: Walk;
  readonly places: Places;
}

function readKept(here: Kept, above: Below, { scope, works, settings, walk, places }: Reading): Below {
  const raw = places.message(here);
  const begins = here.message.role === 'user';
  const { turn, asked } = begins ? { turn: here.node.key, asked: [] } : above;
  const pointer = places.pointer(here);
  const read = readOne(here, { parent: above.event, pointer, raw, call: above.call, scope, turn, asked });
  const written = here.message.metadata.canvas ? writeCanvas(here, above.call, works, raw) : null;
  const report = reportOf(here, read.main);
  const changes = changesAt(settings, here, raw);
  append(walk.drafts, [read.main, ...changes, ...read.gaps, ...(written?.drafts ?? [])]);
  if (report) walk.drafts.push(report.draft);
  const attachments = [...read.attachments, ...(written?.attachments ?? []), ...(report ? [report.attachment] : [])];
  for (const each of attachments) walk.attachments.set(each.sha256, each);
  walk.servers.see(here.message, read.files, here.event, raw);
  if (here.message.metadata.canvas) walk.edited.see(here.message, here.event, raw);
  if (above.node !== null) walk.branching.add(above.node);
  return { node: here.node.key, event: here.event, call: read.call, turn, asked: read.asked };
}

/** A pointer that a line of the log may hold: a key that is no text is only told by the object it is in. */
const pointerTo = ({ node }: Kept): string =>
  node.key.isWellFormed() ? `/mapping/${pointerStep(node.key)}/message` : '/mapping';

/** In a conversation's tree. */
export const inMapping: Places = {
  message: (here) => [pointerTo(here)],
  pointer: pointerTo,
  all: ['/mapping'],
  where: 'mapping',
  root: '',
};

/** An empty node hands on what is above it; one that was not sent becomes a gap that stands in its place. */
function unkept(key: string, above: Below, { tree, places, session, odd }: Grown, walk: Walk): Below {
  const more = odd.get(key);
  if (more !== undefined) walk.drafts.push(oddDraft(key, more, above.event, { session, places }));
  if (!tree.missing.has(key)) return above;
  walk.drafts.push(missingDraft(key, above.event, places));
  return { ...above, node: null, event: missingId(key), asked: [null] }; // it may have searched
}

/** An empty node that says something all the same. */
function oddDraft(key: string, more: unknown, parent: string | null, at: Pick<Grown, 'session' | 'places'>): Draft {
  const text = textsIn(more).filter((each) => /\S/.test(each));
  const body = { type: 'node', text: text.length > 0 ? text.join('\n') : null, extra: { node: more } };
  const id = sessionEventId(SITE, at.session, 'unknown', ownIdOf({ key, body }, 0));
  return {
    ...sessionDraft({ id, kind: 'unknown', body, raw: at.places.all }),
    parents: parent === null ? [] : [parent],
  };
}

const missingId = (key: string): string => messageId(SITE, key.toWellFormed());

/** A node that others name and that was not sent: a gap under its own id, which the real one outranks. */
function missingDraft(key: string, parent: string | null, { all, where }: Places): Draft {
  return {
    ...sessionDraft({
      id: missingId(key),
      kind: 'gap',
      body: { what: { node: key }, why: 'not-sent', where, native: key },
      raw: all,
    }),
    parents: parent === null ? [] : [parent],
    native: { id: null, node: key.toWellFormed(), type: null, parent: null },
  };
}

/** Beside the message whose parent would close a cycle. */
const cutDraft = (here: Kept, parent: string, places: Places): Draft =>
  gapDraft(here.event, 'gap.cycle', { why: 'cycle', what: { parent }, native: here.message.id }, places.message(here));

const cutSession = ({ session, places: { all, where } }: Grown, node: string, parent: string): Draft =>
  sessionDraft({
    id: sessionEventId(SITE, session, 'gap', `cycle-${node.toWellFormed()}`),
    kind: 'gap',
    body: { what: { node, parent }, why: 'cycle', where, native: node },
    raw: all,
  });
