import { isoTime } from '../../lib/time';
import type { FilesJob } from '../../store/job-rows';
import type { Lease } from '../../store/jobs';

/** How long the fetching of files counts as alive without a word from its tab, in milliseconds. */
const PATIENCE = 90_000;

/** Files are fetched by the relay of a tab. */
export const filesHolder = (tab: number): string => `tab ${tab}`;

/** The tab whose relay is at it; null: none. */
export function tabIn({ lease }: FilesJob): number | null {
  const tab = /^tab (\d+)$/.exec(lease?.holder ?? '')?.[1];
  return tab === undefined ? null : Number(tab);
}

/** @param pause milliseconds that the site asked to wait */
export const leaseOf = (tab: number, now: number, pause = 0): Lease => ({
  holder: filesHolder(tab),
  now: isoTime(now),
  until: isoTime(now + pause + PATIENCE),
});

/** Jobs whose page is being asked just now, by this background: nobody may take them for lost. */
export const beingAsked: Set<string> = new Set();
