import { z } from 'zod';
import { append } from '../../lib/append';
import type { Loss } from '../../report/facts';
import { seenOf } from '../fit/size';
import type { AssistantTurn, UserTurn } from '../turns';
import { faultsIn, linesIn, PLAIN, type Step } from './check';
import type { Format } from './format';
import { answerOf, Part, picturesOf, stepsOf as stepsOfParts } from './gemini';
import { linesText } from './texts';

/** Chat records of Gemini CLI: a line about the session, then the messages of both sides. */

const timestamp = z.iso.datetime();
const Head = z.strictObject({
  ...{ sessionId: z.uuid(), projectHash: z.string(), startTime: timestamp, lastUpdated: timestamp },
  kind: z.literal('main'),
});
const ToolCall = z.strictObject({
  ...{ id: z.string().regex(PLAIN), name: z.string().regex(PLAIN), args: z.record(z.string(), z.unknown()) },
  ...{ result: z.array(Part).length(1), status: z.enum(['success', 'error']), timestamp },
});
/** What the client takes for a command or for its own words, and leaves out in silence. */
const DROPPED = /^\s*(?:[/?]|<session_context>|<hook_context>|$)/;
const User = z.strictObject({
  ...{ id: z.uuid(), timestamp, type: z.literal('user') },
  content: z
    .array(Part)
    .min(1)
    .refine(([first]) => !first || !('text' in first) || !DROPPED.test(first.text), 'would be left out in silence'),
});
const Model = z
  .strictObject({
    ...{ id: z.uuid(), timestamp, type: z.literal('gemini'), content: z.string(), model: z.string().min(1) },
    toolCalls: z.array(ToolCall).min(1).optional(),
  })
  .refine(({ content, toolCalls }) => content !== '' || toolCalls, 'neither text nor call');
const Line = z.discriminatedUnion('type', [User, Model]);
const File = z.tuple([Head], Line);

type Line = z.infer<typeof Line>;

export const geminiCli: Format = {
  name: 'gemini-cli',
  file: 'gemini-cli.jsonl',
  pictures: true,
  write(turns, { uuid, times }) {
    const [began = ''] = times;
    const lines: Line[] = [];
    const loss: Loss[] = [];
    for (const [index, turn] of turns.entries()) {
      const line = { id: uuid(`gemini-cli ${lines.length}`), timestamp: times[index] ?? began };
      if (turn.role === 'assistant') addModel(lines, turn, line);
      else addUser(lines, turn, line, loss);
    }
    const lastUpdated = times.at(-1) ?? began;
    const head = {
      sessionId: uuid('gemini-cli'),
      projectHash: 'imported',
      startTime: began,
      lastUpdated,
      kind: 'main',
    };
    return { text: linesText([head, ...lines]), loss };
  },
  seen: (turn) => [...(turn.role === 'user' ? [PREFIX] : []), ...seenOf(turn)],
  validate: (text) => faultsIn(linesIn(text), File, ([, ...lines]) => lines.flatMap(stepsOf)),
  use: (file) => `Go on with: gemini --session-file ${file}`,
};

const PREFIX = 'The person wrote: ';

interface Began {
  readonly id: string;
  readonly timestamp: string;
}

function addUser(lines: Line[], turn: UserTurn, line: Began, loss: Loss[]): void {
  const last = lines.at(-1);
  const isDropped = last?.type !== 'user' && DROPPED.test(turn.text);
  const parts: Part[] = [{ text: isDropped ? `${PREFIX}${turn.text}` : turn.text }, ...picturesOf(turn.pictures)];
  if (isDropped && turn.event !== null)
    loss.push({
      event: turn.event,
      what: 'text',
      why: 'Words of ours stand before it: the client leaves out in silence what begins as a command.',
    });
  if (last?.type === 'user') append(last.content, parts);
  else lines.push({ ...line, type: 'user', content: parts });
}

/** The API refuses a call that does not follow the person's words or a result: what stands before it is the same message. */
function addModel(lines: Line[], turn: AssistantTurn, line: Began): void {
  const last = lines.at(-1);
  const before = last?.type === 'gemini' && !last.toolCalls ? last : null;
  if (before) lines.pop();
  const content = [before?.content, turn.text].filter((text) => text).join('\n\n');
  const calls = turn.calls.map((call) => ({
    ...{ id: call.id, name: call.name, args: call.input, result: [answerOf(call)] },
    ...{ status: call.failed ? ('error' as const) : ('success' as const), timestamp: line.timestamp },
  }));
  lines.push({
    ...{ id: before?.id ?? line.id, timestamp: before?.timestamp ?? line.timestamp, type: 'gemini', content },
    model: turn.model ?? before?.model ?? 'unknown',
    ...(calls.length > 0 ? { toolCalls: calls } : {}),
  });
}

function stepsOf(line: Line): Step[] {
  if (line.type === 'user') return stepsOfParts('user', line.content);
  const calls = (line.toolCalls ?? []).flatMap(({ id, result }) => [{ call: id }, ...stepsOfParts('user', result)]);
  return line.content === '' ? calls : [{ says: 'assistant' }, ...calls];
}
