import type { Services } from '../capture/watch/services';
import { isObject } from '../lib/json';
import { isAt } from '../providers/kit/addresses';
import { change, type Doing } from './parts';

/** Milliseconds that a tab may take to load. */
const LOADING = 20_000;

/** An open page of the site to ask in; one is opened behind where the person allows that. Null: none for now. */
export async function pageFor(each: Doing): Promise<number | null> {
  const { services, job, site, account } = each;
  const { doors } = services;
  const open: number[] = [];
  for (const tab of await doors.tabsAt(site.origins)) {
    const address = await doors.tabAddress(tab);
    if (address && isAt(site, address) && address.origin === account.origin) open.push(tab);
  }
  for (const tab of open) if (await listens(services, tab, site.id)) return tab;
  if (!job.ask.opens || (job.tab !== null && open.includes(job.tab))) return null; // the one that was opened is loading
  const tab = await doors.openBehind(`${account.origin}/`);
  if (tab === null) return null;
  await change(each, { tab });
  await doors.hasLoaded(tab, LOADING);
  return (await listens(services, tab, site.id)) ? tab : null;
}

/** True if a relay is there, or could be brought. */
async function listens({ doors }: Services, tab: number, site: string): Promise<boolean> {
  const answers = async (): Promise<boolean> => isObject(await doors.askTab(tab, { relay: 'busy' }));
  return (await answers()) || ((await doors.injectRelay(tab, site)) && (await answers()));
}

/** Closes the tab that was opened for it, unless the person looks at it or it shows something else by now. */
export async function closePage({ services, job, site }: Doing): Promise<void> {
  if (job.tab === null) return;
  const address = await services.doors.tabAddress(job.tab);
  if (address && isAt(site, address)) await services.doors.closeBehind(job.tab);
}
