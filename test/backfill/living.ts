import 'fake-indexeddb/auto';
import { createServer } from 'node:http';
import { vi } from 'vitest';
import { type Backfills, backfillsOf } from '../../src/backfill/backfills';
import { carrierOf } from '../../src/capture/relay/carry';
import { listAs } from '../../src/capture/relay/lists';
import { outboxOf } from '../../src/capture/relay/outbox';
import { type Reads, readsOf } from '../../src/capture/relay/reads';
import { settlerOf } from '../../src/capture/sink/settler';
import type { Sink } from '../../src/capture/sink/sink';
import { captureHandlers } from '../../src/capture/watch/handlers';
import type { BrowserDoors, Services } from '../../src/capture/watch/services';
import { afterBrowserStart, tidy } from '../../src/capture/watch/tidy';
import type { CapturedHead } from '../../src/messages/captured';
import type { Ask } from '../../src/messages/contract';
import type { Send } from '../../src/messages/send';
import type { NamedConversation, ToRelay } from '../../src/messages/to-relay';
import { chatgptReader } from '../../src/providers/chatgpt/read';
import { claudeReader } from '../../src/providers/claude/read';
import type { SiteLists, SitePace } from '../../src/providers/lists-contract';
import type { Database } from '../../src/store/database';
import type { BackfillJob } from '../../src/store/job-rows';
import { readJob } from '../../src/store/jobs';
import { browserOf } from '../capture/browser-doors';
import { pageAt } from '../capture/calling';
import { newDatabase, sinkOver } from '../capture/offer';
import type { ListedSite } from './listed-site';

/** A clock that goes on when something waits for it. */
export function clockAt(start: number) {
  let now = start;
  return {
    now: () => now,
    pass: (milliseconds: number): void => {
      now += milliseconds;
    },
  };
}
export type Clock = ReturnType<typeof clockAt>;

/** Serves a stand-in on loopback. */
export async function serve(site: Pick<ListedSite, 'handle'>) {
  const server = createServer((request, response) => site.handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface LifeOptions {
  readonly lists: SiteLists;
  readonly served: string;
  readonly clock: Clock;
  readonly db: Database;
  readonly cookie: string;
  /** Instead of the site's own. */
  readonly pace?: Partial<SitePace>;
}

const TAB = 7;
const READERS = [chatgptReader, claudeReader];

/**
 * One life of a browser: a background, and a page of the site whose calls go to the stand-in. `kill` ends all of it in
 * the middle of whatever it does.
 */
function lifeOf({ lists, served, clock, db, cookie, pace }: LifeOptions) {
  const { site } = lists;
  const origin = new URL(site.origins[0].replace('*', '')).origin;
  let dead = false;
  let atWork = 0;
  const alive = (): void => {
    if (dead) throw new Error('dead');
  };
  const state = {
    tab: true as boolean,
    granted: true,
    opened: [] as string[],
    closed: 0,
    alarm: null as number | null,
  };
  const sink: Sink = sinkOver(db, {
    sites: READERS.map((each) => ({ ...each.site, files: [] as never }) as never),
    readerOf: (id) => READERS.find((each) => each.site.id === id) ?? null,
    now: () => {
      alive();
      return clock.now();
    },
  });
  const { calling } = pageAt(served, { cookie, path: '/' });
  vi.stubGlobal('document', calling.document);
  vi.stubGlobal('location', { href: `${origin}/`, origin });
  let reads: Reads;
  const doors: BrowserDoors = {
    ...browserOf().doors,
    hasSite: async () => state.granted,
    tabAddress: async () => (state.tab ? new URL(`${origin}/`) : null),
    tabsAt: async () => (state.tab ? [TAB] : []),
    injectRelay: async () => true,
    askTab: async (_, message: ToRelay) => {
      alive();
      if (!state.tab) return undefined;
      if (message.relay === 'busy') return { exchanges: [], jobs: reads.open() };
      if (message.relay === 'read') return reads.start(message.job, message.named as NamedConversation);
      return message.relay === 'cancel' ? reads.cancel(message.job) : null;
    },
    listIn: async (_, __, order) => {
      alive();
      const told = await listAs(lists, order, { ...calling, impatient: true });
      alive();
      return told;
    },
    openBehind: async (address) => {
      state.opened.push(address);
      state.tab = true;
      return TAB;
    },
    closeBehind: async () => void state.closed++,
    wakeEvery: async (_, minutes) => {
      state.alarm = minutes;
    },
  };
  const awake = async (work: () => Promise<void>): Promise<void> => {
    atWork++;
    try {
      await work();
    } finally {
      atWork--;
    }
  };
  const services: Services = {
    sink,
    doors,
    settler: settlerOf(sink, awake),
    startExports: async () => undefined,
    startBackfills: () => backfills.start(),
    siteUsed: (use) => backfills.used(use),
    fetchFile: async () => ({ kind: 'failed', because: 'not-permitted' }),
    fetchPage: async () => Promise.reject(new Error('no page was to be fetched')),
    inTurn: (_, work) => work(),
    startCopies: async () => undefined,
    pause: async (milliseconds) => {
      alive();
      clock.pass(milliseconds);
    },
    awake,
  };
  const paced = { ...lists, pace: { ...lists.pace, ...pace } };
  const backfills: Backfills = backfillsOf({
    services,
    listsOf: (id) => (id === site.id ? paced : null),
    holder: crypto.randomUUID(),
    random: () => 0.5,
  });
  const handlers = captureHandlers(async () => services);
  const from = { from: 'site', site: site.id, origin, tab: TAB, granted: true } as const;
  const send = (async (name: keyof typeof handlers, ask: Ask<'capture.begin'>) => {
    alive();
    const head: CapturedHead | undefined = ask.head;
    // the page asked a stand-in under another name
    const told = head ? { ...ask, head: { ...head, address: head.address.replace(served, origin) } } : ask;
    return handlers[name](told as never, from as never);
  }) as unknown as Send;
  const own = crypto.randomUUID();
  let last = 0;
  const parts = { send, carry: carrierOf(send), alive: () => !dead, pause: async () => undefined };
  const outbox = outboxOf({ ...parts, page: () => `${origin}/` });
  reads = readsOf({ site, outbox, send, newId: () => `${own}.${++last}`, pause: async () => undefined });
  return {
    services,
    backfills,
    state,
    send,
    reads,
    isAtWork: () => atWork > 0 || reads.open().length > 0,
    isDead: () => dead,
    kill(): void {
      dead = true;
      for (const job of reads.open()) reads.cancel(job);
    },
    tidy: () => tidy(services),
  };
}
export type Life = ReturnType<typeof lifeOf>;

const moment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

/** A browser that may be killed and started again over one database. */
export async function living(options: Omit<LifeOptions, 'db'>) {
  const db = await newDatabase();
  let life = lifeOf({ ...options, db });
  const reborn = async (): Promise<void> => {
    life = lifeOf({ ...options, db });
    await afterBrowserStart(life.services);
  };
  const job = async (id: string): Promise<BackfillJob> => {
    const row = await readJob(db, id);
    if (row?.kind !== 'backfill') throw new Error('no such job');
    return row;
  };
  /** Waits until nobody does anything any more; a read that nobody is at is given up some moments later. */
  const quiet = async (id: string): Promise<void> => {
    for (let idle = 0; idle < 3 || (idle < 40 && (await job(id)).reading !== null); idle++) {
      if (life.isAtWork()) idle = 0;
      await moment();
    }
  };
  /** Lets time pass until it is as wanted; dead browsers are started again. At most so many minutes. */
  const until = async (id: string, wanted: (job: BackfillJob) => boolean, minutes = 5_000): Promise<BackfillJob> => {
    for (let passed = 0; passed < minutes; passed++) {
      if (life.isDead()) await reborn();
      await quiet(id);
      const row = await job(id);
      if (wanted(row)) return row;
      options.clock.pass(60_000);
      await life.tidy().catch(() => undefined); // it was killed in the middle of that
    }
    throw new Error(`still ${JSON.stringify(await job(id))}`);
  };
  return {
    db,
    until,
    job,
    reborn,
    get life() {
      return life;
    },
  };
}
