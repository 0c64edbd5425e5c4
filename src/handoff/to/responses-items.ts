import { z } from 'zod';
import { canonical, isObject, parseJson } from '../../lib/json';
import type { Turn } from '../turns';
import { PLAIN, type Step } from './check';

/** Items of the Responses API, as they are sent to it and as Codex keeps them. */

const words = z.string().min(1);
const args = z.string().refine((text) => isObject(parseJson(text)), 'arguments are not a JSON object');

export const FunctionCall = z.strictObject({
  type: z.literal('function_call'),
  ...{ call_id: z.string().regex(PLAIN), name: z.string().regex(PLAIN), arguments: args },
});
export const FunctionOutput = z.strictObject({
  type: z.literal('function_call_output'),
  ...{ call_id: z.string(), output: words },
});
const InputPart = z.union([
  z.strictObject({ type: z.literal('input_text'), text: words }),
  z.strictObject({
    type: z.literal('input_image'),
    ...{ image_url: z.string().startsWith('data:image/'), detail: z.literal('auto') },
  }),
]);
export const UserItem = z.strictObject({
  ...{ type: z.literal('message'), role: z.literal('user') },
  content: z.array(InputPart).min(1),
});

type Call = z.infer<typeof FunctionCall> | z.infer<typeof FunctionOutput>;

/** A turn as items: each result right after its call. `said` writes what the assistant said. */
export function itemsOf<T>(turn: Turn, said: (text: string) => T): (T | Call | z.infer<typeof UserItem>)[] {
  if (turn.role === 'user')
    return [
      {
        ...{ type: 'message', role: 'user' },
        content: [
          { type: 'input_text', text: turn.text },
          ...turn.pictures.map(({ mime, base64 }) => ({
            ...{ type: 'input_image' as const, image_url: `data:${mime};base64,${base64}`, detail: 'auto' as const },
          })),
        ],
      },
    ];
  const calls = turn.calls.flatMap(({ id, name, input, result }): Call[] => [
    { type: 'function_call', call_id: id, name, arguments: canonical(input) },
    { type: 'function_call_output', call_id: id, output: result },
  ]);
  return turn.text === null ? calls : [said(turn.text), ...calls];
}

/** A step as the checks need it. */
export function stepOf(item: Call | { readonly role: 'user' | 'assistant'; readonly type: 'message' }): Step {
  if (item.type === 'function_call') return { call: item.call_id };
  return item.type === 'function_call_output' ? { result: item.call_id } : { says: item.role };
}
