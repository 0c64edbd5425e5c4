import { isObject, parseJson } from '../lib/json';
import { sessionEventId } from '../model/ids';
import { type Database, reading } from './database';
import type { SessionRow } from './rows';

/**
 * The project, or custom GPT, that a session was last said to be of: ids of the site, none where it never was. A reading
 * that says nothing of it, as streams do, takes none away.
 */
export async function belongingOf(
  db: Database,
  { id, site, native }: Pick<SessionRow, 'id' | 'site' | 'native'>,
): Promise<ReadonlySet<string>> {
  const event = sessionEventId(site, native, 'session.updated');
  const rows = await reading(db, () => db.events.where('[session+id]').equals([id, event]).sortBy('seq'));
  const said = rows.map(({ line }) => belongingIn(line)).findLast((ids) => ids.length > 0);
  return new Set(said ?? []);
}

function belongingIn(line: string): string[] {
  const event = parseJson(line);
  const body = isObject(event) && isObject(event.body) ? event.body : {};
  return [body.project, body.gizmo].filter((each) => typeof each === 'string');
}
