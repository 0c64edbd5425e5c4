import { useMemo } from 'preact/hooks';
import type { Cite } from '../../handoff/cited';
import { element } from '../../prose/elements';
import { plainTree } from '../../prose/plain';
import { markdownTree } from '../../prose/tree';
import type { Ways } from '../../prose/ways';
import { CITE, Tree } from './tree';

interface ProseProps {
  readonly text: string;
  readonly cites: readonly Cite[];
  readonly isPlain: boolean;
}

// files are shown where a part names them; an address that only a site knows leads nowhere from here
const WAYS: Ways = { cite: (number) => element(CITE, { value: String(number) }), local: () => null, scope: null };

/** Somebody's words as they are meant to be read. */
export function Prose({ text, cites, isPlain }: ProseProps) {
  // the same places are another list whenever the session is read anew: what is set by then stays
  const places = cites.map(({ at, numbers }) => `${at}:${numbers.join()}`).join(' ');
  const tree = useMemo(() => (isPlain ? plainTree : markdownTree)(text, cites, WAYS), [text, places, isPlain]);
  return (
    <div class="prose">
      <Tree nodes={tree} />
    </div>
  );
}
