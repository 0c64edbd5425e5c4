import { z } from 'zod';
import { parseJson } from '../../lib/json';
import { seenOf } from '../fit/size';
import { faultsIn } from './check';
import type { About, Format } from './format';
import { wordedCalls } from './worded-calls';

/** What LibreChat imports: its own export of one conversation, not nested. */

const ROOT = '00000000-0000-0000-0000-000000000000';
const words = z.string().min(1);
const Id = z.string().regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const Message = z.strictObject({
  ...{ messageId: Id, conversationId: Id, parentMessageId: Id, isCreatedByUser: z.boolean(), sender: words },
  ...{
    text: words,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    endpoint: words,
    model: words.nullable(),
  },
  ...{ error: z.literal(false), unfinished: z.literal(false) },
});
type Message = z.infer<typeof Message>;
const File = z.strictObject({
  ...{ conversationId: Id, endpoint: words, title: words, exportAt: words },
  ...{ branches: z.literal(false), recursive: z.literal(false) },
  options: z.strictObject({ endpoint: words, title: words }),
  messages: z
    .array(Message)
    .min(1)
    .refine(
      (list) => list.every(({ parentMessageId }, at) => parentMessageId === (list[at - 1]?.messageId ?? ROOT)),
      'a message does not follow the one before it',
    )
    .refine((list) => list.every(({ createdAt }, at) => createdAt > (list[at - 1]?.createdAt ?? '')), 'out of order'),
});

const ENDPOINT = 'openAI';

export const librechat: Format = {
  name: 'librechat',
  file: 'librechat.json',
  pictures: false,
  write(turns, about) {
    const { said, loss } = wordedCalls(turns);
    const conversationId = about.uuid('librechat');
    const times = apart(said.map(({ index }) => about.times[index] ?? ''));
    const list = said.map((turn, at): Message => {
      const model = turn.role === 'assistant' ? turn.model : null;
      return {
        ...{ messageId: idOf(about, at), conversationId, parentMessageId: at === 0 ? ROOT : idOf(about, at - 1) },
        ...{ isCreatedByUser: turn.role === 'user', sender: turn.role === 'user' ? 'User' : (model ?? about.siteName) },
        ...{ text: turn.text, createdAt: times[at] ?? '', updatedAt: times[at] ?? '', endpoint: ENDPOINT, model },
        ...{ error: false, unfinished: false },
      };
    });
    const { title } = about;
    const head = {
      conversationId,
      endpoint: ENDPOINT,
      title,
      exportAt: times.at(-1),
      branches: false,
      recursive: false,
    };
    const lines = list.map((message) => JSON.stringify(message));
    const start = JSON.stringify({ ...head, options: { endpoint: ENDPOINT, title } }).slice(0, -1);
    return { text: `${start},"messages":[\n${lines.join(',\n')}\n]}\n`, loss };
  },
  seen: (turn) => wordedCalls([turn]).said.flatMap(seenOf),
  validate: (text) =>
    faultsIn(parseJson(text), File, ({ messages }) =>
      messages.map(({ isCreatedByUser }) => ({ says: isCreatedByUser ? 'user' : 'assistant' })),
    ),
  use: (file) => `Import ${file} in LibreChat: Settings, Data controls, Import conversations.`,
};

const idOf = ({ uuid }: About, at: number): string => uuid(`librechat ${at}`);

/** Times that differ, at least by a millisecond: the app sorts by them. */
function apart(times: readonly string[]): string[] {
  let last = Number.NEGATIVE_INFINITY;
  return times.map((time) => {
    last = Math.max(Date.parse(time), last + 1);
    return new Date(last).toISOString();
  });
}
