import { parseJson } from '../../lib/json';
import type { Event } from '../../model/event';
import { sourcePageId } from '../../model/ids';
import { sourcesOf } from '../../projection/sources';
import { viewOf } from '../../projection/view';
import type { Database } from '../../store/database';
import { listSessions, readLog } from '../../store/sessions';
import { nameOf } from '../name';

/** A kept session that cites a page, and the page's number among its sources. */
export interface CitedHere {
  readonly session: string;
  /** What the session is called. */
  readonly name: string;
  readonly number: number;
  /** As the session's evidence has it. */
  readonly url: string;
}

/** Sessions that are looked through, the newest first, and what is named of them. */
const MOST = 200;
const NAMED = 5;

/** The kept sessions of our own that cite the page at an address. */
export async function citedHere(db: Database, address: string): Promise<CitedHere[]> {
  const id = sourcePageId(address);
  const host = new URL(address).host;
  const found: CitedHere[] = [];
  for (const row of (await listSessions(db)).filter(({ copy }) => copy === null).slice(0, MOST)) {
    if (found.length >= NAMED) break;
    const lines = await readLog(db, row.id);
    // most sessions name no page of that host: they need not be looked at as a whole
    if (!lines?.some((line) => line.includes(host))) continue;
    const { sources } = sourcesOf(viewOf(lines.map((line) => parseJson(line) as Event))); // our own lines
    const source = sources.find(({ url }) => url !== null && sourcePageId(url) === id);
    if (source?.url != null)
      found.push({ session: row.id, name: await nameOf(db, row), number: source.number, url: source.url });
  }
  return found;
}
