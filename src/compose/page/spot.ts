import type { Composer } from '../../providers/contract';
import { isHtml, isTextArea, parentOf, pause } from './dom';
import { composerNow, type Found } from './find';
import { textIn } from './read-back';
import { type Likeness, likeness, plain } from './same';

/** How long a text must stay as it is to count as settled, and how long that may take at most, in milliseconds. */
const QUIET = 600;
const AT_MOST = 15_000;
/** How often it is looked at meanwhile, at least: the clock of a page that is not in front goes slowly, its own and ours. */
const LOOKS = 4;

/** The composer that is written into. Pages put another in its place at any time: what counts is the one there now. */
export interface Spot {
  readonly known: Composer | null;
  readonly moved: boolean;
  /** What the person had written there. */
  readonly before: string;
  editor(): HTMLElement;
}

export function spotOf(known: Composer | null, { editor: first, moved }: Found): Spot {
  let editor = first;
  return {
    known,
    moved,
    before: textIn(first),
    editor() {
      if (!editor.isConnected) editor = composerNow(known)?.editor ?? editor;
      return editor;
    },
  };
}

/** What is to be added to what stands there, below it. */
export const below = ({ before }: Spot, text: string): string => (before.trim() === '' ? text : `\n\n${text}`);

/** How the composer stands to what was meant, as soon as it does not change any more. */
export async function settled(spot: Spot, added: string): Promise<Likeness> {
  const end = performance.now() + AT_MOST;
  let last = textIn(spot.editor());
  let since = performance.now();
  for (let looks = 0; performance.now() < end && (looks < LOOKS || performance.now() - since < QUIET); looks++) {
    await pause(50);
    const now = textIn(spot.editor());
    if (now === last) continue;
    last = now;
    looks = 0;
    since = performance.now();
  }
  return likeness(spot.before, added, last);
}

/** What became of the person's own words. */
export function ownIn(spot: Spot): 'none' | 'kept' | 'changed' {
  if (spot.before.trim() === '') return 'none';
  return plain(textIn(spot.editor())).startsWith(plain(spot.before)) ? 'kept' : 'changed';
}

/** How many characters the composer says that it takes. */
export function roomIn(spot: Spot): number {
  const editor = spot.editor();
  const own = isTextArea(editor) && editor.maxLength >= 0 ? editor.maxLength : Number.POSITIVE_INFINITY;
  return Math.min(own, spot.known?.most ?? Number.POSITIVE_INFINITY);
}

/** What holds the editor together with its buttons: a page shows there what it made of what it was given. */
export function holderOf(spot: Spot): HTMLElement | null {
  const editor = spot.editor();
  let holder: Node | null = editor.closest('form') ?? parentOf(editor);
  while (isHtml(holder) && holder.localName !== 'form' && !holder.querySelector('button, [role="button"]'))
    holder = parentOf(holder);
  return isHtml(holder) ? holder : null;
}

/** How many elements stand there beside the editor. */
export const elementsAround = (spot: Spot): number =>
  (holderOf(spot)?.querySelectorAll('*').length ?? 0) - spot.editor().querySelectorAll('*').length;
