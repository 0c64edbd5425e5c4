import type { Event } from '../model/event';
import { currentOf, type Ledger } from '../model/ledger';
import type { Database } from './database';
import type { Counts, SessionRow } from './rows';

type Line = { readonly event: Event; readonly line: string };

/** What a list shows of a session, from its ledger. `fresh` are lines that are not in the tables yet, or just now. */
export async function summarise(
  db: Database,
  session: string,
  ledger: Ledger,
  fresh: readonly Line[],
): Promise<Pick<SessionRow, 'title' | 'leaf' | 'counts'>> {
  const counts = { events: 0, messages: 0, gaps: 0 };
  let said: number | null = null;
  for (const [id, kept] of ledger.versions) {
    counts.events += kept.length;
    const current = currentOf(ledger, id);
    if (!current || ledger.retired.has(id)) continue;
    if (current.kind === 'message') counts.messages++;
    else if (current.kind === 'gap') counts.gaps++;
    else if (current.kind === 'session.updated') said = Math.max(said ?? 0, current.seq);
  }
  const { title, leaf } = said === null ? { title: null, leaf: null } : await saying(db, session, said, fresh);
  return { title, leaf, counts: counts satisfies Counts };
}

/** Title and leaf as the `session.updated` of a line has them. */
async function saying(
  db: Database,
  session: string,
  seq: number,
  fresh: readonly Line[],
): Promise<{ title: string | null; leaf: string | null }> {
  const event = fresh.find((each) => each.event.seq === seq)?.event ?? (await kept(db, session, seq));
  return event?.kind === 'session.updated'
    ? { title: event.body.title ?? null, leaf: event.body.leaf ?? null }
    : { title: null, leaf: null };
}

async function kept(db: Database, session: string, seq: number): Promise<Event | null> {
  const row = await db.events.get([session, seq]);
  return row ? (JSON.parse(row.line) as Event) : null; // a line of our own, checked when it was written
}
