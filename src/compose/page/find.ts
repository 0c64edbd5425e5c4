import type { Composer } from '../../providers/contract';
import { everywhere, isHtml, isTextArea, isVisible, parentOf, pause, windowOf } from './dom';

/** An editor of a page, and whether it is where the site is known to have it. */
export interface Found {
  readonly editor: HTMLElement;
  readonly moved: boolean;
}

const EDITABLE = 'textarea, [contenteditable]:not([contenteditable="false" i])';

/** What fields for finding, naming or signing in are called. */
const NOT_FOR_CHAT = /search|suche|recherche|buscar|find|filter|e-?mail|passwor|user-?name|captcha|title|rename/i;

/** The composer that a page shows now, or null. What is known of the site comes first, then what looks like one. */
export function composerNow(known: Composer | null): Found | null {
  for (const selector of known?.editors ?? []) {
    const editor = lowest(everywhere(selector).filter(isWritable));
    if (editor) return { editor, moved: false };
  }
  const editor = lowest(everywhere(EDITABLE).filter((each) => isWritable(each) && isForWords(each)));
  return editor && { editor, moved: known !== null };
}

/** The same as soon as it is there, or null when the patience is at an end. */
export async function composerSoon(known: Composer | null, patience: number): Promise<Found | null> {
  const until = performance.now() + patience;
  for (;;) {
    const found = composerNow(known);
    // a page that is being built may show its composer later than something that looks like one
    const isSure = found && (!found.moved || document.readyState === 'complete');
    if (isSure || performance.now() > until) return found;
    await pause(100);
  }
}

/** True if a person could write here. */
function isWritable(element: HTMLElement): boolean {
  if (!isVisible(element) || element.getAttribute('aria-readonly') === 'true') return false;
  if (element.getAttribute('aria-disabled') === 'true') return false;
  return isTextArea(element) ? !element.disabled && !element.readOnly : element.isContentEditable;
}

/** True if it is no field for finding something, and no part of a larger one. */
function isForWords(element: HTMLElement): boolean {
  if (element.closest('[role="search"], [role="searchbox"], search')) return false;
  const parent = parentOf(element);
  if (isHtml(parent) && parent.isContentEditable) return false;
  const names = ['name', 'id', 'placeholder', 'aria-label', 'aria-placeholder', 'type', 'role', 'autocomplete'];
  return !names.some((name) => NOT_FOR_CHAT.test(element.getAttribute(name) ?? ''));
}

/** Where a page has several, people write in the lowest; of those at one height, in the largest. */
function lowest(elements: readonly HTMLElement[]): HTMLElement | null {
  const placed = elements.map((element) => {
    const { bottom, width, height } = element.getBoundingClientRect();
    return { element, bottom: Math.round(bottom / 24), area: width * height };
  });
  placed.sort((a, b) => b.bottom - a.bottom || b.area - a.area);
  return placed[0]?.element ?? null;
}

/** True if the page asks to sign in first. */
export function isSignedOut(): boolean {
  if (/(?:^|[/_-])(?:log-?in|sign-?in|auth)(?:[/_-]|$)/i.test(location.pathname)) return true;
  return everywhere('input[type="password"]').some((each) => windowOf(each).getComputedStyle(each).display !== 'none');
}
