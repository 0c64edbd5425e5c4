import polyfill, { type Browser } from 'webextension-polyfill';

/** The browser's own interface, with promises everywhere: the one place that loads it. */
export const ext: Browser = polyfill;
