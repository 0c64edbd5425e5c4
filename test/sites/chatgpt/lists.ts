import type { ServerResponse } from 'node:http';
import { json } from './reads';
import type { State } from './state';

/** As many as one page of a list has here: so few that a handful of conversations needs several. */
const AT_ONCE = 3;

/** `/backend-api/conversations`: what the account has, the one that changed last first. */
export function list(state: State, response: ServerResponse, path: URL): ServerResponse {
  const { searchParams } = path;
  const isOdd = searchParams.get('is_archived') === 'true' || searchParams.get('is_starred') === 'true';
  const offset = Number(searchParams.get('offset'));
  const items = [...state.conversations.values()]
    .filter(({ account }) => account === state.account && !isOdd)
    .sort((a, b) => b.conversation.update_time - a.conversation.update_time)
    .map(({ conversation: { conversation_id: id, title, update_time, gizmo_id } }) => ({
      ...{ id, title, gizmo_id },
      update_time: new Date(update_time * 1000).toISOString(),
    }))
    .slice(offset, offset + AT_ONCE);
  return json(response, 200, { items, total: null, limit: AT_ONCE, offset });
}

/** `/backend-api/accounts/check/…`: the personal one alone. */
export const accounts = (response: ServerResponse): ServerResponse =>
  json(response, 200, { accounts: { default: { account: { account_id: 'acc-personal', structure: 'personal' } } } });

/** `/backend-api/gizmos/snorlax/sidebar`: no projects of which lists would be asked for. */
export const projects = (response: ServerResponse): ServerResponse => json(response, 200, { items: [], cursor: null });
