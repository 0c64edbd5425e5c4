import type { Asked } from '../messages/contract';
import type { Handlers } from '../messages/handle';
import { siteById } from '../providers/sites';
import { type ComposeServices, placeIn, refused } from './place-in';
import { endWaiting, startWaiting, waitingNow } from './wait';

export type ComposeHandlers = Pick<Handlers, 'compose.place' | 'compose.wait' | 'compose.here'>;

/** How long a site's page may take to load, in milliseconds. */
const LOADED_WITHIN = 45_000;

/** Answers for the background: handoffs that wait, and what goes into composers. */
export const composeHandlers = (services: ComposeServices): ComposeHandlers => ({
  'compose.place': (ask) => placeIn(services, ask.tab, ask),
  'compose.here': async ({ tab, waiting }) => {
    const found = await waitingNow(services);
    if (found?.id !== waiting) return refused('expired');
    const outcome = await placeIn(services, tab, found);
    await endWaiting(services, found, outcome);
    return outcome;
  },
  'compose.wait': async (ask) => {
    const waiting = await startWaiting(services, ask);
    return { waiting: waiting.id, byItself: await open(services, ask.site, waiting.id) };
  },
});

/** Opens the site, and places what waits there where the site is granted: true. Else the person has to press our button. */
async function open(services: ComposeServices, id: Asked<'compose.wait'>['site'], waiting: string): Promise<boolean> {
  const site = id === null ? null : siteById(id);
  if (!site?.composer) return false;
  const { doors } = services;
  const tab = await doors.openSite(site.composer.start);
  if (tab === null || !(await doors.hasSite(site))) return false;
  const work = async (): Promise<void> => {
    if (!(await doors.hasLoaded(tab, LOADED_WITHIN))) return;
    await composeHandlers(services)['compose.here']({ tab, waiting }, { from: 'page-of-ours' });
  };
  services.awake(work).catch(() => undefined); // it goes on waiting, and our button is there
  return true;
}
