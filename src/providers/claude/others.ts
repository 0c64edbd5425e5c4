import type { Payload, Reading } from '../contract';
import { readEventPage } from './agent';
import { isEventList, isEventPage } from './agent-events';
import { isDesignChat, readDesignChat } from './design';
import { readProject } from './projects';
import { isCompletion, readCompletion } from './stream';

/** Where messages stand in what is no conversation: design chats, pages of an agent session's events. */
export const OTHER_PLACES = ['/messages/*', '/data/*'] as const;

/** Calls that say what was in force in the conversations of a project, or in all; and so files of an export. */
const PROJECT_ROUTES: ReadonlySet<string> = new Set(['project', 'project-docs', 'project-files', 'memory']);

/** Reads what is no conversation as the site's own read gives it, or null where it is one (or nothing that is known). */
export function readOther(payload: Payload): Reading | null {
  const { head, value, text } = payload;
  if (head.route === 'completion' || (value === undefined && isCompletion(text))) return readCompletion(payload);
  if (PROJECT_ROUTES.has(head.route)) return readProject(payload);
  if (isDesignChat(value)) return readDesignChat(value);
  return isEventPage(value) || (head.route === 'agent-events' && isEventList(value))
    ? readEventPage(value, payload)
    : null;
}

/** True for such a value, of unknown origin. */
export const isOther = (value: unknown): boolean => isDesignChat(value) || isEventPage(value);

/** How a text that is not one JSON value came from this site. */
export const recognisesStream = (text: string): { route: 'completion'; form: 'stream' } | null =>
  isCompletion(text) ? { route: 'completion', form: 'stream' } : null;
