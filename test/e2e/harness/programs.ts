import { existsSync } from 'node:fs';

const USUAL = {
  chromium: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome-for-testing'],
  firefox: ['/usr/bin/firefox-esr', '/usr/bin/firefox'],
} as const;

/** The browser's program: from CHROMIUM_PATH or FIREFOX_PATH, else where it usually lies. */
export function programOf(kind: 'chromium' | 'firefox'): string {
  const name = `${kind.toUpperCase()}_PATH`;
  const found = process.env[name] ?? USUAL[kind].find(existsSync);
  if (found === undefined) throw new Error(`no ${kind} is installed: install it, or name it in ${name}`);
  return found;
}
