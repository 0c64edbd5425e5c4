import type { Site } from '../../providers/contract';
import type { BrowserDoors } from './services';

type Doors = Pick<BrowserDoors, 'hasSite' | 'watchPages' | 'tabsAt' | 'injectRelay' | 'injectTap'>;

/**
 * Registers tap and relay for exactly the granted sites, and starts them in tabs that are open already. To be done at
 * install, update, start and whenever permissions change: an update clears what was registered. One after the other:
 * the browser's calls would otherwise overtake each other.
 */
export function registrationOf(sites: readonly Site[], doors: Doors): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(
      () => register(sites, doors),
      () => register(sites, doors),
    );
    return last;
  };
}

async function register(sites: readonly Site[], doors: Doors): Promise<void> {
  const granted: Site[] = [];
  for (const site of sites) if (await doors.hasSite(site)) granted.push(site);
  await doors.watchPages(granted.map(({ id, origins }) => ({ site: id, matches: origins })));
  for (const { id, origins } of granted)
    for (const tab of await doors.tabsAt(origins)) {
      await doors.injectRelay(tab, id); // the relay first: see platform/scripts
      await doors.injectTap(tab, id);
    }
}
