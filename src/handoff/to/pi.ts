import { z } from 'zod';
import type { AssistantTurn, Turn, UserTurn } from '../turns';
import { faultsIn, linesIn, PLAIN, type Step } from './check';
import type { About, Format } from './format';
import { linesText } from './texts';

/** Version 3 of the session files of Pi: a header, then entries that each name the one before. */

const words = z.string().min(1);
const Time = z.iso.datetime();
const Text = z.strictObject({ type: z.literal('text'), text: words });
const Image = z.strictObject({ type: z.literal('image'), data: z.string(), mimeType: z.string() });
const ToolCall = z.strictObject({
  type: z.literal('toolCall'),
  id: z.string().regex(PLAIN),
  name: z.string().regex(PLAIN),
  arguments: z.record(z.string(), z.unknown()),
});
const zero = z.literal(0);
const Usage = z.strictObject({
  ...{ input: zero, output: zero, cacheRead: zero, cacheWrite: zero, totalTokens: zero },
  cost: z.strictObject({ input: zero, output: zero, cacheRead: zero, cacheWrite: zero, total: zero }),
});

const Message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('user'), content: z.array(z.union([Text, Image])).min(1), timestamp: z.int() }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.array(z.union([Text, ToolCall])).min(1),
    ...{ api: words, provider: words, model: words, usage: Usage, timestamp: z.int() },
    stopReason: z.enum(['stop', 'toolUse']),
  }),
  z.strictObject({
    role: z.literal('toolResult'),
    ...{ toolCallId: words, toolName: words, content: z.array(Text).length(1), isError: z.boolean() },
    timestamp: z.int(),
  }),
]);

const entry = { id: words, parentId: words.nullable(), timestamp: Time };
const Header = z.strictObject({
  type: z.literal('session'),
  version: z.literal(3),
  ...{ id: words, timestamp: Time, cwd: z.literal('') },
});
const Entry = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('session_info'), ...entry, name: words }),
  z.strictObject({ type: z.literal('message'), ...entry, message: Message }),
]);
const File = z.tuple([Header], Entry).refine(isOneChain, 'an entry does not follow the one before it');

/** Pi loses what stands above a break or a second root, and says nothing. */
function isOneChain([, ...entries]: readonly [unknown, ...z.infer<typeof Entry>[]]): boolean {
  return entries.every(({ parentId }, index) => parentId === (entries[index - 1]?.id ?? null));
}

const USAGE: z.infer<typeof Usage> = {
  ...{ input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 },
  cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};

type PiMessage = z.infer<typeof Message>;

export const pi: Format = {
  name: 'pi',
  file: 'pi.jsonl',
  pictures: true,
  write(turns, about) {
    const entries: z.infer<typeof Entry>[] = [];
    const add = (at: string, rest: { type: 'session_info'; name: string } | { type: 'message'; message: PiMessage }) =>
      void entries.push({
        ...{ id: (entries.length + 1).toString(16).padStart(8, '0'), parentId: entries.at(-1)?.id ?? null },
        ...{ timestamp: at, ...rest },
      });
    const [began = ''] = about.times;
    add(began, { type: 'session_info', name: about.title });
    for (const [index, turn] of turns.entries()) {
      const at = about.times[index] ?? began;
      for (const message of messagesOf(turn, about, Date.parse(at))) add(at, { type: 'message', message });
    }
    // an empty folder is where Pi is started; one that is not there would be refused
    const header = { type: 'session', version: 3, id: about.uuid('pi'), timestamp: began, cwd: '' };
    return { text: linesText([header, ...entries]) };
  },
  validate: (text) => faultsIn(linesIn(text), File, ([, ...entries]) => entries.flatMap(stepsOf)),
  use: (file) => `Go on with: pi --session ${file}`,
};

const messagesOf = (turn: Turn, about: About, timestamp: number): PiMessage[] =>
  turn.role === 'user' ? [userMessage(turn, timestamp)] : assistantMessages(turn, about, timestamp);

const userMessage = ({ text, pictures }: UserTurn, timestamp: number): PiMessage => ({
  role: 'user',
  content: [
    { type: 'text', text },
    ...pictures.map(({ mime, base64 }) => ({ type: 'image' as const, data: base64, mimeType: mime })),
  ],
  timestamp,
});

function assistantMessages({ text, calls, model }: AssistantTurn, { site }: About, timestamp: number): PiMessage[] {
  const said: PiMessage = {
    role: 'assistant',
    content: [
      ...(text === null ? [] : [{ type: 'text' as const, text }]),
      ...calls.map(({ id, name, input }) => ({ type: 'toolCall' as const, id, name, arguments: input })),
    ],
    // Pi crashes over a message without usage, and leaves out one that ended otherwise
    ...{ api: 'import', provider: site, model: model ?? 'unknown', usage: USAGE, timestamp },
    stopReason: calls.length > 0 ? 'toolUse' : 'stop',
  };
  const results = calls.map(
    ({ id, name, result, failed }): PiMessage => ({
      role: 'toolResult',
      ...{ toolCallId: id, toolName: name, content: [{ type: 'text', text: result }], isError: failed },
      timestamp,
    }),
  );
  return [said, ...results];
}

function stepsOf(entry: z.infer<typeof Entry>): Step[] {
  if (entry.type !== 'message') return [];
  const { message } = entry;
  if (message.role === 'toolResult') return [{ result: message.toolCallId }];
  return message.content.flatMap((part): Step[] =>
    part.type === 'text' ? [{ says: message.role }] : part.type === 'toolCall' ? [{ call: part.id }] : [],
  );
}
