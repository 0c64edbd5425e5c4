import type { Kind } from '../model/bodies';
import type { Event } from '../model/event';
import { idAbove } from '../model/ids';
import { currentOf, type Kept, type Ledger } from '../model/ledger';
import { compareStanding, rankOf } from '../model/versions';
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
  let said: Kept | null = null;
  for (const kept of ledger.versions.values()) counts.events += kept.length;
  for (const current of currentIn(ledger)) {
    if (isMessage(current, ledger)) counts.messages++;
    else if (isLack(current)) counts.gaps++;
    else if (current.kind === 'session.updated' && current.seq >= (said?.seq ?? 0)) said = current;
  }
  const { title, leaf } = await saying(said, ledger, (seq) => lineOf(db, session, seq, fresh));
  return { title, leaf, counts: counts satisfies Counts };
}

const STARTED: Kind = 'session.started';
const PAGE = rankOf('message', { capture: 'page', form: 'page' });

/** What the ids begin with that only a page gave, if they are left out; else null. */
function leftOut({ versions }: Ledger): string | null {
  const all = [...versions.values()].flat();
  const id = all.find(({ kind }) => kind === STARTED)?.id;
  const isOutranked = all.some(({ rank, ours }) => !ours && rank > PAGE);
  return id !== undefined && isOutranked ? `${id.slice(0, -STARTED.length)}page.` : null;
}

/** The versions that count: without what was retired, and what only a page gave where something better is there. */
export function* currentIn(ledger: Ledger): Generator<Kept> {
  const fromPage = leftOut(ledger);
  for (const id of ledger.versions.keys()) {
    const isOut = ledger.retired.has(id) || (fromPage !== null && id.startsWith(fromPage));
    const current = isOut ? undefined : currentOf(ledger, id);
    if (current) yield current;
  }
}

/** A message that is no block of another. */
const isMessage = ({ kind, id }: Kept, { versions }: Ledger): boolean =>
  kind === 'message' && !versions.has(idAbove(id));

/** A gap that this session has and others may not, and not only the place where two pages join. */
const isLack = ({ kind, joins, always }: Kept): boolean => kind === 'gap' && !joins && !always;

/** Title and leaf as last said. A reading that heard no title, as streams may, takes none away. */
async function saying(
  said: Kept | null,
  ledger: Ledger,
  read: (seq: number) => Promise<Event | null>,
): Promise<{ title: string | null; leaf: string | null }> {
  if (!said) return { title: null, leaf: null };
  const { title, leaf } = spoken(await read(said.seq));
  if (title !== null) return { title, leaf };
  const before = (ledger.versions.get(said.id) ?? []).toSorted((a, b) => compareStanding(b, a) || b.seq - a.seq);
  for (const { seq } of before) {
    const { title: earlier } = spoken(await read(seq));
    if (earlier !== null) return { title: earlier, leaf };
  }
  return { title: null, leaf };
}

const spoken = (event: Event | null): { title: string | null; leaf: string | null } =>
  event?.kind === 'session.updated'
    ? { title: event.body.title ?? null, leaf: event.body.leaf ?? null }
    : { title: null, leaf: null };

async function lineOf(db: Database, session: string, seq: number, fresh: readonly Line[]): Promise<Event | null> {
  const added = fresh.find(({ event }) => event.seq === seq);
  if (added) return added.event;
  const row = await db.events.get([session, seq]);
  return row ? (JSON.parse(row.line) as Event) : null; // a line of our own, checked when it was written
}
