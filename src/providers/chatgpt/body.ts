import type { Part } from '../../model/parts';
import type { Draft } from '../contract';
import { toolInput } from '../kit/tool-input';
import { asText, asWords, said, textsIn } from '../kit/value';
import { type ContentContext, joinParts, type ReadContent } from './content';
import type { Evidences } from './evidence';
import { extraOf } from './extra';
import { attachmentPart } from './files';
import { isHidden, type MainKind, roleOf } from './kinds';
import type { OpenCall } from './message';
import { durationOf } from './reasoning';
import { browserHits, queriesOf, queryOf, searchHits } from './sources';
import { toolClass } from './tools';
import { appParts } from './widget';
import type { WireMessage } from './wire';

/** The body of the main event. */
export function bodyOf(
  kind: MainKind,
  read: ReadContent,
  context: ContentContext,
  call: OpenCall | null,
): Draft['body'] {
  const { message } = context;
  const about = aboutOf(message, kind);
  const extra = said({ extra: extraOf(message, kind === 'tool.call' ? CALL : read.used) });
  switch (kind) {
    case 'tool.call':
      return { ...about, ...callOf(context), ...extra };
    case 'tool.result':
      return { ...about, ...resultOf(read, context, call), ...extra };
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
function aboutOf(message: WireMessage, kind: MainKind): { status: string | null } & Record<string, unknown> {
  const { metadata, fields, recipient, weight } = message;
  return {
    status: message.status,
    ...said({
      hidden: isHidden(message) ? true : null,
      phase: message.channel,
      endTurn: fields.end_turn,
      recipient: recipient === 'all' || kind === 'tool.call' ? null : recipient,
      weight: weight === 1 ? null : weight,
      effort: asWords(metadata.thinking_effort),
      finish: metadata.finish_details,
    }),
  };
}

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
      durationMs: durationOf(message),
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
