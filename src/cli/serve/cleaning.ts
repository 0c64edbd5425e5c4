import { withoutFernet } from '../../handoff/opaque';
import { withoutServerIds } from '../../handoff/server-ids';
import type { Shown } from '../../handoff/shown';
import { lastOf } from '../../lib/steps';
import { type Group, KINDS } from '../../secrets/kinds';
import { type LeaveOut, leavingOut } from '../../secrets/leave-out';
import { type HandedText, searching } from '../../secrets/search';
import { eventWords } from './event-words';

/** What is taken out of everything that is served. */
export interface Cleaning {
  /** A text of the session without sealed values, ids of a server, and what the person leaves out. */
  readonly clean: (text: string) => string;
  /** The same of a file: it is looked through by itself, too. */
  readonly cleanFile: (text: string) => string;
}

/** Looks through the whole session for what is to be left out, when a text of it is first asked for. */
export function cleaningOf(shown: Shown, groups: readonly Group[]): Cleaning {
  const { view } = shown;
  const ids = withoutServerIds(view);
  const open = (text: string): string => ids(withoutFernet(text)).toWellFormed();
  if (groups.length === 0) return { clean: open, cleanFile: open };
  let known: LeaveOut | null = null;
  const clean = (text: string): string => {
    known ??= leavingIn(
      [...view.current.values()].map((event) => ({ event: event.id, text: eventWords({ shown, clean: open }, event) })),
      groups,
    );
    return known(open(text)).text;
  };
  return { clean, cleanFile: (text) => leavingIn([{ event: null, text }], groups)(clean(text)).text };
}

const leavingIn = (texts: readonly HandedText[], groups: readonly Group[]): LeaveOut =>
  leavingOut(lastOf(searching(texts)).filter(({ kind }) => groups.includes(KINDS[kind].group)));
