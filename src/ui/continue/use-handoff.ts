import { useEffect, useState } from 'preact/hooks';
import { artifactPaths } from '../../archive/artifact-paths';
import { type EditedHandoff, editedHandoff } from '../../handoff/edited';
import { assembledText, handoffOf } from '../../handoff/handoff';
import { type HandoffContext, shownOf } from '../../handoff/shown';
import { sha256Hex } from '../../lib/hash';
import { activePath } from '../../projection/branches';
import type { SessionView } from '../../projection/view';
import type { Database } from '../../store/database';
import { artifactsOf, readArtifacts } from '../../store/sessions';
import { errorSentence } from '../sentences';

/** The handoff of the branch the person was on. */
export interface MadeHandoff {
  readonly view: SessionView;
  readonly context: HandoffContext;
  /** The last event of the branch; null: the session has none. */
  readonly leaf: string | null;
  /** As it is assembled now. */
  readonly assembled: string;
  readonly hash: string;
  readonly edited: EditedHandoff | null;
  /** What is handed over: as the person edited it, else as it is assembled. */
  readonly text: string;
}

export type Making =
  | { readonly state: 'making' }
  | { readonly state: 'made'; readonly made: MadeHandoff }
  | { readonly state: 'failed'; readonly sentence: string };

/** Makes the handoff of a session, again whenever it has grown; what was there stays until the new one is. */
export function useHandoff(db: Database, session: string, view: SessionView | null): Making {
  const [making, setMaking] = useState<Making>({ state: 'making' });
  useEffect(() => {
    if (!view) return;
    let isGone = false;
    const tell = (next: Making): void => {
      if (!isGone) setMaking(next);
    };
    make(db, session, view).then(
      (made) => tell({ state: 'made', made }),
      (error) => tell({ state: 'failed', sentence: errorSentence(error) }),
    );
    return () => {
      isGone = true;
    };
  }, [db, session, view]);
  return making;
}

async function make(db: Database, session: string, view: SessionView): Promise<MadeHandoff> {
  const kept = new Set((await artifactsOf(db, session)).map(({ hash }) => hash));
  const paths = await artifactPaths(
    [...view.current.values()],
    (hash) => kept.has(hash),
    (hashes) => readArtifacts(db, hashes),
  );
  const context: HandoffContext = { artifactPath: (hash) => paths.get(hash) ?? null };
  await nextTask();
  const path = activePath(view);
  const assembled = assembledText(shownOf(view, context), path, 'alone').text;
  await nextTask();
  const edited = editedHandoff(view, path);
  const text = edited ? handoffOf(view, context) : assembled;
  return { view, context, leaf: path.at(-1)?.id ?? null, assembled, hash: sha256Hex(assembled), edited, text };
}

/** Lets the browser draw and answer before more is computed. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
