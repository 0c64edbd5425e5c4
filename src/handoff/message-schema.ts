import { z } from 'zod';
import { isObject, parseJson } from '../lib/json';
import { faultsIn, PLAIN, type Step } from './to/check';

const words = z.string().min(1);

const ToolCall = z.strictObject({
  id: z.string().regex(PLAIN),
  type: z.literal('function'),
  function: z.strictObject({
    name: z.string().regex(PLAIN),
    arguments: z.string().refine((text) => isObject(parseJson(text)), 'arguments are not a JSON object'),
  }),
});

const Content = z.union([
  words,
  z.tuple(
    [z.strictObject({ type: z.literal('text'), text: words })],
    z.strictObject({
      type: z.literal('image_url'),
      image_url: z.strictObject({ url: z.string().startsWith('data:') }),
    }),
  ),
]);

/** One message of the Chat Completions format, as we write it: never with the authority of a system message. */
export const ChatMessage = z
  .discriminatedUnion('role', [
    z.strictObject({ role: z.literal('user'), content: Content }),
    z.strictObject({
      role: z.literal('assistant'),
      content: words.nullable(),
      tool_calls: z.array(ToolCall).min(1).optional(),
    }),
    z.strictObject({ role: z.literal('tool'), tool_call_id: z.string(), content: words }),
  ])
  .refine(
    (message) => message.role !== 'assistant' || message.content !== null || message.tool_calls !== undefined,
    'neither text nor call',
  );
export type ChatMessage = z.infer<typeof ChatMessage>;

const Messages = z.array(ChatMessage).min(1);

/** What is wrong with a list of messages, as sentences; empty: nothing. */
export const validateMessages = (value: unknown): string[] =>
  faultsIn(value, Messages, (data) => data.flatMap(stepsOf));

function stepsOf(message: ChatMessage): Step[] {
  if (message.role === 'tool') return [{ result: message.tool_call_id }];
  if (message.role === 'user') return [{ says: 'user' }];
  const calls = (message.tool_calls ?? []).map(({ id }) => ({ call: id }));
  return message.content === null ? calls : [{ says: 'assistant' }, ...calls];
}
