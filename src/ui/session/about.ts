import { type Shown, shownOf } from '../../handoff/shown';
import { oncePer } from '../../lib/once-per';
import { type Branch, branchesOf } from '../../projection/branches';
import { sourcesOf } from '../../projection/sources';
import type { SessionView } from '../../projection/view';
import { factsOf, summaryOf } from '../summary';
import { askedPages } from './asked-pages';
import { citingEvents } from './citing';
import { stopsTo } from './path';
import { unconfirmedIn } from './unconfirmed';

/** What every part of a shown session looks at. */
export interface AboutSession {
  readonly branches: readonly Branch[];
  readonly shown: Shown;
  readonly unconfirmed: ReadonlySet<string>;
  readonly facts: readonly (readonly [name: string, value: number])[];
}

/** Looked up once for each view. */
export const aboutSession = oncePer(
  (view: SessionView): AboutSession => ({
    branches: branchesOf(view),
    shown: shownOf(view, { artifactPath: () => null }),
    unconfirmed: unconfirmedIn(view),
    facts: factsOf(summaryOf(view)),
  }),
);

/**
 * Has all of that known before a session is drawn, each step by itself: of a long one all of them in one drawing would hold
 * up what the person does.
 * @param rest lets the page answer in between
 */
export async function prepareSession(view: SessionView, rest: () => Promise<void>): Promise<void> {
  sourcesOf(view);
  await rest();
  const { branches, shown } = aboutSession(view);
  await rest();
  citingEvents(shown);
  await rest();
  askedPages(shown.sources);
  await rest();
  const [active] = branches;
  if (active) stopsTo(view, active.leaf);
  await rest();
}
