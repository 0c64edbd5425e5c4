import { member } from '../lib/json';
import type { GapReason } from '../model/bodies';
import type { Event } from '../model/event';
import { gapsOf } from '../projection/lacks';
import type { SessionView } from '../projection/view';

/** Gaps by the event they speak of: the one they hang beside, or whose place they hold. */
export function gapsAbout(view: SessionView): ReadonlyMap<string, readonly Event<'gap'>[]> {
  const about = new Map<string, Event<'gap'>[]>();
  for (const gap of gapsOf(view))
    for (const id of new Set([gap.id, ...gap.parents])) {
      const list = about.get(id);
      if (list) list.push(gap);
      else about.set(id, [gap]);
    }
  return about;
}

/** Reasons that speak of bytes which lie, or lay, somewhere else: they belong to the export test. */
const OF_BYTES: ReadonlySet<GapReason> = new Set<GapReason>([
  'not-fetched',
  'expired',
  'forbidden',
  'not-found',
  'too-large',
  'timed-out',
  'dropped',
]);

/** True for a gap that means bytes; the others mean that something cannot be read or was never said. */
export const isOfBytes = (gap: Event<'gap'>): boolean => OF_BYTES.has(gap.body.why);

const SENTENCES: Readonly<Record<GapReason, string>> = {
  'not-sent': 'the site did not send it',
  'not-fetched': 'it was not fetched',
  'not-asked': 'it was not asked for',
  expired: 'its link had expired',
  forbidden: 'the site refused it',
  'not-found': 'the site no longer has it',
  'too-large': 'it is too large',
  'timed-out': 'the site did not answer in time',
  unsupported: 'it is of a kind that is not supported yet',
  unreadable: 'it could not be read yet; its bytes are kept',
  sealed: 'only the provider can open it',
  dropped: 'its raw bytes were dropped by the person’s own setting',
  cycle: 'a link that would have closed a circle was left out',
};

/** What is missing, in words: its name, where the gap has one, else all that the gap says of it. */
export function whatOf({ body }: Event<'gap'>): string {
  const { what } = body;
  if (typeof what === 'string' && what !== '') return what;
  const name = member(what, 'name');
  if (typeof name === 'string' && name !== '') return name;
  const said = typeof what === 'object' && what !== null ? Object.values(what).flat() : [];
  const words = said.filter((each): each is string => typeof each === 'string' && each !== '');
  return words.length > 0 ? words.join(', ') : 'something';
}

/** Why it is missing, in words. */
export const whyOf = ({ body }: Event<'gap'>): string => SENTENCES[body.why];

/** A gap as a sentence. */
export const gapSentence = (gap: Event<'gap'>): string => `${whatOf(gap)}: ${whyOf(gap)}`;
