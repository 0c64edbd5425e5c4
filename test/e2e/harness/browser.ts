import type { Hosts } from './proxy';

/** How a test names an element: as a person would (role and name), by its words, or by a selector. */
export type Target = (
  | { readonly role: string; readonly name: string }
  | { readonly text: string }
  | { readonly css: string }
) & {
  /** Which of several, from 0 (the default). */
  readonly nth?: number;
};

/** Time limits in milliseconds. */
export interface Patience {
  readonly within?: number;
}

export interface LaunchOptions {
  /** The unpacked extension's folder. */
  readonly extension: string;
  /** Host names and the loopback TLS ports that answer for them. Any other host is refused. */
  readonly hosts?: Hosts;
  /** A profile folder to use and keep; without it a fresh one, removed at the end. */
  readonly profile?: string;
  /** Where downloads land; a folder of this run without it. */
  readonly downloads?: string;
  /** Added to the environment, such as `TZ`. */
  readonly env?: Readonly<Record<string, string>>;
  /** The browser's language, such as `de-DE`; English without it. */
  readonly language?: string;
  /** False opens a window (a display is needed). */
  readonly headless?: boolean;
}

/** One tab. Functions given to `evaluate` and `waitUntil` run in the page: they must be self-contained, values JSON. */
export interface Page {
  /** Loads an address and waits until the document is complete. */
  goto(address: string): Promise<void>;
  reload(): Promise<void>;
  address(): Promise<string>;
  evaluate<A extends readonly unknown[], R>(run: (...args: A) => R | Promise<R>, ...args: A): Promise<R>;
  /** Runs the function again and again until it gives neither null nor undefined nor false, and returns that. */
  waitUntil<A extends readonly unknown[], R>(
    what: string,
    run: (...args: A) => R | Promise<R>,
    ...args: A
  ): Promise<Exclude<NonNullable<R>, false>>;
  /** Waits until the element is there and visible. */
  waitFor(target: Target, patience?: Patience): Promise<void>;
  /** True if the element is there and visible now. */
  sees(target: Target): Promise<boolean>;
  /** The element's visible text, once it is there. */
  text(target: Target, patience?: Patience): Promise<string>;
  /** A real pointer click (it counts as the person's), once the element is there and enabled. */
  click(target: Target, patience?: Patience): Promise<void>;
  /** Replaces a field's text by typing. */
  fill(target: Target, text: string): Promise<void>;
  /** Presses one key: a character, or `Enter`, `Tab`, `Escape`, `Space`, `ArrowDown` and so on. */
  press(key: string): Promise<void>;
  /** Gives files to a file input, which may be hidden. */
  choose(target: Target, ...files: string[]): Promise<void>;
  /** A PNG of what is visible, also written to the path where one is given. */
  screenshot(path?: string): Promise<Buffer>;
  /** Makes it the active tab. */
  activate(): Promise<void>;
  /** Uncaught errors of the page's own scripts so far. */
  readonly errors: readonly string[];
  close(): Promise<void>;
}

/** A browser with the extension in it: the same in Chromium and Firefox. */
export interface Browser {
  readonly kind: 'chromium' | 'firefox';
  readonly version: string;
  /** Where the profile lies (to launch again with it after `close`). */
  readonly profile: string;
  readonly downloads: string;
  /** `chrome-extension://…` or `moz-extension://…`, without a slash at the end. */
  readonly extensionOrigin: string;
  /** Addresses that anything in the browser asked for and no host answers. */
  readonly refused: readonly string[];
  /** Opens a tab. */
  open(address: string): Promise<Page>;
  /** Opens a page of the extension, such as `library.html`, in a tab. */
  extensionPage(path: string): Promise<Page>;
  /** The popup of a tab, opened as a page of its own: `popup.html?tab=<id>`. */
  popupFor(page: Page): Promise<Page>;
  /** The id the extension knows the tab by. */
  tabId(page: Page): Promise<number>;
  /** Presses the extension's toolbar button with that tab in front, as a person would: grants `activeTab`. */
  pressToolbar(page: Page): Promise<void>;
  /** Ends the background at once, wherever it is. The next event starts it again. */
  killBackground(): Promise<void>;
  backgroundRuns(): Promise<boolean>;
  /** What an update does: loads the extension again from its folder while tabs stay open. */
  reloadExtension(): Promise<void>;
  /** The next finished download that was not asked for before, its name matching; its whole path. */
  downloaded(name?: RegExp, patience?: Patience): Promise<string>;
  /** Ends the whole browser at once, by force. `close` is still to be called. */
  kill(): Promise<void>;
  close(): Promise<void>;
}
