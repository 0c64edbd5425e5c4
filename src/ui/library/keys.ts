import { type MessageKey, t } from '../../platform/strings';
import { bringIntoView } from '../into-view';
import type { ViewName } from '../place';
import { FIND_FIELD } from '../session/find-bar';
import { linkTo } from '../session/number-ref';
import { SEARCH_FIELD } from './list-pane';

/** Keys that do something in the library, with what they do in words. */
export interface KeyAct {
  readonly keys: readonly string[];
  readonly words: MessageKey;
  /** Gives false where there is nothing to do: the key then means what it means to the browser. */
  readonly act: (say: Say) => boolean;
}

/** Says what came of it. */
export type Say = (words: string) => void;

/** In the order in which they are told. */
export const KEY_ACTS: readonly KeyAct[] = [
  { keys: ['j'], words: 'keys_next', act: () => goBy(1) },
  { keys: ['k'], words: 'keys_before', act: () => goBy(-1) },
  { keys: ['[', 'h'], words: 'keys_branch_before', act: () => switchBranch('first') },
  { keys: [']', 'l'], words: 'keys_branch_next', act: () => switchBranch('last') },
  { keys: ['o'], words: 'keys_fold', act: turnFolds },
  { keys: ['c'], words: 'keys_copy_link', act: copyLink },
  { keys: ['/'], words: 'keys_find', act: () => focusOn(FIND_FIELD) || focusOn(SEARCH_FIELD) },
  { keys: ['n'], words: 'keys_found_next', act: () => press('find-next') },
  { keys: ['p'], words: 'keys_found_before', act: () => press('find-before') },
  { keys: [','], words: 'keys_settings', act: () => show('settings') },
  { keys: ['s'], words: 'keys_search', act: () => focusOn(SEARCH_FIELD) },
];

const stops = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.branch .event')];

/** What stays above the session while it is scrolled, in pixels. */
const ABOVE = 80;

/** The place of a session that has the focus, else the first that is in view or below; the last where none is. */
function whereIn(all: readonly HTMLElement[]): number {
  const focused = document.activeElement?.closest<HTMLElement>('.event');
  if (focused) return all.indexOf(focused);
  // a place in a stretch that is far is laid out for being asked
  const isBelow = (each: Element): boolean => each.getBoundingClientRect().bottom > ABOVE;
  const stretch = [...document.querySelectorAll('.branch > .stretch')].find(isBelow);
  const inView = all.findIndex((stop) => stop.parentElement === stretch && isBelow(stop));
  return inView < 0 ? all.length - 1 : inView;
}

function goBy(by: 1 | -1): boolean {
  const all = stops();
  const here = whereIn(all);
  // from outside, the first step is to what is in view
  const isInside = document.activeElement?.closest('.event') !== null;
  const next = all[isInside ? here + by : here];
  if (!next) return false;
  next.querySelector<HTMLElement>('.number')?.focus({ preventScroll: true });
  bringIntoView(() => next.querySelector('.number'));
  return true;
}

/** Presses the one or the other button of the fork that is nearest above. */
function switchBranch(which: 'first' | 'last'): boolean {
  const all = stops();
  for (let at = whereIn(all); at >= 0; at--) {
    const steps = all[at]?.querySelectorAll<HTMLButtonElement>('.byline .switch .step');
    if (!steps || steps.length === 0) continue;
    const step = steps[which === 'first' ? 0 : steps.length - 1];
    step?.click();
    return true;
  }
  return false;
}

/** Opens what is folded in the place that has the focus; closes it where all is open. */
function turnFolds(): boolean {
  const all = stops();
  const here = all[whereIn(all)];
  const folds = [...(here?.querySelectorAll<HTMLDetailsElement>('details') ?? [])].filter(
    (fold) => fold.parentElement?.closest('details') === null,
  );
  const isAnyClosed = folds.some(({ open }) => !open);
  for (const fold of folds) fold.open = isAnyClosed;
  return folds.length > 0;
}

/** Copies the address of the place that has the focus, to be opened in this browser. */
function copyLink(say: Say): boolean {
  const all = stops();
  const number = all[whereIn(all)]?.querySelector<HTMLAnchorElement>('a.number');
  if (!number) return false;
  navigator.clipboard.writeText(linkTo(number.hash)).then(
    () => say(t('copy_link_done', number.textContent ?? '')),
    () => say(t('copy_refused')), // the browser lets nothing into the clipboard now
  );
  return true;
}

function focusOn(id: string): boolean {
  const field = document.getElementById(id);
  field?.focus();
  if (field instanceof HTMLInputElement) field.select();
  return field !== null && document.activeElement === field;
}

function show(view: ViewName): boolean {
  location.hash = view;
  return true;
}

function press(id: string): boolean {
  const button = document.getElementById(id);
  if (!(button instanceof HTMLButtonElement) || button.disabled) return false;
  button.click();
  return true;
}

/** Where letters are words: fields, and what is edited. */
const TYPED_INTO = 'input:not([type=checkbox]), textarea, select, [contenteditable]';

/** What a key is to do; null where it is typed into a field, belongs to the browser, or a dialog is open. */
export function actOf(event: KeyboardEvent): KeyAct | 'help' | null {
  // on many keyboards a bracket is typed with AltGraph, which some systems report as Control and Alt
  const isTyped = event.getModifierState('AltGraph') || !(event.ctrlKey || event.altKey);
  if (event.defaultPrevented || event.isComposing || event.metaKey || !isTyped) return null;
  if (event.target instanceof Element && event.target.closest(TYPED_INTO)) return null;
  if (document.querySelector('dialog[open]')) return null;
  if (event.key === '?') return 'help';
  return KEY_ACTS.find(({ keys }) => keys.includes(event.key)) ?? null;
}
