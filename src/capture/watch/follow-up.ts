import { isoTime } from '../../lib/time';
import { sessionKey } from '../../model/ids';
import { type Database, writing } from '../../store/database';
import type { ReadJob } from '../../store/job-rows';
import { addJob, endJob, newFiles, openJobs, readJob } from '../../store/jobs';
import { readOwnSession } from '../../store/sessions';
import type { Settings } from '../../store/settings';
import { uncopiedPages } from '../sink/plan-pages';
import { goOnWithFiles } from './files';
import { patternOf, startPages } from './pages';
import type { Services } from './services';
import { TIDY, TIDY_MINUTES } from './wake';

/** Pages of one chat that are asked for at once. */
const MOST_PAGES = 50;

/** Fetches what a watched chat names by now, as far as the person chose: its files, and cited pages of granted servers. */
export async function doFollowUp(services: Services, job: ReadJob, settings: Settings): Promise<void> {
  const { sink, doors } = services;
  const { site: of, origin, conversation, tab } = job.ask;
  const at = isoTime(sink.now());
  const session = await readOwnSession(sink.db, sessionKey(of, origin, conversation));
  if (!session) return void (await endJob(sink.db, job.id, at, { state: 'cancelled', error: null }));
  const site = sink.sites.find(({ id }) => id === of);
  const files = newFiles(sink.newId(), { session: session.id, tab, again: false }, at);
  const mine = await writing(sink.db, [sink.db.jobs], async () => {
    const now = await readJob(sink.db, job.id);
    if (now?.state !== 'waiting') return false; // another look was faster
    if (settings.files && site?.files && !(await isFetching(sink.db, session.id))) await addJob(sink.db, files);
    return endJob(sink.db, job.id, at, { state: 'done', error: null, result: { session: session.id, pack: null } });
  });
  if (!mine) return;
  await doors.wakeEvery(TIDY, TIDY_MINUTES);
  goOnWithFiles(services).catch(() => undefined); // what fails waits for the alarm
  // where this is ended before, the next time that the chat is quiet finds what nobody has asked for
  if (settings.watchPages) await copyPages(services, session.id);
}

const isFetching = async (db: Database, session: string): Promise<boolean> =>
  (await openJobs(db)).some((each) => each.kind === 'files' && each.ask.session === session);

/** Only servers that are granted already, and for good, are asked: nobody is there to be asked about others. */
async function copyPages(services: Services, session: string): Promise<void> {
  const { sink, doors } = services;
  const pages = (await uncopiedPages(sink, session)).map((url) => ({ url, pattern: patternOf(url) }));
  const granted = new Set(await doors.grantedHosts([...new Set(pages.flatMap(({ pattern }) => pattern ?? []))]));
  const urls = pages.flatMap(({ url, pattern }) => (pattern !== null && granted.has(pattern) ? [url] : []));
  if (urls.length > 0) await startPages(services, { session, urls: urls.slice(0, MOST_PAGES), giveBack: [] });
}
