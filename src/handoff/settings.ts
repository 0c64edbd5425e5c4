import { momentInWords } from '../lib/time';
import type { Event } from '../model/event';

/** What settings are of, by the reader's word for it. */
const OF: Readonly<Record<string, string>> = {
  project: 'project',
  'project documents': 'documents of the project',
  'project files': 'files of the project',
  'project memory': 'what the site remembers of the project',
  'custom GPT': 'custom GPT',
  'custom GPT files': 'files of the custom GPT',
  'custom instructions': 'custom instructions of the person',
  memory: 'what the site remembers of all chats',
  request: 'asked for with a message',
  run: 'of a run',
};

/** Whose settings an event holds, in words of ours; null where it does not say, or nobody knows the word. */
export function settingsOf({ body }: Event<'config'>): string | null {
  if (typeof body.of === 'string' && Object.hasOwn(OF, body.of)) return OF[body.of] ?? null;
  return body.scope === 'conversation' ? 'the conversation' : null;
}

/** The name that a project or custom GPT has: somebody else's words. */
export const settingsName = ({ body }: Event<'config'>): string | null =>
  typeof body.name === 'string' && /\S/.test(body.name) ? body.name : null;

/**
 * As of when settings are known: they were last changed then as the site says, or were read then. One in a message has the
 * message's own time and place. Null: not known.
 */
export function settingsSince({ at, native }: Event<'config'>): string | null {
  const since = native.id === null ? at.updated : (at.occurred ?? at.updated);
  return since === null ? null : momentInWords(since);
}
