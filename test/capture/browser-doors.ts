import { settlerOf } from '../../src/capture/sink/settler';
import type { BrowserDoors, Services } from '../../src/capture/watch/services';
import { newDatabase, PRACTICE, sinkOver } from './offer';

/** A browser of one tab, as far as the background sees it. */
export interface Seen {
  readonly asked: unknown[];
  readonly injected: string[];
  readonly watched: unknown[];
  alarm: number | null;
  wakeAt: number | null;
  readonly marks: [number, boolean][];
  readonly hosts: string[];
  granted: boolean;
  address: string | null;
  /** What the relay answers; null: none listens until one is injected. */
  relay: ((message: { relay: string; job?: string }) => unknown) | null;
  readonly stopped: number[];
  readonly givenBack: string[];
  shown: { address: string; type: string; html: string } | null;
}

export function browserOf(changes: Partial<Seen> = {}): { seen: Seen; doors: BrowserDoors } {
  const asks = new Map<number, string>();
  const welcome = new Set<number>();
  const seen: Seen = {
    asked: [],
    injected: [],
    watched: [],
    alarm: null,
    wakeAt: null,
    marks: [],
    hosts: [],
    granted: false,
    address: `${PRACTICE.origin}/chat/bread`,
    relay: ({ relay }) => (relay === 'busy' ? { exchanges: [], jobs: [] } : true),
    stopped: [],
    givenBack: [],
    shown: null,
    ...changes,
  };
  const doors: BrowserDoors = {
    ourOrigin: () => 'chrome-extension://valise',
    hasSite: async () => seen.granted,
    watchPages: async (watched) => void seen.watched.push(watched),
    injectRelay: async (tab, site) => {
      seen.injected.push(`relay ${site} ${tab}`);
      seen.relay ??= () => true;
      return seen.address !== null;
    },
    injectFiles: async (tab, site) => {
      seen.injected.push(`files ${site} ${tab}`);
      return seen.address !== null;
    },
    injectTap: async (tab, site) => {
      seen.injected.push(`tap ${site} ${tab}`);
      return true;
    },
    listIn: async () => null,
    openBehind: async () => null,
    closeBehind: async () => undefined,
    hasLoaded: async () => true,
    tabAddress: async () => (seen.address === null ? null : new URL(seen.address)),
    tabsAt: async () => [7],
    askTab: async (_, message) => {
      seen.asked.push(message);
      return seen.relay?.(message);
    },
    rememberAsked: async (tab, job) => void asks.set(tab, job),
    askedIn: async (tab) => asks.get(tab) ?? null,
    forgetAsked: async (tab) => void asks.delete(tab),
    wakeEvery: async (_, minutes) => {
      seen.alarm = minutes;
    },
    wakeAt: async (_, at) => {
      seen.wakeAt = at;
    },
    markPaused: async (tab, paused) => void seen.marks.push([tab, paused]),
    rememberWelcome: async (tab) => void welcome.add(tab),
    isWelcome: async (tab) => welcome.has(tab),
    forgetWelcome: async (tab) => void welcome.delete(tab),
    stopDownload: async (id) => void seen.stopped.push(id),
    shownIn: async () => seen.shown,
    giveBackHosts: async (patterns) => void seen.givenBack.push(...patterns),
    grantedHosts: async (patterns) => patterns.filter((each) => seen.hosts.includes(each)),
  };
  return { seen, doors };
}

export async function servicesWith(changes: Partial<Seen> = {}, clock?: () => number) {
  const sink = sinkOver(await newDatabase(), clock ? { now: clock } : {});
  const { seen, doors } = browserOf(changes);
  let exports = 0;
  const services: Services = {
    sink,
    doors,
    settler: settlerOf(sink, (work) => work()),
    startExports: async () => void exports++,
    startBackfills: async () => undefined,
    siteUsed: async () => undefined,
    fetchFile: async () => ({ kind: 'failed', because: 'not-permitted' }),
    fetchPage: async () => Promise.reject(new Error('no page was to be fetched')),
    inTurn: (_, work) => work(),
    startCopies: async () => undefined,
    pause: async () => undefined,
    awake: (work) => work(),
  };
  return { services, seen, sink, exports: () => exports };
}
