import { picturesOf } from '../../archive/pictures';
import { type Built, resultOf, type Target } from '../../handoff/targets';
import type { WalkContext } from '../../handoff/walk';
import { lastAtEase } from '../../lib/steps';
import type { SessionView } from '../../projection/view';
import type { Database } from '../../store/database';
import { readArtifact } from '../../store/sessions';
import { nextTask } from './use-handoff';

/** A target's file, or what is wrong with it. */
export type MadeTarget = { readonly built: Built } | { readonly fault: string };

/** Makes a target's file in small steps, so that the page answers meanwhile. */
export async function makeTarget(
  db: Database,
  view: SessionView,
  context: WalkContext,
  target: Target,
): Promise<MadeTarget> {
  const pictures = target.pictures ? await picturesOf(view, (hash) => readArtifact(db, hash)) : new Map();
  const built = await lastAtEase(target.building(view, { ...context, pictures }), nextTask);
  const [fault] = resultOf(view, target, built).faults;
  return fault === undefined ? { built } : { fault };
}
