import { append } from '../../lib/append';
import type { GapReason } from '../../model/bodies';
import { asObject, asWords, said } from '../kit/value';
import { runConversation, untoldRun } from './research';
import type { WireMessage } from './wire';

interface Absent {
  /** Which of what a message lacks this is. */
  readonly own: string;
  readonly why: GapReason;
  readonly what: Record<string, unknown>;
}

/** What a message says exists and the tree does not hold: it stands behind calls of its own. */
export function absentFrom(message: WireMessage): Absent[] {
  const { metadata } = message;
  const absent: Absent[] = [];
  if (metadata.codex_sub_agent_activity) append(absent, agentThread(asObject(metadata.codex_sub_agent_activity)));
  const task = runConversation(message);
  if (task !== null) absent.push({ own: `conversation-${task}`, why: 'not-asked', what: { conversation: task } });
  const run = untoldRun(message);
  if (run !== null) absent.push({ own: 'gap.steps', why: 'not-sent', what: { task: run } });
  return absent;
}

/** The messages of another agent, told of where it began. The site's only call for them has been seen to fail. */
function agentThread({ kind, agentThreadId, agentPath }: Readonly<Record<string, unknown>>): Absent[] {
  const thread = asWords(agentThreadId);
  if (thread === null || (kind !== undefined && kind !== 'started')) return [];
  return [{ own: `thread-${thread}`, why: 'not-sent', what: said({ thread, path: asWords(agentPath) }) }];
}
