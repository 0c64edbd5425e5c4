import type { PlaceOutcome, Waiting as WaitingRow } from '../messages/compose';
import { Waiting } from '../messages/compose';
import type { Asked } from '../messages/contract';
import type { ComposeServices } from './place-in';

/** How long a handoff waits, and how long what came of it is still told, in milliseconds. */
const WAITS = 30 * 60_000;
const TOLD = 10 * 60_000;

type Parts = Pick<ComposeServices, 'doors' | 'now' | 'newId'>;

/** Keeps a handoff until it is placed. One at a time waits: the last one that was asked for. */
export async function startWaiting(
  { doors, now, newId }: Parts,
  { title, text, files }: Omit<Asked<'compose.wait'>, 'site'>,
): Promise<WaitingRow> {
  const waiting: WaitingRow = { id: newId(), title, text, files, until: now() + WAITS, outcome: null };
  await doors.rememberWaiting(waiting);
  return waiting;
}

/** What waits, or null. What has waited for too long is forgotten. */
export async function waitingNow({ doors, now }: Omit<Parts, 'newId'>): Promise<WaitingRow | null> {
  const kept = Waiting.safeParse(await doors.recallWaiting());
  if (!kept.success) return null;
  if (kept.data.until > now()) return kept.data;
  await doors.forgetWaiting();
  return null;
}

/** What came of it is told for a while. Placed: its words are not kept any longer. Else it can be tried again. */
export async function endWaiting({ doors, now }: Parts, waiting: WaitingRow, outcome: PlaceOutcome): Promise<void> {
  const isPlaced = outcome.kind === 'placed';
  const kept = isPlaced ? { ...waiting, text: '', files: [], until: now() + TOLD } : waiting;
  await doors.rememberWaiting({ ...kept, outcome });
}
