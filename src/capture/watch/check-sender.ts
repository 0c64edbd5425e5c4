import type { Checked } from '../../messages/handle';
import type { Stamp } from '../../platform/messaging';
import type { Site } from '../../providers/contract';
import { addressOf, isAt } from '../../providers/kit/addresses';
import type { BrowserDoors } from './services';

type Doors = Pick<BrowserDoors, 'ourOrigin' | 'hasSite' | 'askedIn'>;

/**
 * Who sent a message, by what the browser stamps on it. A page of ours has our origin (that a message comes from a tab
 * says nothing: the library lives in one, too). A site's relay is ours and in the top frame of a page of a listed site,
 * which is granted or whose tab the person asked us to read.
 */
export async function checkSender(
  stamp: Stamp,
  wanted: Checked['from'],
  sites: readonly Site[],
  doors: Doors,
): Promise<Checked | null> {
  if (!stamp.ours || stamp.origin === null) return null;
  if (wanted === 'page-of-ours') return stamp.origin === doors.ourOrigin() ? { from: wanted } : null;
  const { origin, tab, frame } = stamp;
  const address = addressOf(origin);
  const site = address && sites.find((each) => isAt(each, address));
  if (!site || tab === null || frame !== 0) return null;
  const granted = await doors.hasSite(site);
  const welcome = granted || (await doors.askedIn(tab)) !== null;
  return welcome ? { from: wanted, site: site.id, origin, tab, granted } : null;
}
