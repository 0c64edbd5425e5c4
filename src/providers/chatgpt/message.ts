import type { Observation } from '../../model/event';
import type { Attachment, Draft } from '../contract';
import { asWords } from '../kit/value';
import { bodyOf } from './body';
import type { ReadContent } from './content';
import { collectEvidence, type Scope } from './evidence';
import { tidy } from './extra';
import { collectFiles, type Files, type NamedFile } from './files';
import { kindOf, type MainKind, readContent, roleOf } from './kinds';
import { gapDraft } from './notes';
import { sealedIn } from './sealed';
import { queryOf } from './sources';
import type { WireMessage, WireNode } from './wire';

/** The call that a result below it answers: the site pairs them by their place in the tree alone. */
export interface OpenCall {
  readonly id: string;
  readonly name: string | null;
  readonly query: string | null;
}

/** Where a message stands. */
export interface Standing {
  readonly node: WireNode;
  readonly event: string;
  readonly parents: readonly string[];
  /** JSON Pointer to the message. */
  readonly pointer: string;
  readonly call: OpenCall | null;
  readonly scope: Scope;
}

export interface ReadMessage {
  /** The event that stands for the message, then what hangs beside it. */
  readonly drafts: readonly Draft[];
  readonly attachments: readonly Attachment[];
  readonly files: readonly NamedFile[];
  readonly kind: MainKind;
  /** The call that is open below this message. */
  readonly call: OpenCall | null;
}

/** Reads one message into exactly one main event, and the gaps beside it. */
export function readOne(message: WireMessage, standing: Standing): ReadMessage {
  const { event, pointer } = standing;
  const kind = kindOf(message);
  const evidences = collectEvidence(event, standing.scope, kind === 'message');
  const files = collectFiles(message.metadata);
  const unresolved = new Set<string>();
  const context = { message, evidences, files, unresolved: (name: string) => void unresolved.add(name) };
  const read = kind === 'unknown' ? EMPTY : readContent(kind, context);
  const body = bodyOf(kind, read, context, standing.call);
  evidences.share(standing.node.key);
  const readable = kind === 'reasoning' && read.parts.length > 0;
  const { sealed, attachments, texts } = sealedIn(message, kind, { event, pointer, readable });
  const main: Draft = {
    id: event,
    thread: 'root',
    parents: [...standing.parents],
    at: { occurred: message.created, updated: message.updated },
    actor: actorOf(message),
    kind,
    body: kind === 'tool.call' ? body : tidy(body, texts),
    native: nativeOf(message, standing.node),
    sealed,
    raw: [pointer],
    ...(read.changed ? { fidelity: 'normalised' as const } : {}),
  };
  const gaps = gapsOf(
    files,
    unresolved,
    sealed.filter(({ twin }) => twin.state === 'missing'),
  );
  const native = message.id;
  return {
    drafts: [main, ...gaps.map((gap, n) => gapDraft(event, n, { ...gap, native }, [pointer]))],
    attachments,
    files: files.all(),
    kind,
    call: callBelow(kind, message, standing),
  };
}

const EMPTY: ReadContent = { parts: [], used: new Set(['content_type']), changed: false };

function actorOf(message: WireMessage): Observation['actor'] {
  const role = roleOf(message);
  const kind = role === 'developer' ? 'system' : (role ?? 'provider');
  const { resolved_model_slug: resolved, model_slug: model } = message.metadata;
  return { kind, name: message.name, model: asWords(model) ?? asWords(resolved) };
}

function nativeOf({ id, type }: WireMessage, node: WireNode): Observation['native'] {
  return { id: id ?? node.key, node: node.key === (id ?? node.key) ? null : node.key, type, parent: node.parent };
}

function callBelow(kind: MainKind, message: WireMessage, { event, call }: Standing): OpenCall | null {
  if (kind === 'message' || kind === 'unknown') return null;
  if (kind !== 'tool.call') return call;
  return { id: message.id ?? event, name: message.recipient, query: queryOf(message.metadata) };
}

type Gap = Pick<Parameters<typeof gapDraft>[2], 'why' | 'what'>;

function gapsOf(files: Files, unresolved: ReadonlySet<string>, sealed: readonly { pointer: string }[]): Gap[] {
  return [
    ...files.all().map(({ pointer, name }): Gap => ({ why: 'not-fetched', what: { pointer, name } })),
    ...(unresolved.size > 0 ? [{ why: 'not-sent' as const, what: { sources: [...unresolved] } }] : []),
    ...sealed.map(({ pointer }): Gap => ({ why: 'sealed', what: { sealed: pointer } })),
  ];
}
