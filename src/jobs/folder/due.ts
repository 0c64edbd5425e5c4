import type { FolderState } from '../../store/folder';
import type { ExportJob } from '../../store/job-rows';
import { isOpen } from '../../store/jobs';
import type { SessionRow } from '../../store/rows';
import type { SavedRow } from '../../store/saved';
import type { FolderSettings } from '../../store/settings';
import { isOfFolder } from './trouble';

/** An export that goes to the folder. */
export type FolderJob = ExportJob & { readonly ask: { readonly folder: NonNullable<ExportJob['ask']['folder']> } };

export const isForFolder = (job: { readonly kind: string }): job is FolderJob =>
  job.kind === 'export' && (job as ExportJob).ask.folder !== undefined;

/** Everything that decides what is written, and when. */
export interface FolderFacts {
  readonly settings: FolderSettings;
  /** Milliseconds after its last change from which a session counts as quiet. */
  readonly quiet: number;
  readonly state: FolderState;
  readonly sessions: readonly SessionRow[];
  readonly saved: ReadonlyMap<string, SavedRow>;
  /** The exports for the folder that are remembered. */
  readonly jobs: readonly FolderJob[];
  readonly now: number;
}

export type Next =
  | { readonly kind: 'nothing' }
  /** Until then nothing is to be done. */
  | { readonly kind: 'wait'; readonly until: number }
  | { readonly kind: 'write'; readonly session: SessionRow };

/** So many archives are handed over in a minute: each may show in the browser's list of downloads. */
export const A_MINUTE = 6;
const MINUTE = 60_000;
/** When a session whose archive could not be written is tried again, though it has not changed. */
const AGAIN = 60 * MINUTE;

/** What is to be done now for the folder: one archive at a time. */
export function nextFor(facts: FolderFacts): Next {
  const { settings, state, jobs, now } = facts;
  if (!settings.on || (settings.place === 'picked' && !state.picked) || jobs.some(isOpen)) return { kind: 'nothing' };
  if (state.trouble && state.trouble.until === null) return { kind: 'nothing' };
  const [first] = waitingIn(facts).sort((a, b) => a.at - b.at || (a.session.id < b.session.id ? -1 : 1));
  if (!first || first.at === Infinity) return { kind: 'nothing' };
  const until = Math.max(first.at, Date.parse(state.trouble?.until ?? '') || 0, paceOf(facts));
  return until > now ? { kind: 'wait', until } : { kind: 'write', session: first.session };
}

/** When the next one may be begun, since the last were. */
function paceOf({ jobs, now }: FolderFacts): number {
  const begun = jobs
    .map(({ made }) => Date.parse(made))
    .filter((made) => made > now - MINUTE && made <= now)
    .sort((a, b) => b - a);
  const earliest = begun[A_MINUTE - 1];
  return earliest === undefined ? 0 : earliest + MINUTE;
}

/** The sessions whose archive in the folder is missing or older than they are, and from when on each is written. */
export function waitingIn(facts: FolderFacts): { readonly session: SessionRow; readonly at: number }[] {
  const tried = latestOf(facts.jobs);
  return facts.sessions
    .filter((session) => isMeant(facts, session) && differs(facts, session))
    .map((session) => ({ session, at: readyAt(facts, session, tried.get(session.id)) }));
}

/** Ours, of the site that was chosen, and with something in it. */
const isMeant = ({ settings: { site } }: FolderFacts, { copy, tail, site: own }: SessionRow): boolean =>
  copy === null && tail.seq > 0 && (site === null || site === own);

function differs({ saved, settings: { place } }: FolderFacts, { id, tail }: SessionRow): boolean {
  const lies = saved.get(id);
  return lies?.log !== tail.prev || lies.place !== place;
}

function latestOf(jobs: readonly FolderJob[]): Map<string, FolderJob> {
  const latest = new Map<string, FolderJob>();
  for (const job of [...jobs].sort((a, b) => (a.changed < b.changed ? -1 : 1)))
    latest.set(job.ask.sessions[0] ?? '', job);
  return latest;
}

function readyAt({ quiet, state, now }: FolderFacts, { updated, tail }: SessionRow, tried?: FolderJob): number {
  const { hurry } = state;
  // a clock that was set back since then must not keep it waiting
  const changed = Math.min(Date.parse(updated), now);
  const at = hurry !== null && updated <= hurry ? changed : changed + quiet;
  if (!tried || tried.ask.folder.log !== tail.prev || (hurry !== null && tried.changed <= hurry)) return at;
  if (tried.state === 'cancelled') return Infinity; // until it changes, or the person says so
  if (tried.state !== 'failed' || isOfFolder(tried.error)) return at;
  const ended = Math.min(Date.parse(tried.changed), now);
  // whose part it had is not known: it waits with all others, and goes after them
  return Math.max(at, tried.error === 'folder-failing' ? ended : ended + AGAIN);
}
