import { ext } from './browser';

/** What a tab shows, or null: no such tab, or an address that the browser does not let us see. */
export async function tabAddress(tab: number): Promise<URL | null> {
  try {
    const { url } = await ext.tabs.get(tab);
    return url === undefined ? null : new URL(url);
  } catch {
    return null; // closed meanwhile, or still without an address
  }
}

/** The tab in front of this window, or null. */
export async function frontTab(): Promise<number | null> {
  const [tab] = await ext.tabs.query({ active: true, currentWindow: true });
  return tab?.id ?? null;
}

/** Open tabs at match patterns that are granted. */
export async function tabsAt(matches: readonly string[]): Promise<number[]> {
  const tabs = await ext.tabs.query({ url: [...matches] });
  return tabs.flatMap(({ id, discarded }) => (id === undefined || discarded ? [] : [id]));
}

/** Sends a message to the relay in a tab's top frame; undefined where none listens. */
export async function askTab(tab: number, message: unknown): Promise<unknown> {
  try {
    return await ext.tabs.sendMessage(tab, message, { frameId: 0 });
  } catch {
    return undefined; // nobody there
  }
}

export const onTabClosed = (listener: (tab: number) => void): void => ext.tabs.onRemoved.addListener(listener);

/** Opens one of our own pages, such as `library.html`, in a tab. */
export async function openOurPage(path: string): Promise<void> {
  await ext.tabs.create({ url: ext.runtime.getURL(path) });
}

/** Opens an address of a listed site in a tab, in front. Gives its number, or null where the browser does not say. */
export async function openSite(address: string): Promise<number | null> {
  const { id } = await ext.tabs.create({ url: address, active: true });
  return id ?? null;
}

/** Opens an address of a listed site in a tab behind the one in front. Gives its number, or null where that cannot be done. */
export async function openBehind(address: string): Promise<number | null> {
  try {
    const { id } = await ext.tabs.create({ url: address, active: false });
    return id ?? null;
  } catch {
    return null; // no window is open
  }
}

/** Closes a tab, unless it is the one in front of its window. */
export async function closeBehind(tab: number): Promise<void> {
  const seen = await ext.tabs.get(tab).catch(() => null);
  if (seen && !seen.active) await ext.tabs.remove(tab).catch(() => undefined);
}

/** True as soon as a tab has loaded what it was opened for; false when it has not after a while, or is gone. */
export async function hasLoaded(tab: number, milliseconds: number): Promise<boolean> {
  for (let left = milliseconds; left > 0; left -= LOOK) {
    const seen = await ext.tabs.get(tab).catch(() => null);
    if (!seen) return false;
    // until it is at its address, the tab shows an empty page that has long been complete
    if (seen.status === 'complete' && /^https?:/.test(seen.url ?? '')) return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK));
  }
  return false;
}

const LOOK = 250;
