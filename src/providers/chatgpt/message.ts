import type { Observation } from '../../model/event';
import type { Sealed } from '../../model/references';
import type { Attachment, Draft, DraftPlace } from '../contract';
import { shown } from '../kit/beyond';
import { collectEvidence, type Scope } from '../kit/evidence';
import { lackOf } from '../kit/file-kinds';
import { gapDraft } from '../kit/notes';
import { asObject, asWords } from '../kit/value';
import { absentFrom } from './absent';
import { bodyOf } from './body';
import type { ContentContext, ReadContent } from './content';
import { tidyBody } from './extra';
import { collectFiles, type Files, type NamedFile } from './files';
import { kindOf, type MainKind, readContent, roleOf } from './kinds';
import type { Kept } from './nodes';
import { callClass, callQueries, queriesOf } from './queries';
import { sealedOf } from './sealed';
import { chatgpt } from './site';
import { fileId } from './site-files';
import { onlyOf } from './sources';
import { toolClass } from './tools';
import type { WireMessage, WireNode } from './wire';

/** The call that a result below it answers: the site pairs them by their place in the tree alone. */
export interface OpenCall {
  readonly id: string;
  readonly name: string | null;
  /** What it searched for. */
  readonly queries: readonly string[];
  readonly message: WireMessage;
}

/** Where a message stands. */
export interface Standing {
  /** The event above, or null. */
  readonly parent: string | null;
  /** JSON Pointer under which what is inside the message is named. */
  readonly pointer: string;
  /** Where it was sent. */
  readonly raw: readonly DraftPlace[];
  readonly call: OpenCall | null;
  readonly scope: Scope;
  /** The turn of the conversation: what a person said, and all that came of it. */
  readonly turn: string;
  /** What this turn searched for until here; null for a search that does not say. */
  readonly asked: readonly (string | null)[];
}

export interface ReadMessage {
  /** The event that stands for the message. */
  readonly main: Draft;
  /** What hangs beside it. */
  readonly gaps: readonly Draft[];
  readonly attachments: readonly Attachment[];
  readonly files: readonly NamedFile[];
  /** The call that is open below this message. */
  readonly call: OpenCall | null;
  /** What the turn has searched for, with this message. */
  readonly asked: readonly (string | null)[];
}

/** Reads one message into exactly one main event, and the gaps beside it. */
export function readOne({ node, message, event }: Kept, standing: Standing): ReadMessage {
  const { parent, pointer, raw } = standing;
  const kind = kindOf(message);
  const evidences = collectEvidence(event, standing.scope, kind === 'message', standing.turn);
  const files = collectFiles(message.metadata);
  const unresolved: string[] = [];
  const unresolve = (name: string) => void unresolved.push(name);
  const query = foundBy(kind, message, standing);
  const context: ContentContext = { message, evidences, files, unresolved: unresolve, query };
  const read = kind === 'unknown' ? EMPTY : readContent(kind, context);
  const body = bodyOf(kind, read, context, standing.call);
  evidences.share(node.key);
  const { more } = node;
  const extra = more ? { extra: { ...asObject(body.extra), node: more } } : null;
  const readable = kind === 'reasoning' && read.parts.length > 0;
  const { sealed, attachments, texts } = sealedOf(message, kind, { event, pointer, readable });
  const main: Draft = {
    id: event,
    thread: 'root',
    parents: parent === null ? [] : [parent],
    at: { occurred: message.created, updated: message.updated },
    actor: actorOf(message),
    kind,
    body: tidyBody(extra ? { ...body, ...extra } : body, texts),
    native: nativeOf(message, node),
    sealed: [...sealed],
    raw,
    ...(read.changed || message.metadata.chatgpt_sdk ? NORMALISED : {}), // an app's state is JSON inside a text
  };
  const gaps = [...gapsOf(files, unresolved, sealed, pointer), ...absentFrom(message)];
  return {
    main,
    gaps: gaps.map(({ own, ...gap }) => gapDraft(event, own, { ...gap, native: message.id }, raw)),
    attachments,
    files: files.all(),
    call: callBelow(kind, message, event, standing.call),
    asked: kind === 'tool.call' ? askedBelow(message, standing.asked) : standing.asked,
  };
}

/** What found the sources that a message brings: its own search, the call that it answers, or the only one of its turn. */
function foundBy(kind: MainKind, message: WireMessage, { call, asked }: Standing): string | null {
  const own = queriesOf(message.metadata);
  if (own.length > 0) return onlyOf(own);
  if (kind === 'tool.result') return call && answers(message, call) ? onlyOf(call.queries) : null;
  return kind === 'message' && message.role === 'assistant' ? onlyOf(asked) : null;
}

/** False for what another tool says below a call. */
const answers = ({ name }: WireMessage, call: OpenCall): boolean =>
  name === null || call.name === name || toolClass(name) === toolClass(call.name ?? '');

/** Searches and what they ask for. A call that opens pages asks for nothing. */
function askedBelow(message: WireMessage, asked: readonly (string | null)[]): readonly (string | null)[] {
  if (callClass(message) !== 'search') return asked;
  const queries = callQueries(message);
  return [...new Set([...asked, ...(queries.length > 0 ? queries : [null])])];
}

const NORMALISED = { fidelity: 'normalised' } as const;
const EMPTY: ReadContent = { parts: [], used: shown({ any: ['content_type'] }), changed: false };

function actorOf(message: WireMessage): Draft['actor'] {
  const role = roleOf(message);
  const kind = role === 'developer' ? 'system' : (role ?? 'provider');
  const { resolved_model_slug: resolved, model_slug: model } = message.metadata;
  return { kind, name: whole(message.name), model: whole(asWords(model) ?? asWords(resolved)) };
}

function nativeOf({ id, type }: WireMessage, node: WireNode): Observation['native'] {
  const own = id ?? node.key;
  return {
    id: whole(own),
    node: node.key === own ? null : whole(node.key),
    type: whole(type),
    parent: whole(node.parent),
  };
}

/** Text as a line of the log may hold it. */
const whole = (text: string | null): string | null => text?.toWellFormed() ?? null;

function callBelow(kind: MainKind, message: WireMessage, event: string, call: OpenCall | null): OpenCall | null {
  if (kind === 'message' || kind === 'unknown') return null;
  if (kind !== 'tool.call') return call;
  return { id: message.id ?? event, name: message.recipient, queries: callQueries(message), message };
}

type Gap = Pick<Parameters<typeof gapDraft>[2], 'why' | 'what'> & { readonly own: string };

/** What is missing beside a message. A file's gap has the id that the file itself will have, once it was fetched. */
function gapsOf(files: Files, unresolved: readonly string[], sealed: readonly Sealed[], place: string): Gap[] {
  const gaps = files
    .all()
    .map(
      ({ pointer, name }): Gap => ({ own: fileId(pointer), why: lackOf(chatgpt, pointer), what: { pointer, name } }),
    );
  if (unresolved.length > 0)
    gaps.push({ own: 'gap.sources', why: 'not-sent', what: { sources: [...new Set(unresolved)] } });
  for (const { twin, pointer } of sealed)
    if (twin.state === 'missing')
      gaps.push({
        own: `gap.sealed${pointer.slice(place.length)}`,
        why: 'sealed',
        what: { sealed: pointer.slice(place.length) },
      });
  return gaps;
}
