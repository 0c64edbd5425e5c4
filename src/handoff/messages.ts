import { canonical, parseJson } from '../lib/json';
import { lastOf } from '../lib/steps';
import type { SessionView } from '../projection/view';
import type { Loss } from '../report/facts';
import { chosenPath } from './choice';
import { type ChatMessage, validateMessages } from './message-schema';
import type { Format } from './to/format';
import { listText } from './to/texts';
import type { Turn, UserTurn } from './turns';
import { type WalkContext, walking } from './walk';

/** A branch as Chat Completions messages, what did not go in as it is, and the events that stand in them. */
export interface BuiltMessages {
  readonly messages: readonly ChatMessage[];
  readonly loss: readonly Loss[];
  readonly events: ReadonlySet<string>;
}

/**
 * Writes a branch as messages that any Chat Completions server takes.
 * @param path the branch, first event first; default: the one the person was on
 */
export function messagesOf(
  view: SessionView,
  context: WalkContext,
  path = chosenPath(view, context.choice),
): BuiltMessages {
  const { turns, loss, events } = lastOf(walking(view, context, path));
  return { messages: chatMessages(turns), loss, events };
}

/** Turns as Chat Completions messages: each result is a message right after that of its call. */
export const chatMessages = (turns: readonly Turn[]): ChatMessage[] => turns.flatMap(messagesOfTurn);

function messagesOfTurn(turn: Turn): ChatMessage[] {
  if (turn.role === 'user') return [{ role: 'user', content: contentOf(turn) }];
  const { text, calls } = turn;
  if (calls.length === 0) return [{ role: 'assistant', content: text }];
  const toolCalls = calls.map(({ id, name, input }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: canonical(input) },
  }));
  return [
    { role: 'assistant', content: text, tool_calls: toolCalls },
    ...calls.map(({ id, result }) => ({ role: 'tool' as const, tool_call_id: id, content: result })),
  ];
}

function contentOf({
  text,
  pictures,
}: UserTurn): string | Exclude<Extract<ChatMessage, { role: 'user' }>['content'], string> {
  if (pictures.length === 0) return text;
  return [
    { type: 'text', text },
    ...pictures.map(({ mime, base64 }) => ({
      type: 'image_url' as const,
      image_url: { url: `data:${mime};base64,${base64}` },
    })),
  ];
}

export const messages: Format = {
  name: 'messages',
  file: 'messages.json',
  pictures: true,
  write: (turns) => ({ text: listText(chatMessages(turns)) }),
  validate: (text) => validateMessages(parseJson(text)),
  use: (file) => `Send the list in ${file} as "messages" of a Chat Completions request, your own message after it.`,
};
