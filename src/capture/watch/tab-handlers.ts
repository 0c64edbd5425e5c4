import { isoTime } from '../../lib/time';
import type { Answer, TabState } from '../../messages/contract';
import { sessionKey } from '../../model/ids';
import type { Site } from '../../providers/contract';
import { isAt } from '../../providers/kit/addresses';
import type { ReadJob } from '../../store/job-rows';
import { addJob, endJob, isOpen, openJobs, packAfterRead, readJob } from '../../store/jobs';
import { note } from '../../store/journal';
import { readOwnSession, readSession } from '../../store/sessions';
import { adoptRead } from '../../store/watch-reads';
import { askRelay } from './ask-relay';
import { holderOf, READ_PATIENCE } from './read-lease';
import type { Services } from './services';
import { TIDY, TIDY_MINUTES } from './wake';

interface Shown {
  readonly site: Site;
  readonly origin: string;
  readonly conversation: string | null;
  readonly temporary: boolean;
}

/** What a tab shows, or null: nothing of ours, or an address that the browser does not let us see. */
async function shownIn({ sink, doors }: Services, tab: number): Promise<Shown | null> {
  const address = await doors.tabAddress(tab);
  const site = address && sink.sites.find((each) => isAt(each, address));
  if (!site) return null;
  const temporary = site.temporary?.(address) ?? false;
  return { site, origin: address.origin, conversation: site.conversation(address), temporary };
}

export async function tabState(services: Services, tab: number): Promise<TabState> {
  const { sink, doors, settler } = services;
  const shown = await shownIn(services, tab);
  const trouble = settler.trouble();
  if (!shown)
    return { site: null, conversation: null, permitted: false, session: null, job: null, temporary: false, trouble };
  const { site, origin, conversation, temporary } = shown;
  const key = conversation === null ? null : sessionKey(site.id, origin, conversation);
  const session = key === null ? null : await readOwnSession(sink.db, key);
  const job = await jobOf(services, tab, conversation);
  // what an address shows may be kept under another id: a snapshot under that of what it was taken of
  const read = session ?? (job?.result ? await readSession(sink.db, job.result.session) : null);
  return {
    site: site.id,
    conversation,
    permitted: await doors.hasSite(site),
    session: read?.id ?? null,
    job: job?.id ?? null,
    temporary,
    trouble,
  };
}

/** The latest read that was asked for in a tab, if it is of this conversation. */
async function jobOf({ sink, doors }: Services, tab: number, conversation: string | null): Promise<ReadJob | null> {
  const id = await doors.askedIn(tab);
  const job = id === null ? null : await readJob(sink.db, id);
  return job?.kind === 'read' && job.ask.conversation === conversation ? job : null;
}

/** Begins to read the conversation that a tab shows. One that is being read goes on. */
export async function readTab(services: Services, tab: number, pack: boolean): Promise<Answer<'tab.read'>> {
  const shown = await shownIn(services, tab);
  if (!shown) return { kind: 'unreadable', because: 'no-site' };
  const { conversation } = shown;
  if (conversation === null || !(shown.site.call || shown.site.page))
    return { kind: 'unreadable', because: 'no-conversation' };
  const before = await jobOf(services, tab, conversation);
  // the site is not asked twice at once: who wants an export, too, waits for the read that is under way
  const goesOn = before !== null && isOpen(before) && (!pack || (await packAfterRead(services.sink.db, before.id)));
  if (goesOn) return { kind: 'started', job: before.id };
  const watched = await adopted(services, { ...shown, conversation }, tab, pack);
  if (watched !== null) return { kind: 'started', job: watched };
  return start(services, { ...shown, conversation }, tab, pack);
}

/** What is being read in this tab already, since the chat is watched, is from now on what the person asked for. */
async function adopted(
  { sink, doors }: Services,
  { site, origin, conversation }: Shown,
  tab: number,
  pack: boolean,
): Promise<string | null> {
  for (const job of await openJobs(sink.db)) {
    const { ask } = job.kind === 'read' ? job : { ask: null };
    const isIt = ask?.tab === tab && ask.conversation === conversation && ask.site === site.id && ask.origin === origin;
    if (!isIt || !(await adoptRead(sink.db, job.id, pack))) continue;
    await doors.rememberAsked(tab, job.id);
    return job.id;
  }
  return null;
}

async function start(
  services: Services,
  { site, origin, conversation }: Shown & { readonly conversation: string },
  tab: number,
  pack: boolean,
): Promise<Answer<'tab.read'>> {
  const { sink, doors } = services;
  const made = readJobOf(sink.newId(), { tab, site: site.id, origin, conversation, pack }, sink.now());
  const job: ReadJob = site.call ? made : { ...made, page: 'asked' };
  await addJob(sink.db, job);
  await doors.rememberAsked(tab, job.id);
  await doors.wakeEvery(TIDY, TIDY_MINUTES);
  const relay = site.call ? 'read' : 'page';
  if (!(await askRelay(doors, { tab, site: site.id, message: { relay, job: job.id } }))) {
    await endJob(sink.db, job.id, isoTime(sink.now()), { state: 'failed', error: 'no-permission' });
    return { kind: 'unreadable', because: 'no-access' };
  }
  await note(sink.db, { at: job.made, what: 'asked', site: site.id, detail: site.call?.ways[0].route ?? '' });
  return { kind: 'started', job: job.id };
}

/** A read that is under way in a tab from now on. */
export function readJobOf(id: string, ask: ReadJob['ask'], now: number): ReadJob {
  const made = isoTime(now);
  return {
    id,
    kind: 'read',
    made,
    changed: made,
    state: 'running',
    progress: { step: 'asking', done: 0, total: null },
    lease: { holder: holderOf(ask.tab), until: isoTime(now + READ_PATIENCE) },
    error: null,
    ask,
    result: null,
  };
}
