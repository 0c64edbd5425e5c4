import type { Event } from '../../model/event';
import { besides } from '../../projection/branches';
import type { SessionView } from '../../projection/view';
import type { MediaPart } from '../../report/media';

/** The gap beside an event that says why the bytes of one of its parts are missing, or null. */
export function gapOf(view: SessionView, event: Event, part: MediaPart): Event<'gap'> | null {
  const names = [part.pointer, part.name].filter((each) => typeof each === 'string' && each !== '');
  const isOf = ({ what }: Event<'gap'>['body']): boolean =>
    typeof what === 'object' && what !== null && Object.values(what).some((each) => names.includes(each));
  const gaps = besides(view, event.id).filter((each) => each.kind === 'gap');
  return gaps.find(({ body }) => isOf(body)) ?? null;
}
