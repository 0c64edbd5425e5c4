import { ext } from './browser';

/** A site whose pages are watched: its id, and match patterns that are granted. */
export interface Watched {
  readonly site: string;
  readonly matches: readonly string[];
}

/** Milliseconds in which a grant reaches its tab; 1 to 12 were seen. */
const GRANTED_LATE = 250;

const tap = (site: string): string => `tap-${site}.js`;
const relay = (site: string): string => `relay-${site}.js`;
const files = (site: string): string => `files-${site}.js`;
const lists = (site: string): string => `lists-${site}.js`;

/**
 * Makes the browser start tap and relay in new pages of exactly these sites. Registering without the permission would
 * succeed and then never run: ask for the permission first.
 */
export async function watchPages(watched: readonly Watched[]): Promise<void> {
  await ext.scripting.unregisterContentScripts();
  const common = { allFrames: false, runAt: 'document_start', persistAcrossSessions: true } as const;
  const scripts = watched.flatMap(({ site, matches }) => [
    // The relay first: it then hears the tap before any script of the page could.
    { ...common, id: `relay-${site}`, matches: [...matches], js: [relay(site)], world: 'ISOLATED' as const },
    { ...common, id: `tap-${site}`, matches: [...matches], js: [tap(site)], world: 'MAIN' as const },
  ]);
  if (scripts.length > 0) await ext.scripting.registerContentScripts(scripts);
}

/** Starts a site's relay in an open tab. False: the browser keeps us out of it. */
export const injectRelay = (tab: number, site: string): Promise<boolean> => inject(tab, relay(site), 'ISOLATED');

/** Brings what fetches a site's files into an open tab, beside its relay. False: the browser keeps us out of it. */
export const injectFiles = (tab: number, site: string): Promise<boolean> => inject(tab, files(site), 'ISOLATED');

/**
 * Brings what lists a site's conversations into an open tab, beside its relay, and has it do one order. Null: the browser
 * keeps us out, or the page went away.
 */
export async function listIn(tab: number, site: string, order: object): Promise<unknown> {
  if (!(await inject(tab, lists(site), 'ISOLATED'))) return null;
  try {
    const args = [JSON.stringify(order)]; // Chromium drops members that are null
    const [ran] = await ext.scripting.executeScript({ target: { tabId: tab }, func: runLists, args });
    return ran?.result ?? null;
  } catch {
    return null; // another page stands there by now
  }
}

/** Runs beside the page, and so names nothing from outside of it. */
function runLists(order: string): unknown {
  const list: unknown = Reflect.get(globalThis, Symbol.for('valise.lists'));
  return typeof list === 'function' ? list(JSON.parse(order)) : null;
}

/** Starts a site's tap in an open tab. False: the browser keeps us out of it. */
export const injectTap = (tab: number, site: string): Promise<boolean> => inject(tab, tap(site), 'MAIN');

async function inject(tab: number, file: string, world: 'ISOLATED' | 'MAIN'): Promise<boolean> {
  const script = { target: { tabId: tab }, files: [file], world, injectImmediately: true };
  const started = (): Promise<boolean> =>
    ext.scripting.executeScript(script).then(
      () => true,
      () => false, // no permission for what the tab shows by now, or the tab is gone
    );
  if (await started()) return true;
  // Chromium tells us of the press some milliseconds before it tells the tab of the grant that comes with it.
  await new Promise((resolve) => setTimeout(resolve, GRANTED_LATE));
  return started();
}

/** A page as a tab shows it by now. */
export interface ShownPage {
  /** Its address, without query and fragment: what stands there may be the person's alone. */
  readonly address: string;
  readonly type: string;
  /** Its tree, written out. */
  readonly html: string;
}

/** The page of a tab as it stands there, or null: the browser keeps us out of it, or it is no page. */
export async function shownIn(tab: number): Promise<ShownPage | null> {
  try {
    const [look] = await ext.scripting.executeScript({ target: { tabId: tab }, func: lookAtPage });
    const shown: unknown = look?.result;
    return isShown(shown) ? shown : null;
  } catch {
    return null; // nothing was granted for it, or the tab is gone
  }
}

/** Runs in the page, and so names nothing from outside of it. */
function lookAtPage(): ShownPage {
  const { doctype, documentElement, contentType } = document;
  const mark = doctype ? `<!doctype ${doctype.name}>` : '';
  const { origin, pathname } = location;
  return { address: origin + pathname, type: contentType, html: mark + (documentElement?.outerHTML ?? '') };
}

function isShown(value: unknown): value is ShownPage {
  const { address, type, html } = (value ?? {}) as Partial<Record<keyof ShownPage, unknown>>;
  return typeof address === 'string' && typeof type === 'string' && typeof html === 'string';
}

/** What came of running something in a tab: its answer, or that the browser keeps us out, or that the page went away. */
export type Ran = { readonly kind: 'answer'; readonly value: unknown } | { readonly kind: 'kept-out' | 'gone' };

/**
 * Brings what fills a composer into an open tab, in the page's own world, and runs it once: nothing of it stays there.
 * What it answers is the page's word.
 */
export async function composeIn(tab: number, asked: object): Promise<Ran> {
  if (!(await inject(tab, 'compose.js', 'MAIN'))) return { kind: 'kept-out' };
  try {
    const target = { tabId: tab };
    const [ran] = await ext.scripting.executeScript({ target, world: 'MAIN', func: runComposer, args: [asked] });
    return ran?.result == null ? { kind: 'gone' } : { kind: 'answer', value: ran.result };
  } catch {
    return { kind: 'gone' }; // another page stands there by now
  }
}

/** Runs in the page, and so names nothing from outside of it. */
function runComposer(asked: object): unknown {
  const key = Symbol.for('valise.compose');
  const place: unknown = Reflect.get(globalThis, key);
  Reflect.deleteProperty(globalThis, key);
  return typeof place === 'function' ? place(asked) : null;
}
