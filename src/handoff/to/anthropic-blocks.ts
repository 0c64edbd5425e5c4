import { z } from 'zod';
import type { AssistantTurn, UserTurn } from '../turns';
import { PLAIN, type Step } from './check';

/** Content blocks of Anthropic Messages: in requests, and in the session files of Claude Code. */

/** The server refuses a text in which nothing can be seen. */
const words = z.string().regex(/\S/);
const Text = z.strictObject({ type: z.literal('text'), text: words });

export const Block = z.discriminatedUnion('type', [
  Text,
  z.strictObject({
    type: z.literal('image'),
    source: z.strictObject({
      type: z.literal('base64'),
      media_type: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
      data: z.base64(),
    }),
  }),
  z.strictObject({
    type: z.literal('tool_use'),
    ...{ id: z.string().regex(PLAIN), name: z.string().regex(PLAIN), input: z.record(z.string(), z.unknown()) },
  }),
  z.strictObject({
    type: z.literal('tool_result'),
    ...{ tool_use_id: z.string(), content: z.array(Text).length(1), is_error: z.boolean() },
  }),
]);
export type Block = z.infer<typeof Block>;

export const userBlocks = ({ text, pictures }: UserTurn): Block[] => [
  { type: 'text', text },
  ...pictures.map(({ mime, base64 }): Block => {
    return { type: 'image', source: { type: 'base64', media_type: mime as 'image/png', data: base64 } };
  }),
];

export const assistantBlocks = ({ text, calls }: AssistantTurn): Block[] => [
  ...(text === null ? [] : [{ type: 'text' as const, text }]),
  ...calls.map(({ id, name, input }): Block => ({ type: 'tool_use', id, name, input })),
];

/** The results of a turn's calls, in the order of the calls: what the user's next message begins with. */
export const resultBlocks = ({ calls }: AssistantTurn): Block[] =>
  calls.map(({ id, result, failed }) => ({
    type: 'tool_result',
    tool_use_id: id,
    content: [{ type: 'text', text: result }],
    is_error: failed,
  }));

export const stepsOfBlocks = (role: 'user' | 'assistant', blocks: readonly Block[]): Step[] =>
  blocks.flatMap((block): Step[] => {
    if (block.type === 'text') return [{ says: role }];
    if (block.type === 'tool_use') return [{ call: block.id }];
    return block.type === 'tool_result' ? [{ result: block.tool_use_id }] : [];
  });
