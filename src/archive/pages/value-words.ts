import type { Body } from '../../model/bodies';

/** How an event ended, where it ended as events do: nothing that a person has to know. */
export const isUsual = (status: string | null | undefined): boolean =>
  !status || /^(?:finished(?:_successfully)?|success|completed|ok|end_turn|stop_sequence|tool_use)$/.test(status);

/** How a message or a result ended, by the words that sites have for it. */
const ENDS: Readonly<Record<string, string>> = {
  error: 'it failed',
  finished_partial_completion: 'it ended before it was complete',
  in_progress: 'it was still being written',
  max_tokens: 'it was cut off: it had become as long as the site lets one be',
  model_context_window_exceeded: 'it was cut off: the conversation had become as long as the model can read',
  pause_turn: 'the site paused it',
  refusal: 'the model refused to go on',
  user_canceled: 'the person stopped it',
  user_cancelled: 'the person stopped it',
};

/** How an event ended, in words; what is not known stays the site's own word. */
export const endWords = (status: string): string => (Object.hasOwn(ENDS, status) ? (ENDS[status] ?? status) : status);

/** What was done to a document, by the words that sites have for it. */
const STEPS: Readonly<Record<string, string>> = {
  antArtifact: 'written inside the answer',
  create: 'newly written',
  create_textdoc: 'newly written',
  person: 'changed by the person',
  rewrite: 'written anew',
  update: 'changed in part',
  update_textdoc: 'changed in part',
};

/** What a version of a document is, in words: `2, changed in part`. Null where the file is no version. */
export function versionWords({ version, command }: Body<'artifact'>): string | null {
  const number = typeof version === 'number' || typeof version === 'string' ? [String(version)] : [];
  const step =
    typeof command === 'string' && command !== ''
      ? [Object.hasOwn(STEPS, command) ? (STEPS[command] ?? command) : command]
      : [];
  return number.length + step.length === 0 ? null : [...number, ...step].join(', ');
}
