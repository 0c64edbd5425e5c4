import { find } from '../../../scripts/browsers.mjs';

/** The browser's program: from CHROMIUM_PATH or FIREFOX_PATH, else where it usually lies. */
export function programOf(kind: 'chromium' | 'firefox'): string {
  const found = find(kind);
  if (found === null) throw new Error(`no ${kind} is installed: install it, or name it in ${kind.toUpperCase()}_PATH`);
  return found;
}
