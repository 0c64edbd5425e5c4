import { parseJson } from '../../lib/json';
import type { Draft } from '../contract';
import { gapDraft } from '../kit/notes';
import { asObject, asObjects, asText, asWords } from '../kit/value';
import type { BlockAt } from './context';
import type { WireBlock } from './wire';

/** The task that a result says was started, or null: research runs on the server, in agents of its own. */
export function taskOf({ fields }: WireBlock): string | null {
  if (fields.name !== 'launch_extended_search_task') return null;
  for (const { text } of asObjects(fields.content)) {
    const task = asWords(asObject(parseJson(asText(text) ?? '')).task_id);
    if (task !== null) return task;
  }
  return null;
}

/** What the agents of a research task did is not in the conversation: only their report is. */
export function taskGap({ block, node, writer }: BlockAt, event: string): Draft | null {
  const task = taskOf(block);
  if (task === null) return null;
  const gap = { why: 'not-sent' as const, what: { task }, native: node.message.id };
  return { ...gapDraft(node.event, `task-${task}`, gap, writer.place(block.path)), parents: [event] };
}
