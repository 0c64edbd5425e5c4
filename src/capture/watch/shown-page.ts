import { utf8 } from '../../lib/bytes';
import { isoTime } from '../../lib/time';
import type { Answer, Asked } from '../../messages/contract';
import { addJob, newPages } from '../../store/jobs';
import { readSession } from '../../store/sessions';
import { readSettings } from '../../store/settings';
import { writePage } from '../sink/begin-page';
import { plannedPages } from '../sink/plan-pages';
import type { Services } from './services';
import { TIDY, TIDY_MINUTES } from './wake';

/** Keeps what a tab shows as the copy of a page that a session cites, because the person asks for it there. */
export async function keepShown(services: Services, ask: Asked<'page.keep'>): Promise<Answer<'page.keep'>> {
  const { sink, doors } = services;
  const session = await readSession(sink.db, ask.session);
  const [page] = await plannedPages(sink, ask.session, [ask.url]);
  const shown = session && page ? await doors.shownIn(ask.tab) : null;
  if (!session || !page || !shown) return { kind: 'unreadable' };
  const { pageBytes } = await readSettings(sink.db);
  const whole = utf8(shown.html.toWellFormed());
  const bytes = whole.slice(0, pageBytes);
  const at = isoTime(sink.now());
  const record = {
    ...{
      url: page.url,
      method: 'tab' as const,
      status: null,
      started: at,
      finished: at,
      date: null,
      lastModified: null,
    },
    ...{ etag: null, contentType: `${shown.type}; charset=utf-8`, contentLength: null, bytes: bytes.length },
    truncated: bytes.length < whole.length,
  };
  const job = newPages(sink.newId(), { session: ask.session, giveBack: [], tab: true }, { pages: [page], at });
  await addJob(sink.db, job);
  await doors.wakeEvery(TIDY, TIDY_MINUTES);
  await writePage(sink, { kind: 'page', record, bytes, at: shown.address }, { session, job: job.id, number: 0, page });
  await services.startCopies();
  return { kind: 'started', job: job.id };
}
