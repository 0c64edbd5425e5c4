import { z } from 'zod';
import { faultsIn, linesIn } from './check';
import type { About, Format } from './format';
import { FunctionCall, FunctionOutput, itemsOf, stepOf, UserItem } from './responses-items';
import { linesText } from './texts';

/** Rollouts of Codex: a line about the session, then items of the Responses API with their times. */

const timestamp = z.iso.datetime();
const Meta = z.strictObject({
  ...{ timestamp, type: z.literal('session_meta') },
  payload: z.strictObject({
    ...{ id: z.uuid(), timestamp, cwd: z.string(), originator: z.string(), cli_version: z.string() },
  }),
});
const Said = z.strictObject({
  ...{ type: z.literal('message'), role: z.literal('assistant') },
  content: z.array(z.strictObject({ type: z.literal('output_text'), text: z.string().min(1) })).length(1),
});
const Item = z.strictObject({
  ...{ timestamp, type: z.literal('response_item') },
  payload: z.union([UserItem, Said, FunctionCall, FunctionOutput]),
});
const File = z.tuple([Meta], Item);

export const codex: Format = {
  name: 'codex',
  file: 'codex.jsonl',
  pictures: true,
  write(turns, { uuid, times }) {
    const [began = ''] = times;
    const meta: z.infer<typeof Meta> = {
      ...{ timestamp: began, type: 'session_meta' },
      payload: { id: uuid('codex'), timestamp: began, cwd: '/', originator: 'valise', cli_version: '0.0.0' },
    };
    const items = turns.flatMap((turn, index) =>
      itemsOf(turn, (text): z.infer<typeof Said> => {
        return { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] };
      }).map((item) => ({ timestamp: times[index] ?? began, type: 'response_item', payload: item })),
    );
    return { text: linesText([meta, ...items]) };
  },
  validate: (text) => faultsIn(linesIn(text), File, ([, ...items]) => items.map(({ payload }) => stepOf(payload))),
  use: (file, about) =>
    `Copy ${file} to ~/.codex/sessions/${rolloutName(about)} and go on with: codex resume ${about.uuid('codex')}`,
};

/** Codex finds a session by the name of its file. */
const rolloutName = ({ uuid, times: [began = ''] }: About): string =>
  `rollout-${began.slice(0, 19).replaceAll(':', '-')}-${uuid('codex')}.jsonl`;
