import type { ToRelay } from '../../messages/to-relay';
import type { BrowserDoors } from './services';

/** Asks the relay of a tab, which is brought there where none is yet. False: it cannot be. */
export async function askRelay(
  doors: Pick<BrowserDoors, 'askTab' | 'injectRelay'>,
  { tab, site, message }: { readonly tab: number; readonly site: string; readonly message: ToRelay },
): Promise<boolean> {
  const asked = async (): Promise<boolean> => (await doors.askTab(tab, message)) === true;
  return (await asked()) || ((await doors.injectRelay(tab, site)) && (await asked()));
}
