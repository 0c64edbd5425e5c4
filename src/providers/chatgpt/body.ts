import type { Part } from '../../model/parts';
import type { Draft } from '../contract';
import { shown } from '../kit/beyond';
import { joinParts } from '../kit/parts';
import { toolInput } from '../kit/tool-input';
import { asText, asWords, isBlank, said, textsIn } from '../kit/value';
import { type ContentContext, looseParts, type ReadContent } from './content';
import { extraOf, unknownExtra } from './extra';
import { attachmentPart, nameFiles, visualParts } from './files';
import { addHits } from './hits';
import { isHidden, type MainKind, roleOf } from './kinds';
import type { OpenCall } from './message';
import { callClass, callQueries, queriesOf } from './queries';
import { durationOf } from './reasoning';
import { appParts } from './widget';
import type { WireMessage } from './wire';

type Body = Record<string, unknown>;

/** The body of the main event. Built up in place: a conversation may have a hundred thousand of them. */
export function bodyOf(
  kind: MainKind,
  read: ReadContent,
  context: ContentContext,
  call: OpenCall | null,
): Draft['body'] {
  const { message } = context;
  const body = aboutOf(message, kind);
  FILL[kind](body, read, context, call);
  const extra = kind === 'unknown' ? unknownExtra(message) : extraOf(message, kind === 'tool.call' ? CALL : read.used);
  if (extra) body.extra = extra;
  return body as Draft['body'];
}

type Fill = (body: Body, read: ReadContent, context: ContentContext, call: OpenCall | null) => void;

const FILL: Readonly<Record<MainKind, Fill>> = {
  'tool.call': (body, _read, context) => void Object.assign(body, callOf(context)),
  'tool.result': (body, read, context, call) => void Object.assign(body, resultOf(read, context, call)),
  reasoning(body, read, context) {
    body.form = read.parts.length > 0 ? 'summary' : 'none';
    body.parts = partsOf(read.parts, context);
    const durationMs = durationOf(context.message);
    if (durationMs !== null) body.durationMs = durationMs;
  },
  unknown(body, _read, { message, files }) {
    body.type = message.type;
    body.role = message.role;
    body.text = readableText(message);
    nameFiles(message, files);
  },
  config(body, read, context) {
    body.role = context.message.role;
    body.parts = partsOf(read.parts, context);
  },
  message(body, read, context) {
    body.role = roleOf(context.message) ?? 'system';
    body.hidden = isHidden(context.message);
    body.parts = partsOf(read.parts, context);
  },
};

/** What every kind says in the same words. */
function aboutOf(message: WireMessage, kind: MainKind): Body {
  const { metadata, fields, recipient, weight, channel } = message;
  const body: Body = { status: message.status };
  if (isHidden(message)) body.hidden = true;
  if (channel !== null) body.phase = channel;
  if (typeof fields.end_turn === 'boolean') body.endTurn = fields.end_turn;
  if (recipient !== null && recipient !== 'all' && kind !== 'tool.call') body.recipient = recipient;
  if (weight !== null && weight !== 1) body.weight = weight;
  if (asWords(metadata.thinking_effort) !== null) body.effort = metadata.thinking_effort;
  if (!isBlank(metadata.finish_details)) body.finish = metadata.finish_details;
  return body;
}

/** All parts: the content's, an app's, attachments, and last the evidence that came with the message itself. */
function partsOf(content: readonly Part[], context: ContentContext): Part[] {
  const { message, evidences, files } = context;
  addHits(message, evidences, context.query);
  const app = message.metadata.chatgpt_sdk ? appParts(context).parts : [];
  const visual = visualParts(message.metadata.ada_visualizations, files);
  const attached = [...visual, ...files.unnamed().map((attachment) => attachmentPart(attachment, files))];
  const found = evidences.parts();
  return app.length + attached.length + found.length > 0 ? joinParts(content, app, attached, found) : [...content];
}

const CALL = shown({ any: ['content_type', 'response_format_name'], text: ['text', 'language'], list: ['parts'] });

function callOf(context: ContentContext): Body {
  const { message } = context;
  const { content, recipient } = message;
  const sent = Array.isArray(content.parts) ? content.parts : [];
  const text = asText(content.text) ?? sent.filter((each) => typeof each === 'string').join('');
  const others = sent.filter((each) => typeof each === 'object' && each !== null);
  const parts: Part[] = joinParts(
    others.map((value): Part => ({ type: 'json', value })),
    partsOf(looseParts(context), context),
  );
  const queries = callQueries(message);
  return {
    callId: message.id,
    name: recipient,
    class: callClass(message),
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
  const told = queriesOf(message.metadata);
  const failed = message.type === 'system_error';
  return {
    callId: call?.id ?? null,
    name: message.name,
    parts: partsOf(read.parts, context),
    ...said({
      queries: told.length > 0 ? told : null,
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
