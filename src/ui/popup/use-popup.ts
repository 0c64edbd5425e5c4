import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { TabState } from '../../messages/contract';
import type { Send } from '../../messages/send';
import type { Durability } from '../../platform/durability';
import type { Site } from '../../providers/contract';
import { siteById } from '../../providers/sites';
import { type Database, reading } from '../../store/database';
import type { ExportJob, FilesJob, JobRow, ReadJob } from '../../store/job-rows';
import { readJob } from '../../store/jobs';
import type { SessionRow } from '../../store/rows';
import { readSession } from '../../store/sessions';
import { isAtWork, openGaps } from '../job-line';
import { useKeptSession } from '../kept-session';
import { answerOf, useLive } from '../live';
import { useNameFound } from '../name';
import { hashOf } from '../place';
import { errorSentence, faultSentence } from '../sentences';
import { lossWords, lowWords, useLoss, useStorage } from '../storage';
import { summaryOf } from '../summary';
import { lacksIn } from './lacks';
import type { About, Chat, Elsewhere, PopupState } from './state';
import { useWantedHost } from './use-wanted-host';
import type { PopupActions } from './view';

/** What the popup needs of the world. */
export interface PopupDoors {
  readonly db: Database;
  readonly send: Send;
  readonly tab: number;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly durability: () => Promise<Durability>;
  /** What a tab shows, or null where the browser does not let us see it. */
  readonly addressOf: (tab: number) => Promise<URL | null>;
  /** Asks the browser for a site: to be called first in a click. */
  readonly requestSite: (site: Site) => Promise<boolean>;
  /** True if these match patterns are granted. */
  readonly hasHosts: (patterns: readonly string[]) => Promise<boolean>;
  /** Asks the browser for them: to be called first in a click, too. */
  readonly requestHosts: (patterns: readonly string[]) => Promise<boolean>;
  /** Shows the library at the end of an address (`#…`) that names a session or a place of it; empty: at its list. */
  readonly openLibrary: (hash: string) => void;
}

/** How long the popup still tells of an export that has ended, in milliseconds. */
const TOLD = 10 * 60_000;

interface Shown {
  readonly state: PopupState;
  /** What the browser has lost of what was kept, in words. */
  readonly lost: string | null;
  readonly actions: PopupActions;
  /** What the tab shows, as it was last looked at. */
  readonly seen: TabState | null;
  readonly look: () => Promise<TabState>;
}

/** What the popup shows, and what its buttons do. Opening it on a chat reads that chat. */
export function usePopup(doors: PopupDoors): Shown {
  const { db, send, tab, requestSite, openLibrary } = doors;
  const [seen, setSeen] = useState<TabState | null>(null);
  const [because, setBecause] = useState<Elsewhere | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [readId, setReadId] = useState<string | null>(null);
  /** A read is being asked for: until it is answered, what is kept may be about to change. */
  const [asking, setAsking] = useState(true);

  const attempt = useCallback((work: () => Promise<unknown>): void => {
    setTrouble(null);
    work().catch((error) => setTrouble(errorSentence(error)));
  }, []);
  const look = useCallback(async (): Promise<TabState> => {
    const state = await send('tab.state', { tab });
    setSeen(state);
    return state;
  }, [send, tab]);
  const read = useCallback(
    async (pack: boolean): Promise<void> => {
      setAsking(true);
      const answer = await send('tab.read', { tab, pack }).finally(() => setAsking(false));
      if (answer.kind === 'started') setReadId(answer.job);
      setBecause(answer.kind === 'started' ? null : answer.because);
    },
    [send, tab],
  );
  const begin = useCallback(async (): Promise<void> => {
    const state = await look();
    const job = state.job === null ? null : await readJob(db, state.job);
    setReadId(state.job);
    if (state.conversation !== null && !isAtWork(job)) await read(false);
    setAsking(false);
  }, [db, look, read]);

  useEffect(() => attempt(begin), [attempt, begin]);
  const job = answerOf(useLive(() => (readId === null ? Promise.resolve(null) : readJob(db, readId)), [db, readId]));
  const readNow = job?.kind === 'read' ? job : null;
  const ended = readNow !== null && !isAtWork(readNow);
  // A read may have kept a session that was not there before.
  useEffect(() => {
    if (ended) attempt(look);
  }, [ended, attempt, look]);

  const reading = asking || (readId !== null && job === null) || isAtWork(readNow);
  const kept = useKept(doors, seen?.session ?? null);
  const { loss } = useLoss(db);
  const site = seen?.site == null ? null : siteById(seen.site);
  const wanted = useWantedHost(kept.view, site, doors.hasHosts);
  const actions: PopupActions = {
    openLibrary: (place) => openLibrary(kept.row === null ? '' : placeHash(kept.row.id, place)),
    exportChat: () => attempt(() => (kept.row && !reading ? exportNow(send, kept.row.id) : read(true))),
    allowSite: () => {
      // the browser grants only what is asked for first thing in a click
      const asked = site ? requestSite(site) : Promise.resolve(false);
      attempt(() => asked.then(look));
    },
    readAgain: () => attempt(() => read(false)),
    cancel: (id) => attempt(() => send('job.cancel', { job: id })),
    fetchOn: (files) => attempt(() => send('files.start', { session: files.ask.session, tab, only: openGaps(files) })),
    allowHost: () => {
      const asked = doors.requestHosts(wanted.patterns);
      attempt(async () => {
        if (!(await asked) || !kept.row) return;
        wanted.look();
        await send('files.start', { session: kept.row.id, tab, only: wanted.gaps });
      });
    },
  };
  return {
    state: stateOf({ seen, because, trouble, site, kept, read: readNow, asking, host: wanted.host }),
    lost: lossWords(loss),
    actions,
    seen,
    look,
  };
}

const placeHash = (session: string, place: string | null): string =>
  place === null ? `#${session}` : hashOf(session, place);

const exportNow = (send: Send, session: string): Promise<unknown> => send('export.start', { sessions: [session] });

type Kept = ReturnType<typeof useKept>;

/** The kept session, what is computed from it, and its latest export. */
function useKept({ db, now, durability }: PopupDoors, id: string | null) {
  const live = useLive(() => lookUp(db, id), [db, id]);
  const found = answerOf(live);
  const row = found?.of === id ? found.row : null;
  const jobs = answerOf(useLive(() => latestJobs(db, id, now() - TOLD), [db, id]));
  const loading = useKeptSession(db, row);
  const storage = useStorage(durability, row?.revision);
  const view = loading.state === 'here' ? loading.kept.view : null;
  const report = loading.state === 'here' ? loading.kept.report : null;
  const about = useMemo(
    (): About | null => view && report && { summary: summaryOf(view), report, lacks: lacksIn(view) },
    [view, report],
  );
  // while a new version is read, what is known stays, and with it what the person has opened
  const last = useRef<{ readonly of: string | null; readonly about: About } | null>(null);
  if (about) last.current = { of: id, about };
  const name = useNameFound(db, row);
  return {
    row,
    isLookedUp: found?.of === id || live.state === 'failed',
    name,
    exported: jobs?.exported ?? null,
    files: jobs?.files ?? null,
    view,
    about: about ?? (last.current?.of === id ? last.current.about : null),
    persisted: storage?.persisted ?? false, // a browser that does not say promises nothing
    bytes: loading.state === 'here' ? loading.kept.bytes : null,
    trouble: loading.state === 'failed' ? loading.sentence : null,
    low: lowWords(storage),
  };
}

/** The kept session of an id, with the id: an answer to an earlier question is none. */
const lookUp = async (db: Database, id: string | null) => ({
  of: id,
  row: id === null ? null : await readSession(db, id),
});

interface Jobs {
  readonly exported: ExportJob | null;
  readonly files: FilesJob | null;
}

/** The export, and the fetching of files, of a session that was last heard of, unless it ended before the given moment. */
async function latestJobs(db: Database, session: string | null, since: number): Promise<Jobs> {
  if (session === null) return { exported: null, files: null };
  const jobs = await reading(db, () => db.jobs.orderBy('changed').reverse().toArray());
  const told = <J extends JobRow>(job: J | undefined): J | null =>
    job && (isAtWork(job) || Date.parse(job.changed) >= since) ? job : null;
  const exported = jobs.find((job) => job.kind === 'export' && job.ask.sessions.includes(session));
  const files = jobs.find((job) => job.kind === 'files' && job.ask.session === session && hasWords(job));
  return {
    exported: told(exported?.kind === 'export' ? exported : undefined),
    files: told(files?.kind === 'files' ? files : undefined),
  };
}

/** A read is followed by the fetching of its files: where there are none, nothing needs to be said. */
const hasWords = ({ files, ask }: FilesJob): boolean => ask.again || (files?.length ?? 0) > 0;

interface Known {
  readonly seen: TabState | null;
  readonly because: Elsewhere | null;
  readonly trouble: string | null;
  readonly site: Site | null;
  readonly kept: Kept;
  readonly read: ReadJob | null;
  readonly asking: boolean;
  readonly host: string | null;
}

function stateOf({ seen, because, trouble, site, kept, read, asking, host }: Known): PopupState {
  if (!seen) return trouble === null ? { kind: 'loading' } : { kind: 'failed', sentence: trouble };
  const { permitted } = seen;
  if (isUndecided({ trouble, kept, read, asking })) return { kind: 'loading' };
  if (!site) return { kind: 'elsewhere', because: 'no-site', siteName: null, permitted };
  const nothing = because ?? (seen.conversation === null ? 'no-conversation' : null);
  if (nothing !== null && !kept.row) return { kind: 'elsewhere', because: nothing, siteName: site.name, permitted };
  const { row, name, bytes, persisted, about, exported, files } = kept;
  return {
    kind: 'chat',
    siteName: site.name,
    permitted,
    ...namedRow(row, name),
    bytes,
    persisted,
    about,
    read,
    exported,
    files,
    host,
    trouble: trouble ?? kept.trouble ?? kept.low ?? (seen.trouble && faultSentence(seen.trouble)),
  };
}

/** Until it is known what is kept there is nothing to press; a title that is on its way is not called missing. */
function isUndecided({ trouble, kept, read, asking }: Pick<Known, 'trouble' | 'kept' | 'read' | 'asking'>): boolean {
  if (read || trouble !== null) return false;
  return kept.row === null ? asking || !kept.isLookedUp : kept.name === null;
}

const namedRow = (row: SessionRow | null, name: string | null): Pick<Chat, 'kept' | 'name'> =>
  row === null || name === null ? { kept: null, name: '' } : { kept: row, name };
