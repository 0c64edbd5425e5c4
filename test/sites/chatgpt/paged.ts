import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Stored, textOf } from './conversations';
import { give, json } from './reads';
import type { State } from './state';
import type { Message } from './tree';

/** Turns on a page at most, whatever is asked for. (The real site gives a hundred; a question and its answer are two.) */
const MOST_TURNS = 2;

/** `/backend-api/conversations/<id>`, and `…/messages?before=<cursor>`: the branch on screen, a page of it at a time. */
export function turns(
  state: State,
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> | ServerResponse {
  // here one that gives trees gives no pages: what a read becomes without either is tested, too
  if (!state.paged) return json(response, 404, { detail: 'Not Found' });
  const { pathname, searchParams } = new URL(request.url ?? '', 'https://chatgpt.com');
  const before = pathname.endsWith('/messages') ? (searchParams.get('before') ?? '') : null;
  const asked = Number(searchParams.get('num_turns') ?? 10);
  const stored = state.conversations.get(id);
  if (before !== null && stored && indexOf(sent(stored), before) === -1)
    return json(response, 400, { detail: 'Invalid cursor' });
  return give(state, id, { request, response, written: (each) => pageJson(each, before, Math.min(asked, MOST_TURNS)) });
}

function pageJson(stored: Stored, before: string | null, most: number): string {
  const { mapping: _, ...head } = stored.conversation;
  const messages = sent(stored);
  const end = before === null ? messages.length : indexOf(messages, before);
  const start = beginnings(messages.slice(0, end)).slice(-most)[0] ?? 0;
  const page = messages.slice(start, end);
  const info = {
    start_cursor: cursorOf(page[0]),
    end_cursor: cursorOf(page.at(-1)),
    has_previous_page: start > 0,
    has_next_page: end < messages.length,
  };
  const about = before === null ? { ...head, context_truncation_continuation: null } : {};
  return textOf({ ...about, messages: page, page_info: info }, stored.escaped);
}

/** The site's word for the place before a message: nothing can be told from it. */
const cursorOf = (each: Message | undefined): string | null =>
  each ? Buffer.from(`turn:${each.id}`).toString('base64') : null;

const indexOf = (messages: readonly Message[], cursor: string): number =>
  messages.findIndex((each) => cursorOf(each) === cursor);

/** The messages of the branch on screen, as pages give them: most name a wrong parent, and only that there are versions. */
function sent({ conversation: { mapping, current_node } }: Stored): Message[] {
  const branch: { readonly message: Message; readonly versions: boolean }[] = [];
  for (let node = mapping[current_node]; node; node = mapping[node.parent ?? '']) {
    const siblings = mapping[node.parent ?? '']?.children ?? [];
    if (node.message) branch.unshift({ message: node.message, versions: siblings.length > 1 });
  }
  return branch.map(({ message, versions }, n) => ({
    ...message,
    metadata: {
      ...message.metadata,
      parent_id: branch[n - 2]?.message.id ?? 'client-created-root',
      ...(versions ? { has_versions: true } : {}),
    },
  }));
}

const isShown = ({ metadata }: Message): boolean => metadata.is_visually_hidden_from_conversation !== true;
const isQuestion = (each: Message | undefined): boolean => each?.author.role === 'user' && isShown(each);

/** Where turns begin: what is hidden at the top goes with the first. */
function beginnings(messages: readonly Message[]): number[] {
  const first = messages.findIndex(isShown);
  return messages.flatMap((each, n) =>
    n === 0 || (n > first && (isQuestion(each) || isQuestion(messages[n - 1]))) ? [n] : [],
  );
}
