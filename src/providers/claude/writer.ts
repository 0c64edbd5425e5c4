import { pointer } from '../../lib/json';
import type { Kind } from '../../model/bodies';
import type { Sealed } from '../../model/references';
import type { Attachment, Draft, DraftPlace } from '../contract';
import { gapDraft } from '../kit/notes';
import { type SealedFound, unsealing } from '../kit/sealed';
import { mapTexts } from '../kit/value';
import { isPlainId, type Node } from './nodes';
import { sealedOf } from './sealed';
import type { WireBlock, WireMessage } from './wire';

type Path = readonly (string | number)[];

/** Where an event was read: a block of the message, or a member of it. */
export interface From {
  readonly path: Path;
  /** What was sent there: searched for sealed values. Null: it was, already. */
  readonly fields: unknown;
  readonly start: string | null;
  readonly stop: string | null;
  readonly type: string | null;
}

export const fromBlock = ({ path, fields, start, stop, type }: WireBlock): From => ({
  path,
  fields,
  start,
  stop,
  type,
});

interface Said {
  readonly kind: Kind;
  readonly body: Draft['body'];
  readonly actor: Draft['actor'];
  readonly from: From;
  readonly fidelity?: Draft['fidelity'];
}

/** Writes the events of one message: its blocks, one after the other, and what hangs beside them. */
export interface Writer {
  /** The id of the next event of a kind. */
  next(kind: Kind): string;
  /** The same, for an event that will hang beside: the one after it has another. */
  take(kind: Kind): string;
  /** The id of the latest event of the chain. */
  last(): string;
  /** Adds the next event of its kind to the chain. */
  chain(said: Said): Draft;
  /** The event that stands for the message itself; it is not among the drafts. */
  main(parents: readonly string[], said: Said): Draft;
  /** Adds an event beside another, unless there is one of that id. */
  beside(id: string, parents: readonly string[], said: Said): void;
  /** Adds an event that was made elsewhere. */
  add(draft: Draft): void;
  readonly drafts: readonly Draft[];
  readonly attachments: ReadonlyMap<string, Attachment>;
  keep(attachment: Attachment): void;
  /** Where a member of the message stands. */
  place(path: Path): readonly DraftPlace[];
}

/** @param sealedHere whether what the message says may hold values that the provider sealed */
export function openWriter(node: Node, sealedHere: boolean): Writer {
  const { event, message, sent } = node;
  const drafts: Draft[] = [];
  const attachments = new Map<string, Attachment>();
  const counts = new Map<Kind, number>();
  let last = event;

  const next = (kind: Kind): string => `${event}/${kind}.${counts.get(kind) ?? 0}`;
  const make = (id: string, parents: readonly string[], said: Said): Draft => {
    const raw = sent.place(said.from.path);
    const found = sealedHere && said.from.fields ? sealedOf(said, id, pointerOf(raw, said.from.path)) : NOTHING_SEALED;
    for (const each of found.attachments) attachments.set(each.sha256, each);
    for (const each of found.sealed) if (each.twin.state === 'missing') drafts.push(sealedGap(id, each, said, raw));
    return {
      id,
      thread: 'root',
      parents: [...parents],
      at: timesOf(said.from, message),
      actor: said.actor,
      kind: said.kind,
      body: withoutSealed(said.body, found),
      native: { id: wellFormed(message.id), node: null, type: wellFormed(said.from.type), parent: null },
      sealed: [...found.sealed],
      raw,
      ...(said.fidelity ? { fidelity: said.fidelity } : {}),
    };
  };
  const write = (id: string, parents: readonly string[], said: Said): Draft => {
    const draft = make(id, parents, said);
    drafts.push(draft);
    return draft;
  };

  const take = (kind: Kind): string => {
    const id = next(kind);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return id;
  };
  const ids = new Set<string>();

  return {
    next,
    take,
    last: () => last,
    chain(said) {
      const draft = write(take(said.kind), [last], said);
      last = draft.id;
      return draft;
    },
    main: (parents, said) => {
      const draft = make(event, parents, said);
      const fidelity = message.id === null || isPlainId(message.id) ? {} : { fidelity: 'normalised' as const };
      return { ...draft, ...fidelity, native: { ...draft.native, parent: wellFormed(message.parent) } };
    },
    beside(id, parents, said) {
      if (ids.has(id)) return;
      ids.add(id);
      write(id, parents, said);
    },
    add: (draft) => void drafts.push(draft),
    drafts,
    attachments,
    keep: (attachment) => void attachments.set(attachment.sha256, attachment),
    place: (path) => sent.place(path),
  };
}

const wellFormed = (text: string | null): string | null => text?.toWellFormed() ?? null;

const timesOf = ({ start, stop }: From, { created, updated }: WireMessage): Draft['at'] => ({
  occurred: start ?? created,
  updated: stop ?? updated,
});

const NOTHING_SEALED: SealedFound = { sealed: [], attachments: [], texts: new Set() };

/** Nothing readable stands for it. */
function sealedGap(event: string, { pointer: place }: Sealed, { from }: Said, raw: readonly DraftPlace[]): Draft {
  const inside = place.slice(pointerOf(raw, from.path).length);
  return gapDraft(event, `gap.sealed${inside}`, { why: 'sealed', what: { sealed: inside }, native: null }, raw);
}

/** Where a member stood: in the exchange where that is one JSON value, else in the message as it was put together. */
function pointerOf(raw: readonly DraftPlace[], path: Path): string {
  const first = raw.find((place) => typeof place === 'string');
  return first ?? pointer(...path);
}

const EXACT: ReadonlySet<string> = new Set(['input', 'inputText']);

/** A body that shows no sealed value. What a tool was given stays to the letter. */
function withoutSealed(body: Draft['body'], { texts }: SealedFound): Draft['body'] {
  if (texts.size === 0) return body;
  const unsealed = unsealing(texts);
  const members = Object.entries(body).map(([key, value]) => [key, EXACT.has(key) ? value : mapTexts(value, unsealed)]);
  return Object.fromEntries(members) as Draft['body']; // the same members
}
