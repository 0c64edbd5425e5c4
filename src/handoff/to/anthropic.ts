import { z } from 'zod';
import { parseJson } from '../../lib/json';
import { seenOf } from '../fit/size';
import type { Turn } from '../turns';
import { assistantBlocks, Block, resultBlocks, stepsOfBlocks, userBlocks } from './anthropic-blocks';
import { faultsIn, PLAIN, type Step } from './check';
import type { Format } from './format';
import { addTo, type Side } from './sides';

/** A part of a request to Anthropic Messages. Calls without the tools they are of would be refused. */

const Tool = z.strictObject({
  ...{ name: z.string().regex(PLAIN), description: z.string() },
  input_schema: z.strictObject({ type: z.literal('object') }),
});
const Request = z
  .strictObject({
    tools: z.array(Tool).min(1).optional(),
    /** The tools are not here: none may be called. */
    tool_choice: z.strictObject({ type: z.literal('none') }).optional(),
    messages: z
      .array(z.strictObject({ role: z.enum(['user', 'assistant']), content: z.array(Block).min(1) }))
      .min(1)
      .refine((list) => list.every(({ role }, at) => role !== list[at - 1]?.role), 'the sides do not alternate'),
  })
  .refine(({ tools = [], messages }) => {
    const named = new Set(tools.map(({ name }) => name));
    return messages.every(({ content }) =>
      content.every((block) => block.type !== 'tool_use' || named.has(block.name)),
    );
  }, 'a call of a tool that is not listed');

const DESCRIPTION = 'A tool of the recorded session. It is not here and cannot be called.';

export const anthropic: Format = {
  name: 'anthropic',
  file: 'anthropic.json',
  pictures: true,
  write(turns) {
    const names = new Set(turns.flatMap((turn) => (turn.role === 'user' ? [] : turn.calls.map(({ name }) => name))));
    const tools = [...names].map((name) => ({ name, description: DESCRIPTION, input_schema: { type: 'object' } }));
    const sides: Side<'user' | 'assistant', Block>[] = [];
    for (const turn of turns) addTurn(sides, turn);
    const lines = sides.map(({ role, parts }) => JSON.stringify({ role, content: parts }));
    const head = tools.length > 0 ? `"tools":${JSON.stringify(tools)},\n"tool_choice":{"type":"none"},\n` : '';
    return { text: `{${head}"messages":[\n${lines.join(',\n')}\n]}\n` };
  },
  seen: (turn) => [
    ...seenOf(turn),
    ...(turn.role === 'user' ? [] : turn.calls.map(({ name }) => `${name} ${DESCRIPTION} object`)),
  ],
  validate: (text) =>
    faultsIn(parseJson(text), Request, ({ messages }) =>
      messages.flatMap(({ role, content }): Step[] => stepsOfBlocks(role, content)),
    ),
  use: (file) => `Send what ${file} holds as a part of a Messages request, your own message added at its end.`,
};

function addTurn(sides: Side<'user' | 'assistant', Block>[], turn: Turn): void {
  addTo(sides, turn.role, turn.role === 'user' ? userBlocks(turn) : assistantBlocks(turn));
  if (turn.role === 'assistant' && turn.calls.length > 0) addTo(sides, 'user', resultBlocks(turn));
}
