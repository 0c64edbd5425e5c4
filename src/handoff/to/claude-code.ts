import { z } from 'zod';
import type { Turn } from '../turns';
import { assistantBlocks, Block, resultBlocks, stepsOfBlocks, userBlocks } from './anthropic-blocks';
import { faultsIn, linesIn, PLAIN } from './check';
import type { Format } from './format';
import { linesText } from './texts';

/** Session files of Claude Code: one message a line, each with the one before it as its parent. */

const zero = z.literal(0);
const Message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('user'), content: z.array(Block).min(1) }),
  z.strictObject({
    ...{ role: z.literal('assistant'), type: z.literal('message'), id: z.string().regex(PLAIN) },
    ...{ model: z.string().min(1), content: z.array(Block).min(1), stop_sequence: z.null() },
    stop_reason: z.enum(['end_turn', 'tool_use']),
    usage: z.strictObject({ input_tokens: zero, output_tokens: zero }),
  }),
]);
type Message = z.infer<typeof Message>;

const Line = z
  .strictObject({
    ...{ parentUuid: z.uuid().nullable(), isSidechain: z.literal(false), userType: z.literal('external') },
    ...{ cwd: z.string(), sessionId: z.uuid(), version: z.string(), type: z.enum(['user', 'assistant']) },
    ...{ message: Message, uuid: z.uuid(), timestamp: z.iso.datetime() },
  })
  .refine(({ type, message }) => type === message.role, 'a line of one side with a message of the other');
const File = z.array(Line).min(1).refine(isOneChain, 'a line does not follow the one before it');

function isOneChain(lines: readonly z.infer<typeof Line>[]): boolean {
  return lines.every(({ parentUuid }, index) => parentUuid === (lines[index - 1]?.uuid ?? null));
}

export const claudeCode: Format = {
  name: 'claude-code',
  file: 'claude-code.jsonl',
  pictures: true,
  write(turns, { uuid, times }) {
    const lines: z.infer<typeof Line>[] = [];
    for (const [index, turn] of turns.entries())
      for (const message of messagesOf(turn, index))
        lines.push({
          ...{ parentUuid: lines.at(-1)?.uuid ?? null, isSidechain: false, userType: 'external' },
          ...{ cwd: '/', sessionId: uuid('claude-code'), version: '2.0.0', type: message.role, message },
          ...{ uuid: uuid(`claude-code ${lines.length}`), timestamp: times[index] ?? '' },
        });
    return { text: linesText(lines) };
  },
  validate: (text) =>
    faultsIn(linesIn(text), File, (lines) =>
      lines.flatMap(({ message }) => stepsOfBlocks(message.role, message.content)),
    ),
  use: (file) => `Go on with: claude --resume ${file}`,
};

function messagesOf(turn: Turn, index: number): Message[] {
  if (turn.role === 'user') return [{ role: 'user', content: userBlocks(turn) }];
  const said: Message = {
    ...{ role: 'assistant', type: 'message', id: `msg_${index}`, model: turn.model ?? 'unknown' },
    ...{ content: assistantBlocks(turn), stop_sequence: null },
    stop_reason: turn.calls.length > 0 ? 'tool_use' : 'end_turn',
    usage: { input_tokens: 0, output_tokens: 0 },
  };
  return turn.calls.length > 0 ? [said, { role: 'user', content: resultBlocks(turn) }] : [said];
}
