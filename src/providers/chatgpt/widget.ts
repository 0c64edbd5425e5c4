import { deeperThan, isObject, parseJson } from '../../lib/json';
import type { Part } from '../../model/parts';
import { beyond, shown } from '../kit/beyond';
import { joinParts } from '../kit/parts';
import { asObject, asText, asWords, isBlank, remaining, said } from '../kit/value';
import { assemble, type ContentContext, piecesOf } from './content';
import { readMessage } from './wire';

const NONE: ReadonlySet<string> = new Set();
const CONTENT = shown({ any: ['content_type', 'parts'] });
const AUTHOR = shown({ text: ['role'] });
/** What the report's texts cite, and what says nothing. */
const METADATA = shown({ list: ['content_references', 'citations', 'safe_urls'], any: ['pad', 'useragent'] });
const STATE = new Set(['report_message']);
const APP = new Set(['widget_state']);
/** Addresses of sockets carry a token and are gone with the page. */
const RESPONSE = new Set(['websocket_url']);
const DEEPEST = 100;

/**
 * What an app inside the conversation shows (`chatgpt_sdk`). Its state is JSON in a text; that of deep research holds the
 * report as a whole message of its own.
 */
export function appParts(context: ContentContext): { parts: Part[]; changed: boolean } {
  const app = asObject(context.message.metadata.chatgpt_sdk);
  if (Object.keys(app).length === 0) return { parts: [], changed: false };
  const sent = asText(app.widget_state);
  const state = typeof app.widget_state === 'string' ? parseJson(app.widget_state) : app.widget_state;
  const response = asObject(app.tool_response_metadata);
  const about = {
    ...remaining(app, new Set([...APP, 'tool_response_metadata'])),
    ...responseOf(isObject(app.tool_response_metadata) ? remaining(response, RESPONSE) : app.tool_response_metadata),
  };
  const parts: Part[] = [{ type: 'json', value: about, of: 'app' }];
  if (!isObject(state) || deeperThan(state, DEEPEST)) {
    const text = asWords(sent);
    return {
      parts: text ? [...parts, { type: 'text', text, format: 'plain', of: 'app state' }] : parts,
      changed: false,
    };
  }
  const report = reportParts(state.report_message, context);
  const rest = remaining(state, isObject(state.report_message) ? STATE : new Set());
  if (rest) parts.push({ type: 'json', value: rest, of: 'app state' });
  return { parts: joinParts(report.parts, parts), changed: report.changed };
}

const responseOf = (value: unknown) => (isBlank(value) ? {} : { tool_response_metadata: value });

/** The report's texts with their citations; the message around it says who wrote it and when. */
function reportParts(value: unknown, context: ContentContext): { parts: Part[]; changed: boolean } {
  if (!isObject(value)) return { parts: [], changed: false };
  const message = { ...readMessage(value), role: 'assistant' };
  const read = assemble(
    piecesOf(Array.isArray(message.content.parts) ? message.content.parts : [message.content.text], context),
    {
      ...context,
      message,
    },
  );
  const { content: _, metadata: __, author, ...around } = value;
  const about = {
    ...remaining(around, NONE),
    ...said({
      content: beyond(message.content, CONTENT),
      metadata: beyond(message.metadata, METADATA),
      author: beyond(asObject(author), AUTHOR),
    }),
  };
  const parts = read.parts.map((part): Part => (part.type === 'text' ? { ...part, of: 'report' } : part));
  return { parts: [...parts, { type: 'json', value: about, of: 'report' }], changed: read.changed };
}
