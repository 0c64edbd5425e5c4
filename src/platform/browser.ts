import polyfill, { type Browser } from 'webextension-polyfill';

/** The browser's own interface, with promises everywhere: the one place that loads it. */
export const ext: Browser = polyfill;

/** Chromium's documents for work that its background cannot do; the polyfill's types do not know them. */
interface Offscreen {
  createDocument(options: { url: string; reasons: readonly string[]; justification: string }): Promise<void>;
  closeDocument(): Promise<void>;
  hasDocument?(): Promise<boolean>;
}

/** Null in Firefox. */
export const chromiumOffscreen = (): Offscreen | null =>
  (globalThis as { chrome?: { offscreen?: Offscreen } }).chrome?.offscreen ?? null;
