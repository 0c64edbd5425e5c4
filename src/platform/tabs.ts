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
