import { chats as composed } from '../../providers/claude/chats';
import { type Chat, idsOf, ORG, text } from '../../providers/claude/model';
import { PREVIEWED, VOYAGE } from './voyage';

const id = idsOf(700);

/** A conversation on the server, and the organisation it belongs to. */
export interface Stored {
  readonly chat: Chat;
  readonly organisation: string;
  /** Not in any list, and gone when the page is left: reads do not give it. */
  readonly temporary: boolean;
}

export const OTHER_ORG = '5e5e5e5e-0000-4000-8000-0000000000bb';

const named = (name: string): Chat => {
  const found = composed.find((each) => each.name === name);
  if (!found) throw new Error(`no conversation was composed as ${name}`);
  return found;
};

/** One with three answers to one question. */
export const BRANCHES = named('Three answers to one question');
/** One with a search that is cited. */
export const SEARCH = named('A search that is cited');
/** One of another organisation than the page's. */
export const ELSEWHERE = named('A plain exchange');

export const TEMPORARY: Chat = { uuid: id('temp'), name: '', leaf: '', messages: [] };

/** One of two messages. */
export const CHARTS: Chat = {
  uuid: id('long'),
  name: 'Charts of the sound',
  leaf: id('a1'),
  messages: [
    { uuid: id('u1'), sender: 'human', parent: null, content: [text('Which chart is for the sound?')] },
    {
      uuid: id('a1'),
      sender: 'assistant',
      parent: id('u1'),
      stop: 'end_turn',
      content: [text('The one of the coast.')],
    },
  ],
};

/** What the server holds when it starts. */
export const startingChats = (): Map<string, Stored> =>
  new Map(
    [
      { chat: BRANCHES, organisation: ORG, temporary: false },
      { chat: SEARCH, organisation: ORG, temporary: false },
      { chat: CHARTS, organisation: ORG, temporary: false },
      { chat: VOYAGE, organisation: ORG, temporary: false },
      { chat: PREVIEWED, organisation: ORG, temporary: false },
      { chat: ELSEWHERE, organisation: OTHER_ORG, temporary: false },
      { chat: TEMPORARY, organisation: ORG, temporary: true },
    ].map((each) => [each.chat.uuid, each]),
  );
