import { isoTime } from '../lib/time';
import type { Database } from './database';
import { changeSettings, type Pause, type Settings } from './settings';

/** A chat of a site; `conversation` null: a page of it that shows none. */
export interface Place {
  readonly site: string;
  readonly conversation: string | null;
}

/** True while a pause holds. */
const holds = ({ until }: Pause, now: number): boolean => until === null || until > isoTime(now);

/** The pause that keeps a chat from being heard at `now` (milliseconds), the widest first; null: none does. */
export function pauseOf({ paused, pauses }: Settings, { site, conversation }: Place, now: number): Pause | null {
  if (paused.includes(site)) return { site, conversation: null, until: null }; // as releases before this one wrote it
  const here = pauses.filter((each) => each.site === site && holds(each, now));
  const ofChat = (each: Pause): boolean => conversation !== null && each.conversation === conversation;
  return here.find((each) => each.conversation === null) ?? here.find(ofChat) ?? null;
}

/** Pauses a site, or one chat of it. What was said before of the same is replaced; what is over goes. */
export const pause = (db: Database, pausing: Pause, now: number): Promise<unknown> =>
  changeSettings(db, ({ pauses }) => ({
    pauses: [...pauses.filter((each) => holds(each, now) && !isSame(each, pausing)), pausing],
  }));

const isSame = (a: Place, b: Place): boolean => a.site === b.site && a.conversation === b.conversation;

/** Ends whatever keeps a chat from being heard: the pause of its site, and its own. Those of other chats stay. */
export function endPause(db: Database, { site, conversation }: Place, now: number): Promise<unknown> {
  const stays = (each: Pause): boolean =>
    each.site !== site || (each.conversation !== null && each.conversation !== conversation);
  return changeSettings(db, ({ paused, pauses }) => ({
    paused: paused.filter((each) => each !== site),
    pauses: pauses.filter((each) => holds(each, now) && stays(each)),
  }));
}
