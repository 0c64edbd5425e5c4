import { utf8 } from '../../lib/bytes';
import { artifactName, sha256Hex } from '../../lib/hash';
import type { Attachment, Draft } from '../contract';
import { asObject, asObjects, asText, asWords, said } from '../kit/value';
import type { Kept } from './nodes';
import type { WireMessage } from './wire';

/** A report, and its bytes. */
export interface Reported {
  readonly draft: Draft;
  readonly attachment: Attachment;
}

/** True for the answer that a run of research comes back with, long after it was started. */
const isReport = ({ role, metadata }: WireMessage): boolean =>
  role === 'assistant' &&
  metadata.is_async_task_result_message === true &&
  /research/.test(asText(metadata.async_task_type) ?? asText(metadata.model_slug) ?? '');

/** The app that runs research, and what it says of its run. */
const runOf = (metadata: WireMessage['metadata']) => asObject(asObject(metadata.chatgpt_sdk).tool_response_metadata);

/** The hidden conversation in which a run of research took place, or null. */
export const runConversation = ({ metadata }: WireMessage): string | null =>
  asWords(metadata.async_task_conversation_id) ??
  (metadata.chatgpt_sdk ? asWords(runOf(metadata).async_task_conversation_id) : null);

/** The name of an app's run of research that does not say what it did on its way, or null. */
export function untoldRun(message: WireMessage): string | null {
  const app = asObject(message.metadata.chatgpt_sdk);
  if (app.html_asset_pointer !== 'internal://deep-research') return null;
  const isTold = runConversation(message) !== null || Array.isArray(runOf(message.metadata).cot_messages);
  return isTold
    ? null
    : (asWords(runOf(message.metadata)['openai/asyncTaskId']) ?? asWords(app.widget_session_id) ?? 'research');
}

/**
 * The report of a run of research, as an artifact beside the event that brought it: its words as that event shows them, so
 * that the places of its citations are places in it.
 */
export function reportOf({ message, event }: Kept, main: Draft): Reported | null {
  const whole = isReport(message);
  if (!whole && !message.metadata.chatgpt_sdk) return null;
  const parts = asObjects(asObject(main.body).parts);
  const texts = parts.filter(({ type, of }) => type === 'text' && (whole || of === 'report'));
  const text = texts.map((part) => asText(part.text) ?? '').join('');
  if (text.trim() === '') return null;
  const bytes = utf8(text);
  const sha256 = sha256Hex(bytes);
  const { metadata } = message;
  const task = asWords(metadata.async_task_id) ?? asWords(runOf(metadata)['openai/asyncTaskId']);
  const name = asWords(metadata.async_task_title) ?? /^#+[ \t]+(\S.*)$/m.exec(text)?.[1] ?? null;
  const draft: Draft = {
    ...main,
    id: `${event}/report`,
    parents: [event],
    kind: 'artifact',
    body: {
      artifact: artifactName(sha256),
      name,
      mime: 'text/markdown',
      bytes: bytes.length,
      role: 'report',
      ...said({ task }),
    },
    actor: { kind: 'assistant', name: null, model: null },
    native: { id: null, node: null, type: null, parent: null },
    sealed: [],
    fidelity: 'derived',
  };
  return { draft, attachment: { sha256, bytes } };
}
