import { append } from '../../lib/append';
import type { Attachment, Draft } from '../contract';
import { changeDrafts, forgetSettings, openSettings, type SettingsBelow } from '../kit/changes';
import { openScope } from '../kit/evidence';
import { gapDraft, sessionDraft } from '../kit/notes';
import { openKnown } from '../kit/scope';
import { growTree, walkTree } from '../kit/tree';
import type { Knowledge } from './context';
import { readOne } from './message';
import { eventOfMessage, type Node, readNodes, type SentMessage } from './nodes';
import type { SeenCopy } from './servers';
import type { Work } from './versions';

export type { SentMessage } from './nodes';

/** What a list of messages says, wherever it was sent. */
export interface ReadMessages {
  readonly drafts: readonly Draft[];
  readonly attachments: readonly Attachment[];
  /** What the messages leave on the server. */
  readonly copies: readonly SeenCopy[];
  /** The event that stands for the message of that id, or null where it is not in the list. */
  eventOf(native: string): string | null;
  /** The events of messages with nothing below them, in the site's order. */
  readonly ends: readonly string[];
  /** No message named its parent: they were put in a row as they came. */
  readonly byOrder: boolean;
}

/**
 * Reads messages of this site, every branch, each once. The same for a read, a share, an export and a stream: only where
 * a message stands differs. A parent that is not in the list is a gap in its place.
 * @param session the conversation's id, or what stands for it
 */
export function readMessages(sent: readonly SentMessage[], session: string): ReadMessages {
  const { all, byId, byOrder } = readNodes(sent, session);
  const byKey = new Map(all.map((node) => [node.key, node]));
  const find = (reference: string): string | null =>
    byKey.has(reference) ? reference : (byId.get(reference)?.key ?? null);
  const tree = growTree(
    all.map(({ key, parent }) => ({ key, parent, children: [] })),
    find,
  );
  const drafts: Draft[] = [];
  const copies: SeenCopy[] = [];
  const attachments = new Map<string, Attachment>();
  const knowledge: Knowledge = { scope: openScope(), works: openKnown<Work>() };
  const settings = openSettings(true);
  const children = tree.missing.size > 0 ? firstChildren(all) : null;
  const enter = (key: string): void => {
    const above = tree.parentOf.get(key);
    const parent = above === undefined ? null : (byKey.get(above)?.event ?? eventOfMessage(above));
    const node = byKey.get(key);
    if (!node) {
      forgetSettings(settings, key);
      return void drafts.push(missingDraft(key, children?.get(key)));
    }
    const read = readOne(node, parent, knowledge);
    const made = [...read.drafts, ...changesAt(settings, node)];
    append(drafts, byOrder ? made.map(derived) : made);
    append(copies, read.copies);
    for (const each of read.attachments) attachments.set(each.sha256, each);
    const cut = tree.cut.get(key);
    if (cut !== undefined) drafts.push(cutDraft(node, cut));
  };
  const leave = (key: string): void => {
    knowledge.scope.leave(key);
    knowledge.works.leave(key);
    settings.leave(key);
  };
  walkTree(tree, enter, leave);
  return {
    drafts,
    attachments: [...attachments.values()],
    copies,
    eventOf: (native) => byId.get(native)?.event ?? null,
    ends: all.flatMap(({ key, event }) => (tree.childrenOf.has(key) ? [] : [event])),
    byOrder,
  };
}

/** Another model than before, where messages say which one answers: mostly only streams do. */
function changesAt(settings: SettingsBelow, { key, event, message, sent }: Node): readonly Draft[] {
  if (message.sender !== 'assistant' || !message.model) return [];
  const values = { model: message.model };
  return changeDrafts(settings, { values, owner: key, event, occurred: message.created, raw: sent.place([]) });
}

/** What was told by their order alone is not the site's own word. */
const derived = (draft: Draft): Draft => ({ ...draft, fidelity: 'derived' });

/** Of each message that is named as a parent, the first that names it. */
const firstChildren = (all: readonly Node[]): ReadonlyMap<string | null, Node> =>
  new Map(all.toReversed().map((node) => [node.parent, node]));

/** A message that others name as their parent and that was not sent: a gap under its own id, which the real one outranks. */
const missingDraft = (native: string, child: Node | undefined): Draft => ({
  ...sessionDraft({
    id: eventOfMessage(native),
    kind: 'gap',
    body: { what: { message: native }, why: 'not-sent', where: 'messages', native },
    raw: [],
  }),
  raw: child?.sent.place([]) ?? [],
  native: { id: native.toWellFormed(), node: null, type: null, parent: null },
});

/** Beside the message whose parent would close a circle. */
const cutDraft = ({ event, message, sent }: Node, parent: string): Draft =>
  gapDraft(event, 'gap.cycle', { why: 'cycle', what: { parent }, native: message.id }, sent.place([]));
