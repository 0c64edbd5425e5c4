import { z } from 'zod';
import { append } from '../lib/append';
import { isObject, parseJson } from '../lib/json';

const words = z.string().min(1);

const ToolCall = z.strictObject({
  id: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
  type: z.literal('function'),
  function: z.strictObject({
    name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
    arguments: z.string().refine((text) => isObject(parseJson(text)), 'arguments are not a JSON object'),
  }),
});

/** One message of the Chat Completions format, as we write it: never with the authority of a system message. */
export const ChatMessage = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('user'), content: words }),
  z.strictObject({
    role: z.literal('assistant'),
    content: words.nullable(),
    tool_calls: z.array(ToolCall).min(1).optional(),
  }),
  z.strictObject({ role: z.literal('tool'), tool_call_id: z.string(), content: words }),
]);
export type ChatMessage = z.infer<typeof ChatMessage>;

const Messages = z.array(ChatMessage).min(1);

/** What is wrong with a list of messages, as sentences; empty: nothing. */
export function validateMessages(value: unknown): string[] {
  const parsed = Messages.safeParse(value);
  if (!parsed.success)
    return parsed.error.issues.map(({ path, message }) => `message ${path.join('.') || 'list'}: ${message}`);
  const messages = parsed.data;
  return [...firstFault(messages), ...textFaults(messages), ...pairFaults(messages)];
}

const firstFault = ([first]: readonly ChatMessage[]): string[] =>
  first?.role === 'user' ? [] : ['the first message is not the handoff'];

function textFaults(messages: readonly ChatMessage[]): string[] {
  return messages.flatMap((message, index) => {
    const calls = (message.role === 'assistant' && message.tool_calls) || [];
    const texts = [message.content ?? '', ...calls.map((call) => call.function.arguments)];
    const isMute = message.role === 'assistant' && message.content === null && calls.length === 0;
    return [
      ...(texts.every((text) => text.isWellFormed()) ? [] : [`message ${index}: half a character`]),
      ...(texts.some((text) => SEALED.test(text)) ? [`message ${index}: holds a sealed value`] : []),
      ...(isMute ? [`message ${index}: neither text nor call`] : []),
    ];
  });
}

const SEALED = /gAAAA[A-Za-z0-9_-]{20}/;

/** Every call has exactly one result, right after it, in the order of the calls; every id is used once. */
function pairFaults(messages: readonly ChatMessage[]): string[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  let open: string[] = [];
  for (const [index, message] of messages.entries()) {
    if (message.role === 'tool') {
      if (open.shift() !== message.tool_call_id) faults.push(`message ${index}: a result without its call`);
      continue;
    }
    if (open.length > 0) faults.push(`message ${index}: the call before it has no result`);
    open = callIds(message);
    append(
      faults,
      open.filter((id) => seen.has(id)).map((id) => `message ${index}: the id ${id} is used twice`),
    );
    for (const id of open) seen.add(id);
  }
  return open.length > 0 ? [...faults, 'the last call has no result'] : faults;
}

const callIds = (message: ChatMessage): string[] =>
  message.role === 'assistant' ? (message.tool_calls ?? []).map(({ id }) => id) : [];
