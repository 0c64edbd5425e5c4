import { type Shown, shownOf } from '../../handoff/shown';
import { type Branch, branchesOf } from '../../projection/branches';
import { sourcesOf } from '../../projection/sources';
import type { SessionView } from '../../projection/view';
import { factsOf, summaryOf } from '../summary';
import { stopsTo } from './path';
import { unconfirmedIn } from './unconfirmed';

/** What every part of a shown session looks at. */
export interface AboutSession {
  readonly branches: readonly Branch[];
  readonly shown: Shown;
  readonly unconfirmed: ReadonlySet<string>;
  readonly facts: readonly (readonly [name: string, value: number])[];
}

const known = new WeakMap<SessionView, AboutSession>();

/** Looked up once for each view. */
export function aboutSession(view: SessionView): AboutSession {
  const before = known.get(view);
  if (before) return before;
  const about = {
    branches: branchesOf(view),
    shown: shownOf(view, { artifactPath: () => null }),
    unconfirmed: unconfirmedIn(view),
    facts: factsOf(summaryOf(view)),
  };
  known.set(view, about);
  return about;
}

/**
 * Has all of that known before a session is drawn, each step by itself: of a long one all of them in one drawing would hold
 * up what the person does.
 * @param rest lets the page answer in between
 */
export async function prepareSession(view: SessionView, rest: () => Promise<void>): Promise<void> {
  sourcesOf(view);
  await rest();
  const [active] = aboutSession(view).branches;
  await rest();
  if (active) stopsTo(view, active.leaf);
  await rest();
}
