import { lacksOf } from '../../projection/lacks';
import { numberOf, type SessionView } from '../../projection/view';
import { gapGroups } from '../../report/gaps';
import { MISSING } from '../session/missing';
import { chainedAt } from '../session/path';
import type { Lack } from './state';

/** What a session is known to lack, each thing once, in order of the log. */
export const lacksIn = (view: SessionView): readonly Lack[] =>
  gapGroups(lacksOf(view)).map(([gap, ...more]) => {
    const number = numberOf(view, gap.id);
    // what belongs to no place of the session is listed above it
    const place = chainedAt(view, gap.id) === null ? MISSING : number;
    return { gap, number, place, times: more.length + 1 };
  });
