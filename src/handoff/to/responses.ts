import { z } from 'zod';
import { parseJson } from '../../lib/json';
import { faultsIn } from './check';
import type { Format } from './format';
import { FunctionCall, FunctionOutput, itemsOf, stepOf, UserItem } from './responses-items';
import { listText } from './texts';

/** What the assistant said, as input: a plain text, since the output's own shape asks for ids that a server gave. */
const Said = z.strictObject({
  ...{ type: z.literal('message'), role: z.literal('assistant'), content: z.string().min(1) },
});
const Items = z.array(z.union([UserItem, Said, FunctionCall, FunctionOutput])).min(1);

export const responses: Format = {
  name: 'responses',
  file: 'responses.json',
  pictures: true,
  write: (turns) => ({
    text: listText(
      turns.flatMap((turn) =>
        itemsOf(turn, (content): z.infer<typeof Said> => ({ type: 'message', role: 'assistant', content })),
      ),
    ),
  }),
  validate: (text) => faultsIn(parseJson(text), Items, (items) => items.map(stepOf)),
  use: (file) => `Send the list in ${file} as "input" of a Responses request, your own message after it.`,
};
