import { useEffect, useRef, useState } from 'preact/hooks';
import { artifactPaths } from '../../archive/artifact-paths';
import { type Choice, chosenPath } from '../../handoff/choice';
import { type EditedHandoff, editedHandoff } from '../../handoff/edited';
import { assembledText, handoffOf, roomIn } from '../../handoff/handoff';
import { type HandoffContext, shownOf } from '../../handoff/shown';
import { sha256Hex } from '../../lib/hash';
import type { SessionView } from '../../projection/view';
import type { Database } from '../../store/database';
import { artifactSizes, readArtifacts } from '../../store/sessions';
import { counterFor } from '../../tokens/counter';
import { nextTask } from '../next-task';
import { errorSentence } from '../sentences';

/** What is handed over of a session. */
export interface MadeHandoff {
  readonly view: SessionView;
  /** What it was made by. */
  readonly choice: Choice;
  readonly context: HandoffContext;
  /** The same without a limit: what is looked through. */
  readonly sought: HandoffContext;
  /** The last event of the branch; null: the session has none. */
  readonly leaf: string | null;
  /** As it is assembled now. */
  readonly assembled: string;
  /** Of all that would be assembled of the branch, whatever was picked of it: an edit is not old because of a choice. */
  readonly hash: string;
  readonly edited: EditedHandoff | null;
  /** What is handed over: as the person edited it, else as it is assembled. */
  readonly text: string;
}

export type Making =
  | { readonly state: 'making' }
  | { readonly state: 'made'; readonly made: MadeHandoff }
  /** `made`: what was there before, if anything was. */
  | { readonly state: 'failed'; readonly sentence: string; readonly made: MadeHandoff | null };

/** Makes what is chosen of a session, again whenever that is something else; what was there stays until the new one is. */
export function useHandoff(db: Database, session: string, view: SessionView | null, choice: Choice): Making {
  const [making, setMaking] = useState<Making>({ state: 'making' });
  const sought = useRef<Sought | null>(null);
  useEffect(() => {
    if (!view) return;
    let isGone = false;
    const rest = resting(() => isGone);
    const made = async (): Promise<MadeHandoff> => {
      await rest();
      const { context } = await soughtIn(db, session, { view, choice, before: sought });
      return make(view, context, choice, rest);
    };
    made().then(
      (each) => isGone || setMaking({ state: 'made', made: each }),
      (error) => isGone || setMaking((before) => failed(errorSentence(error), before)),
    );
    return () => {
      isGone = true;
    };
  }, [db, session, view, choice]);
  return making;
}

const failed = (sentence: string, before: Making): Making => ({ state: 'failed', sentence, made: madeIn(before) });

/** What is there to be read and picked from, also where the latest making of it failed. */
export const madeIn = (making: Making): MadeHandoff | null => (making.state === 'making' ? null : making.made);

/** What was picked of a session as it is, whatever room there is for it. */
interface Sought {
  readonly view: SessionView;
  readonly picked: string;
  readonly context: HandoffContext;
}

/** The same context as before where nothing but the room has changed: what was looked for in it need not be again. */
async function soughtIn(
  db: Database,
  session: string,
  of: { readonly view: SessionView; readonly choice: Choice; readonly before: { current: Sought | null } },
): Promise<Sought> {
  const { view, before } = of;
  const { budget: _, ...choice } = of.choice;
  const picked = JSON.stringify(choice);
  const last = before.current?.view === view ? before.current : null;
  if (last?.picked === picked) return last;
  const artifactPath = last?.context.artifactPath ?? (await pathsOf(db, session, view));
  before.current = { view, picked, context: { artifactPath, choice } };
  return before.current;
}

async function pathsOf(db: Database, session: string, view: SessionView): Promise<HandoffContext['artifactPath']> {
  const sizes = await artifactSizes(db, [session]);
  const paths = await artifactPaths(
    [...view.current.values()],
    (hash) => sizes.has(hash),
    (hashes) => readArtifacts(db, hashes, sizes),
  );
  return (hash) => paths.get(hash) ?? null;
}

async function make(
  view: SessionView,
  sought: HandoffContext,
  choice: Choice,
  rest: () => Promise<void>,
): Promise<MadeHandoff> {
  const budget = choice.budget ?? null;
  const context: HandoffContext =
    budget === null
      ? sought
      : { ...sought, choice: { ...sought.choice, budget }, counter: await counterFor('handoff') };
  await rest();
  const path = chosenPath(view, choice);
  const whole = assembledText(shownOf(view, { artifactPath: sought.artifactPath }), path, 'alone').text;
  await rest();
  const isWhole = Object.values(choice).every((each) => each === null);
  const assembled = isWhole ? whole : assembledText(shownOf(view, context), path, 'alone', roomIn(context)).text;
  await rest();
  const edited = editedHandoff(view, path);
  const text = edited ? handoffOf(view, context) : assembled;
  const leaf = path.at(-1)?.id ?? null;
  return { view, choice, sought, context, leaf, assembled, hash: sha256Hex(whole), edited, text };
}

/** Lets the browser draw before more is computed; ends the work for which nobody waits any more. */
export const resting = (isGone: () => boolean) => async (): Promise<void> => {
  await nextTask();
  if (isGone()) throw new Error('nobody waits for it any more');
};
