import { deeperThan, isObject, parseJson } from '../../lib/json';
import type { Part } from '../../model/parts';
import { beyond, shown } from '../kit/beyond';
import { joinParts } from '../kit/parts';
import { asObject, asText, asWords, isBlank, remaining, said } from '../kit/value';
import { writtenAs } from '../kit/written';
import { assemble, type ContentContext, piecesOf } from './content';
import { stepParts } from './steps';
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
const RESPONSE_AND_STEPS = new Set([...RESPONSE, 'cot_messages']);
const PLAN = new Set(['plan', 'step_statuses_by_plan']);
const DEEPEST = 100;

type Fields = Readonly<Record<string, unknown>>;

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
  const run = asObject(response.venus_widget_state);
  const about = {
    ...remaining(app, new Set([...APP, 'tool_response_metadata'])),
    ...responseOf(isObject(app.tool_response_metadata) ? responseRest(response) : app.tool_response_metadata),
  };
  const steps = stepParts(response.cot_messages, context);
  const plans = planParts([run, asObject(state)]);
  const parts = joinParts(plans, steps, [{ type: 'json', value: about, of: 'app' }]);
  if (!isObject(state) || deeperThan(state, DEEPEST)) {
    const text = asWords(sent);
    return {
      parts: text ? [...parts, { type: 'text', text, format: 'plain', of: 'app state' }] : parts,
      changed: false,
    };
  }
  const report = reportParts(state.report_message, context);
  const rest = withoutPlan(remaining(state, isObject(state.report_message) ? STATE : NONE));
  if (rest) parts.push({ type: 'json', value: rest, of: 'app state' });
  return { parts: joinParts(report.parts, parts), changed: report.changed };
}

/** What a run set out to do, and how far it came with each step: told once, though two places may say it. */
function planParts(places: readonly Fields[]): Part[] {
  const plans = new Map<string, Part>();
  for (const { plan, step_statuses_by_plan: statuses } of places)
    if (isObject(plan) && !isBlank(plan))
      plans.set(writtenAs(plan) ?? `${plans.size}`, { type: 'json', value: plan, of: 'plan', ...said({ statuses }) });
  return [...plans.values()];
}

const withoutPlan = (fields: Record<string, unknown> | null): Record<string, unknown> | null =>
  fields && isObject(fields.plan) ? remaining(fields, PLAN) : fields;

/** What the app answered, but for what stands in parts of its own. */
function responseRest(response: Fields): Record<string, unknown> | null {
  const rest = remaining(response, Array.isArray(response.cot_messages) ? RESPONSE_AND_STEPS : RESPONSE);
  const run = response.venus_widget_state;
  if (!rest || !isObject(run) || !isObject(run.plan)) return rest;
  const { venus_widget_state: _, ...others } = rest;
  return { ...others, ...said({ venus_widget_state: remaining(run, PLAN) }) };
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
