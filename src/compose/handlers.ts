import type { PlaceOutcome } from '../messages/compose';
import type { Asked } from '../messages/contract';
import type { Handlers } from '../messages/handle';
import { siteById } from '../providers/sites';
import { type ComposeServices, placeIn, refused } from './place-in';
import { endWaiting, startWaiting, waitingNow } from './wait';

export type ComposeHandlers = Pick<Handlers, 'compose.place' | 'compose.wait' | 'compose.here'>;

/** How long a site's page may take to load, in milliseconds. */
const LOADED_WITHIN = 45_000;

type Here = (ask: Asked<'compose.here'>) => Promise<PlaceOutcome>;

/** Answers for the background: handoffs that wait, and what goes into composers. One thing at a time goes into a tab. */
export const composeHandlers = (services: ComposeServices): ComposeHandlers => {
  const inTurn = turns();
  const here: Here = ({ tab, waiting }) =>
    inTurn(tab, async () => {
      const found = await waitingNow(services);
      if (found?.id !== waiting) return refused('expired');
      if (found.outcome?.kind === 'placed') return found.outcome; // a second press came while the first was at work
      const outcome = await placeIn(services, tab, found);
      await endWaiting(services, found, { outcome, tab });
      return outcome;
    });
  return {
    'compose.place': (ask) => inTurn(ask.tab, () => placeIn(services, ask.tab, ask)),
    'compose.here': here,
    'compose.wait': async (ask) => {
      const waiting = await startWaiting(services, ask);
      return {
        waiting: waiting.id,
        byItself: await open(services, ask.site, (tab) => here({ tab, waiting: waiting.id })),
      };
    },
  };
};

/** Does what is asked of a tab one after the other. */
function turns() {
  const last = new Map<number, Promise<unknown>>();
  return <R>(tab: number, work: () => Promise<R>): Promise<R> => {
    const mine = (last.get(tab) ?? Promise.resolve()).then(work, work);
    last.set(tab, mine);
    const end = (): void => {
      if (last.get(tab) === mine) last.delete(tab);
    };
    mine.then(end, end);
    return mine;
  };
}

/** Opens the site, and places what waits there where the site is granted: true. Else the person has to press our button. */
async function open(
  { doors, awake }: ComposeServices,
  id: Asked<'compose.wait'>['site'],
  placeIt: (tab: number) => Promise<unknown>,
): Promise<boolean> {
  const site = id === null ? null : siteById(id);
  if (!site?.composer) return false;
  const tab = await doors.openSite(site.composer.start);
  if (tab === null || !(await doors.hasSite(site))) return false;
  const work = async (): Promise<void> => {
    if (await doors.hasLoaded(tab, LOADED_WITHIN)) await placeIt(tab);
  };
  awake(work).catch(() => undefined); // it goes on waiting, and our button is there
  return true;
}
