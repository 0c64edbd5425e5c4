import type { Element } from 'hast';
import { useMemo } from 'preact/hooks';
import type { Cite } from '../../handoff/cited';
import { plainTree } from '../../prose/plain';
import { markdownTree } from '../../prose/tree';
import { drawnTree } from './tree';
import { WAYS } from './ways';

interface ProseProps {
  readonly text: string;
  readonly cites: readonly Cite[];
  readonly isPlain: boolean;
  /** Gives the same as it was set already, once. */
  readonly take?: () => readonly Element[] | undefined;
}

/** Somebody's words as they are meant to be read. */
export function Prose({ text, cites, isPlain, take }: ProseProps) {
  // the same places are another list whenever the session is read anew: what is set by then stays
  const places = cites.map(({ at, numbers }) => `${at}:${numbers.join()}`).join(' ');
  const drawn = useMemo(
    () => drawnTree(take?.() ?? (isPlain ? plainTree : markdownTree)(text, cites, WAYS)),
    [text, places, isPlain],
  );
  return <div class="prose">{drawn}</div>;
}
