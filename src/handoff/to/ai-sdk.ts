import { z } from 'zod';
import { parseJson } from '../../lib/json';
import type { Turn } from '../turns';
import { faultsIn, PLAIN, type Step } from './check';
import type { Format } from './format';
import { listText } from './texts';

/** UI messages of the AI SDK. Its own check wants every call with what came of it, as a tool that nobody declared. */

const words = z.string().min(1);
const tool = {
  ...{ type: z.literal('dynamic-tool'), toolName: z.string().regex(PLAIN), toolCallId: z.string().regex(PLAIN) },
  input: z.record(z.string(), z.unknown()),
};
const Part = z.union([
  z.strictObject({ type: z.literal('text'), text: words }),
  z.strictObject({ type: z.literal('file'), mediaType: words, url: z.string().startsWith('data:image/') }),
  z.strictObject({ ...tool, state: z.literal('output-available'), output: words }),
  z.strictObject({ ...tool, state: z.literal('output-error'), errorText: words }),
]);
type Part = z.infer<typeof Part>;
const Messages = z
  .array(z.strictObject({ id: z.uuid(), role: z.enum(['user', 'assistant']), parts: z.array(Part).min(1) }))
  .min(1)
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'an id is used twice');

export const aiSdk: Format = {
  name: 'ai-sdk',
  file: 'ai-sdk.json',
  pictures: true,
  write: (turns, { uuid }) => ({
    text: listText(
      turns.map((turn, index) => ({ id: uuid(`ai-sdk ${index}`), role: turn.role, parts: partsOf(turn) })),
    ),
  }),
  validate: (text) =>
    faultsIn(parseJson(text), Messages, (messages) =>
      messages.flatMap(({ role, parts }) => parts.flatMap((part) => stepsOf(role, part))),
    ),
  use: (file) => `Give the list in ${file} to useChat as its messages, or to convertToModelMessages.`,
};

function partsOf(turn: Turn): Part[] {
  const words: Part[] = turn.text === null ? [] : [{ type: 'text', text: turn.text }];
  if (turn.role === 'user') {
    const files = turn.pictures.map(({ mime, base64 }): Part => {
      return { type: 'file', mediaType: mime, url: `data:${mime};base64,${base64}` };
    });
    return [...words, ...files];
  }
  const calls = turn.calls.map(({ id, name, input, result, failed }): Part => {
    const call = { type: 'dynamic-tool' as const, toolName: name, toolCallId: id, input };
    return failed
      ? { ...call, state: 'output-error', errorText: result }
      : { ...call, state: 'output-available', output: result };
  });
  return [...words, ...calls];
}

function stepsOf(role: 'user' | 'assistant', part: Part): Step[] {
  if (part.type === 'text') return [{ says: role }];
  return part.type === 'dynamic-tool' ? [{ call: part.toolCallId }, { result: part.toolCallId }] : [];
}
