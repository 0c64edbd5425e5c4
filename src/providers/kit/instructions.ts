import { messageId, sessionEventId } from '../../model/ids';
import type { Draft, DraftPlace } from '../contract';
import { sessionDraft } from './notes';

/**
 * What was in force and is no part of a conversation: the gap that says so. It has the id of the settings that another
 * call of the site gives, which then stand in its place.
 * @param own whose settings they are: a project, a custom GPT
 * @param member which of them, where there are several
 */
export const settingsId = (site: string, own: string, member?: string): string =>
  `${messageId(site, own.toWellFormed())}/config${member === undefined ? '' : `.${member}`}`;

/** Settings that only another call gives, and that nobody made so far. */
export const unaskedSettings = (
  id: string,
  { what, of }: { readonly what: string; readonly of: string },
  raw: readonly DraftPlace[],
): Draft =>
  sessionDraft({
    id,
    kind: 'gap',
    body: { what: { instructions: [what], of }, why: 'not-asked', where: 'conversation', native: null },
    raw,
  });

/** What the site tells the model and never sends with a conversation, as far as nothing else of the log shows it. */
export const unsentInstructions = (
  site: string,
  session: string,
  kinds: readonly string[],
  raw: readonly DraftPlace[],
): Draft =>
  sessionDraft({
    id: sessionEventId(site, session, 'gap', 'instructions'),
    kind: 'gap',
    body: { what: { instructions: [...kinds] }, why: 'not-sent', where: 'conversation', native: null, always: true },
    raw,
  });
