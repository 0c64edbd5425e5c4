import { picturesOf } from '../../archive/pictures';
import { remembering } from '../../handoff/fit/size';
import { type Built, resultOf, type Target } from '../../handoff/targets';
import type { WalkContext } from '../../handoff/walk';
import { lastAtEase } from '../../lib/steps';
import type { SessionView } from '../../projection/view';
import type { Database } from '../../store/database';
import { readArtifact } from '../../store/sessions';
import { type Counter, counterFor, type TokenCount } from '../../tokens/counter';

/** A target's file with how many tokens a model gets of it, where there is a limit; or what is wrong with it. */
export type MadeTarget = { readonly built: Built; readonly tokens: TokenCount | null } | { readonly fault: string };

/** Makes a target's file in small steps, so that the page answers meanwhile. */
export async function makeTarget(
  db: Database,
  view: SessionView,
  context: WalkContext,
  { target, rest }: { readonly target: Target; readonly rest: () => Promise<void> },
): Promise<MadeTarget> {
  const pictures = target.pictures ? await picturesOf(view, (hash) => readArtifact(db, hash)) : new Map();
  const counter = (context.choice?.budget ?? null) === null ? null : await counterOnce(target.name);
  const given: WalkContext = { ...context, pictures, ...(counter ? { counter } : {}) };
  const built = await lastAtEase(target.building(view, given), rest);
  const [fault] = resultOf(view, target, built).faults;
  if (fault !== undefined) return { fault };
  return { built, tokens: counter && { count: target.tokens(built, counter), exact: counter.exact } };
}

/** A target's counter that counts no text twice: what was made to fit is not counted once more. */
async function counterOnce(name: string): Promise<Counter> {
  const counter = await counterFor(name);
  return { exact: counter.exact, of: remembering(counter) };
}
