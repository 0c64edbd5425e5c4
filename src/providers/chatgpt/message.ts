import type { Observation } from '../../model/event';
import type { Part } from '../../model/parts';
import type { Attachment, Draft } from '../contract';
import { toolInput } from '../kit/tool-input';
import { asNumber, asText, asWords, said, textsIn } from '../kit/value';
import { type ContentContext, joinParts, type ReadContent } from './content';
import { collectEvidence, type Evidences, type Scope } from './evidence';
import { extraOf, tidy } from './extra';
import { attachmentPart, collectFiles, type Files, type NamedFile } from './files';
import { kindOf, type MainKind, readContent, roleOf } from './kinds';
import { gapDraft } from './notes';
import { durationOf } from './reasoning';
import { sealedIn } from './sealed';
import { browserHits, queriesOf, queryOf, searchHits } from './sources';
import { toolClass } from './tools';
import { appParts } from './widget';
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
  const body = bodyOf(kind, read, context, standing);
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

/** The body of the main event. */
function bodyOf(kind: MainKind, read: ReadContent, context: ContentContext, standing: Standing): Draft['body'] {
  const { message } = context;
  const about = aboutOf(message);
  const extra = said({ extra: extraOf(message, kind === 'tool.call' ? CALL : read.used) });
  switch (kind) {
    case 'tool.call':
      return { ...about, ...callOf(context), ...extra };
    case 'tool.result':
      return { ...about, ...resultOf(read, context, standing.call), ...extra };
    case 'reasoning': {
      const form = read.parts.length > 0 ? 'summary' : 'none';
      return { ...about, form, parts: partsOf(read, context), ...said({ durationMs: durationOf(message) }), ...extra };
    }
    case 'unknown':
      return { ...about, type: message.type, text: readableText(message), ...extra };
    case 'config':
      return { ...about, role: message.role, parts: partsOf(read, context), ...extra };
    case 'message': {
      const role = roleOf(message) ?? 'system';
      return { ...about, role, hidden: isHidden(message), parts: partsOf(read, context), ...extra };
    }
  }
}

/** What every kind says in the same words. */
function aboutOf(message: WireMessage): { status: string | null } & Record<string, unknown> {
  const { metadata, fields, recipient, weight } = message;
  return {
    status: message.status,
    ...said({
      hidden: isHidden(message) ? true : null,
      phase: message.channel,
      endTurn: fields.end_turn,
      recipient: recipient === 'all' ? null : recipient,
      weight: weight === 1 ? null : weight,
      effort: asWords(metadata.thinking_effort),
      finish: metadata.finish_details,
    }),
  };
}

/** The site hides system messages, what weighs nothing, and what it says is hidden. */
const isHidden = ({ role, weight, metadata }: WireMessage): boolean =>
  metadata.is_visually_hidden_from_conversation === true || weight === 0 || role === 'system' || role === 'developer';

/** All parts: the content's, an app's, attachments, and last the evidence that came with the message itself. */
function partsOf(read: Pick<ReadContent, 'parts'>, context: ContentContext): Part[] {
  const { message, evidences, files } = context;
  addHits(message, evidences, queryOf(message.metadata));
  const app = appParts(context).parts;
  const attached = files.unnamed().map((attachment) => attachmentPart(attachment, files));
  return joinParts(read.parts, app, attached, evidences.parts());
}

function addHits(message: WireMessage, evidences: Evidences, query: string | null): void {
  const hits = [...searchHits(message.metadata, query), ...browserHits(message.metadata, query)];
  for (const hit of hits) evidences.add(hit, false);
}

const CALL = new Set(['content_type', 'parts', 'text', 'language', 'response_format_name']);

function callOf(context: ContentContext): Record<string, unknown> & { name: string | null } {
  const { message } = context;
  const { content, recipient } = message;
  const sent = Array.isArray(content.parts) ? content.parts : [];
  const text = asText(content.text) ?? sent.filter((each) => typeof each === 'string').join('');
  const others = sent.filter((each) => typeof each === 'object' && each !== null);
  const parts: Part[] = joinParts(
    others.map((value): Part => ({ type: 'json', value })),
    partsOf({ parts: [] }, context),
  );
  const queries = queriesOf(message.metadata);
  return {
    callId: message.id,
    name: recipient,
    class: toolClass(recipient ?? ''),
    hosted: true,
    ...toolInput(text),
    ...said({
      language: content.language === 'unknown' ? null : asWords(content.language),
      queries: queries.length > 0 ? queries : null,
      parts: parts.length > 0 ? parts : null,
    }),
  };
}

function resultOf(read: ReadContent, context: ContentContext, call: OpenCall | null) {
  const { message } = context;
  const queries = queriesOf(message.metadata);
  addHits(message, context.evidences, queryOf(message.metadata) ?? call?.query ?? null);
  const failed = message.type === 'system_error';
  return {
    callId: call?.id ?? null,
    name: message.name,
    parts: partsOf(read, context),
    ...said({
      queries: queries.length > 0 ? queries : null,
      error: failed ? said({ name: asWords(message.content.name), text: asWords(message.content.text) }) : null,
      durationMs: durationOf(message) ?? asNumber(null),
    }),
  };
}

/** The best text of a content that is not known: every text in it, in order. */
function readableText({ content, fields }: WireMessage): string | null {
  const texts = textsIn(Object.keys(content).length > 0 ? content : fields.content).filter(
    (text) => text.trim() !== '' && text !== content.content_type,
  );
  return texts.length > 0 ? texts.join('\n') : null;
}
