import { isObject } from '../lib/json';
import { isOurs } from '../model/event';
import { gapsOf } from './lacks';
import type { SessionView } from './view';

/** An exchange that is kept and that no release has read yet. */
export interface Unread {
  /** The gap that says so. */
  readonly event: string;
  readonly route: string;
  readonly because: string;
  /** Places and shapes, never values. */
  readonly places: readonly string[];
  /** When it was kept, ISO 8601. */
  readonly recorded: string;
  /** The reader that tried it first. */
  readonly reader: string;
}

/** The exchanges of a session that are kept and not yet readable, in order of recording. */
export function unreadIn(view: SessionView): Unread[] {
  return gapsOf(view).flatMap((gap) => {
    const { id, body, at, source } = gap;
    if (!isOurs(gap) || body.why !== 'unreadable' || body.where !== 'exchange') return [];
    const what = isObject(body.what) ? body.what : {};
    const places = Array.isArray(what.at) ? what.at.filter((each) => typeof each === 'string') : [];
    const { recorded } = at;
    return [
      { event: id, route: word(what.route), because: word(what.because), places, recorded, reader: source.reader },
    ];
  });
}

const word = (value: unknown): string => (typeof value === 'string' ? value : '');
