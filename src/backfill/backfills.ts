import { cancelRead } from '../capture/watch/handlers';
import type { SiteUse } from '../capture/watch/services';
import { TIDY, TIDY_MINUTES } from '../capture/watch/wake';
import { exclusive } from '../jobs/run-exports';
import { Fault } from '../lib/fault';
import { isoTime } from '../lib/time';
import type { Asked } from '../messages/contract';
import type { Handlers } from '../messages/handle';
import { firstOrigin } from '../providers/kit/addresses';
import { changeBackfill, openBackfills } from '../store/backfills';
import { writing } from '../store/database';
import type { BackfillJob } from '../store/job-rows';
import { addJob, endJob, newBackfill, readJob } from '../store/jobs';
import { note } from '../store/journal';
import { readPace } from '../store/paces';
import { keepPace } from './list-step';
import { afterCall, afterRefusal } from './pace';
import { type BackfillParts, doing } from './parts';
import { advance } from './run';
import { closePage } from './tab';

/** Everything that is being brought in, for the background. */
export interface Backfills {
  /** Goes on with all that can. Does not wait for the end. */
  start(): Promise<void>;
  begin(ask: Asked<'backfill.start'>): Promise<string>;
  change(ask: Asked<'backfill.change'>): Promise<void>;
  cancel(job: string): Promise<void>;
  used(use: SiteUse): Promise<void>;
}

export type BackfillHandlers = Pick<Handlers, 'backfill.start' | 'backfill.change'>;

export const backfillHandlers = (backfills: () => Promise<Backfills>): BackfillHandlers => ({
  'backfill.start': async (ask) => ({ job: await (await backfills()).begin(ask) }),
  'backfill.change': async (ask) => {
    await (await backfills()).change(ask);
    return null;
  },
});

export function backfillsOf(parts: BackfillParts): Backfills {
  const { services } = parts;
  const { sink, doors } = services;
  /** One run at a time for each: one that waits for its site holds up no other. */
  const runs = new Map<string, () => Promise<void>>();
  const runOf = (id: string): (() => Promise<void>) => {
    const run = runs.get(id) ?? exclusive(() => services.awake(() => advance(parts, id)));
    runs.set(id, run);
    return run;
  };
  const start = async (): Promise<void> => {
    // what fails waits for the alarm
    for (const { id, paused } of await openBackfills(sink.db)) if (!paused) runOf(id)().catch(() => undefined);
  };
  const say = (site: string, detail: string): Promise<unknown> =>
    note(sink.db, { at: isoTime(sink.now()), what: 'backfill', site, detail });
  const goOn = async (): Promise<void> => {
    await doors.wakeEvery(TIDY, TIDY_MINUTES);
    await start();
  };
  const close = async (job: BackfillJob): Promise<void> => {
    const each = doing(parts, job);
    if (each) await closePage(each);
  };

  return {
    start,
    async begin({ site: id, opens }) {
      const site = sink.sites.find((each) => each.id === id);
      if (!site || !parts.listsOf(id)) throw new Fault('bad-message');
      const ask = { site: id, origin: firstOrigin(site), opens };
      const job = newBackfill(sink.newId(), ask, isoTime(sink.now()));
      const begun = await writing(sink.db, [sink.db.jobs], async () => {
        const before = (await openBackfills(sink.db)).find((each) => each.ask.site === id);
        if (!before) await addJob(sink.db, job);
        return before ?? job;
      });
      if (begun === job) await say(id, 'started');
      await goOn();
      return begun.id;
    },
    async change({ job: id, paused, opens }) {
      const before = await readJob(sink.db, id);
      const job = await changeBackfill(sink.db, { id, holder: null }, (each) => ({
        ...each,
        ask: { ...each.ask, opens: opens ?? each.ask.opens },
        paused: paused ?? each.paused,
        ...(paused === true && { tab: null }),
      }));
      if (!job || before?.kind !== 'backfill') return;
      if (paused !== undefined) await say(job.ask.site, paused ? 'paused' : 'went on');
      if (paused === true) await close(before);
      if (paused === false) await endBreak(parts, job);
      await goOn();
    },
    async cancel(id) {
      const job = await readJob(sink.db, id);
      if (job?.kind !== 'backfill') return;
      await endJob(sink.db, id, isoTime(sink.now()), { state: 'cancelled', error: null });
      await say(job.ask.site, 'cancelled');
      const read = job.reading && (await readJob(sink.db, job.reading.job));
      if (read?.kind === 'read') await cancelRead(services, read.id, read.ask.tab);
      await close(job);
    },
    async used({ site, origin, route, seconds }) {
      const lists = parts.listsOf(site);
      if (!lists || (route !== null && !lists.pace.counts.includes(route))) return;
      // where nothing was ever brought in, nobody looks at it
      if (route !== null && !(await readPace(sink.db, site, origin))) return;
      const each = { ...parts, account: { site, origin }, lists, site: lists.site };
      await keepPace(each, (at) =>
        route === null ? afterRefusal(at, seconds) : { ...afterCall(at, 1), next: at.row?.next ?? null },
      );
    },
  };
}

/** The person says that it may go on: what kept it is tried again at once, but where the site itself asked for rest. */
async function endBreak({ services, listsOf, ...parts }: BackfillParts, { ask, trouble }: BackfillJob): Promise<void> {
  const lists = listsOf(ask.site);
  if (trouble === null || !lists) return;
  const each = { ...parts, services, listsOf, account: ask, lists, site: lists.site };
  const account = { site: ask.site, origin: ask.origin };
  await keepPace({ ...each, account }, ({ row, ...rest }) => ({
    ...(row ?? afterCall({ row, ...rest }, 0)),
    until: null,
    refusals: 0,
  }));
}
