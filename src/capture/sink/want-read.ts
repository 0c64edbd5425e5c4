import type { Identity } from '../../intake/record';
import type { Taken } from '../../intake/take';
import { member } from '../../lib/json';
import { isoTime } from '../../lib/time';
import type { Event } from '../../model/event';
import { currentOf, type Ledger } from '../../model/ledger';
import { partsOf } from '../../projection/sources';
import type { NewLines } from '../../store/keep';
import { leftOut } from '../../store/left-out';
import type { ExchangeRow } from '../../store/rows';
import { readSettings } from '../../store/settings';
import { type Heard, heard } from '../../store/watch-reads';
import { isBeside } from './settle-beside';
import type { Sink } from './sink';

/** What is to be done once a chat is quiet: ask for all of it, or what follows a read; null: nothing. */
export type Wants = Heard['wants'];

/** What of a chat that is watched is fetched, and after how many seconds without a word. */
export interface Follow {
  readonly files: boolean;
  readonly pages: boolean;
  /** False: the person deleted the chat here, so that what was said before is not asked for. */
  readonly whole: boolean;
  readonly seconds: number;
}

/** What the person chose for it; null: it is not heard but asked for, or no conversation. */
export async function followsWhat(sink: Sink, row: ExchangeRow, { key }: Identity): Promise<Follow | null> {
  const site = sink.sites.find(({ id }) => id === row.site);
  if (row.capture !== 'heard' || !site?.call || isBeside(site, row)) return null;
  const { files, watchPages: pages, quietSeconds: seconds } = await readSettings(sink.db);
  const whole = (await leftOut(sink.db, key)) === null;
  return { files: files && site.files !== undefined, pages, whole, seconds };
}

interface After {
  readonly row: ExchangeRow;
  readonly taken: Taken;
  /** As it is when what was heard is in it. */
  readonly ledger: Ledger;
  /** The session began with it. */
  readonly isNew: boolean;
  readonly added: NewLines;
  readonly follow: Follow;
}

/**
 * What is wanted after something was heard. All of the chat, where it could not be read, broke off, or does not tell all:
 * the site says less than in a read, or what came before it was never heard, or nobody has said what the chat is called.
 */
export function wantsAfter(after: After): Wants {
  const { added, follow } = after;
  if (follow.whole && tellsTooLittle(after)) return 'all';
  const isNamed = (event: Event): boolean => (follow.files && isFile(event)) || (follow.pages && isCiting(event));
  return added.lines.some(({ event }) => isNamed(event)) ? 'follow' : null;
}

function tellsTooLittle(after: After): boolean {
  const { row, taken, added } = after;
  const { outcome } = taken;
  if (outcome.kind !== 'session') return added.lines.length > 0;
  const isPart = row.state === 'cut' || outcome.cut || outcome.isPart || false;
  return isPart || isUntitled(after) || lacksParent(after);
}

/** A read says what a chat is called, or that it has no name: only of a stream it is not known. */
function isUntitled({ taken: { head, outcome }, isNew }: After): boolean {
  if (!isNew || head.form !== 'stream' || outcome.kind !== 'session') return false;
  return !outcome.observations.some(({ kind, body }) => kind === 'session.updated' && body.title != null);
}

/** What was said is below something that nobody has. */
function lacksParent({ taken: { outcome }, ledger }: After): boolean {
  if (outcome.kind !== 'session') return false;
  const named = new Set(outcome.observations.flatMap(({ parents }) => parents));
  return [...named].some((id) => {
    const standing = currentOf(ledger, id);
    return !standing || standing.kind === 'gap';
  });
}

/** A file that can still be fetched. */
const isFile = ({ kind, body }: Event): boolean =>
  kind === 'gap' && body.why === 'not-fetched' && typeof member(body.what, 'pointer') === 'string';

const isCiting = (event: Event): boolean => partsOf(event).some(({ type }) => type === 'evidence');

/** Something was heard of a chat: what is wanted of it is wanted once nothing more was heard for a while. */
export function noteHeard(
  sink: Sink,
  { row, identity, wants, follow }: { row: ExchangeRow; identity: Identity; wants: Wants; follow: Follow },
): Promise<void> {
  const { site, origin, native: conversation } = identity;
  const now = sink.now();
  const due = isoTime(now + follow.seconds * 1000);
  return heard(
    sink.db,
    { site, origin, conversation, tab: row.tab, wants },
    { id: sink.newId(), now: isoTime(now), due },
  );
}
