import { z } from 'zod';
import { parseJson } from '../../lib/json';
import { seenOf } from '../fit/size';
import type { Turn } from '../turns';
import { faultsIn } from './check';
import type { About, Format } from './format';
import { listText } from './texts';
import { wordedCalls } from './worded-calls';

/** What Open WebUI imports: a list of chats, each a tree of messages. Times are in seconds. */

const words = z.string().min(1);
const Message = z.strictObject({
  ...{ id: z.uuid(), parentId: z.uuid().nullable(), childrenIds: z.array(z.uuid()).max(1) },
  ...{ role: z.enum(['user', 'assistant']), content: words, timestamp: z.int() },
  model: words.optional(),
  modelName: words.optional(),
  done: z.literal(true).optional(),
  models: z.array(words).optional(),
  files: z.array(z.strictObject({ type: z.literal('image'), url: z.string().startsWith('data:image/') })).optional(),
});
type Message = z.infer<typeof Message>;
const History = z
  .strictObject({ messages: z.record(z.uuid(), Message), currentId: z.uuid() })
  .refine(
    ({ messages, currentId }) => pathTo(messages, currentId).length === Object.keys(messages).length,
    'a message cannot be reached',
  );
const Chat = z.strictObject({
  ...{ id: z.uuid(), title: words, created_at: z.int(), updated_at: z.int() },
  ...{ archived: z.literal(false), pinned: z.literal(false), meta: z.strictObject({}) },
  chat: z.strictObject({ title: words, models: z.array(words).min(1), history: History, timestamp: z.int() }),
});
const File = z.array(Chat).length(1);

/** Messages from the first to one of them, each a child of the one before it. */
function pathTo(messages: Readonly<Record<string, Message>>, id: string): Message[] {
  const path: Message[] = [];
  const most = Object.keys(messages).length; // where they go round in a circle
  for (let at = messages[id]; at && path.length <= most; at = messages[at.parentId ?? '']) path.push(at);
  return path.reverse();
}

export const openWebui: Format = {
  name: 'open-webui',
  file: 'open-webui.json',
  pictures: true,
  write(turns, about) {
    const { said, loss } = wordedCalls(turns);
    const models = [...new Set(turns.flatMap((turn) => (turn.role === 'assistant' && turn.model) || []))];
    const list = said.map((turn, at): Message => {
      const last = at === said.length - 1;
      return {
        ...{ id: idOf(about, at), parentId: at === 0 ? null : idOf(about, at - 1) },
        ...{ childrenIds: last ? [] : [idOf(about, at + 1)], role: turn.role, content: turn.text },
        ...{ timestamp: seconds(about, turn.index), ...rest(turn) },
      };
    });
    const history = { messages: Object.fromEntries(list.map((each) => [each.id, each])), currentId: list.at(-1)?.id };
    const [created, updated] = [seconds(about, 0), seconds(about, turns.length - 1)];
    const chat = {
      title: about.title,
      models: models.length > 0 ? models : ['unknown'],
      history,
      timestamp: created * 1000,
    };
    const whole = { id: about.uuid('open-webui'), title: about.title, chat, created_at: created, updated_at: updated };
    return { text: listText([{ ...whole, archived: false, pinned: false, meta: {} }]), loss };
  },
  seen: (turn) => wordedCalls([turn]).said.flatMap(seenOf),
  validate: (text) =>
    faultsIn(parseJson(text), File, ([chat]) =>
      chat ? pathTo(chat.chat.history.messages, chat.chat.history.currentId).map(({ role }) => ({ says: role })) : [],
    ),
  use: (file) => `Import ${file} in Open WebUI: Settings, Data controls, Import chats.`,
};

function rest(turn: Turn): Pick<Message, 'model' | 'modelName' | 'done' | 'files'> {
  if (turn.role === 'assistant') {
    const model = turn.model ?? 'unknown';
    return { model, modelName: model, done: true };
  }
  const files = turn.pictures.map(({ mime, base64 }) => ({
    type: 'image' as const,
    url: `data:${mime};base64,${base64}`,
  }));
  return files.length > 0 ? { files } : {};
}

const idOf = ({ uuid }: About, at: number): string => uuid(`open-webui ${at}`);
const seconds = ({ times }: About, index: number): number => Math.floor((Date.parse(times[index] ?? '') || 0) / 1000);
