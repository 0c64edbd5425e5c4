import { useMemo } from 'preact/hooks';
import type { Cite } from '../../handoff/cited';
import { element } from '../../prose/elements';
import { plainTree } from '../../prose/plain';
import { markdownTree } from '../../prose/tree';
import type { Ways } from '../../prose/ways';
import { CitedText } from './cited-text';
import { useReading } from './reading';
import { CITE, Tree } from './tree';
import { useNear } from './use-near';

interface ProseProps {
  readonly text: string;
  readonly cites: readonly Cite[];
  readonly isPlain: boolean;
}

// files are shown where a part names them; an address that only a site knows leads nowhere from here
const WAYS: Ways = { cite: (number) => element(CITE, { value: String(number) }), local: () => null, scope: null };

/** Somebody's words as they are meant to be read. In a long session they are set when they come near. */
export function Prose(props: ProseProps) {
  const { isLong } = useReading();
  const { place, isNear } = useNear(isLong);
  return <div ref={place}>{isNear ? <SetProse {...props} /> : <CitedText {...props} />}</div>;
}

function SetProse({ text, cites, isPlain }: ProseProps) {
  const tree = useMemo(() => (isPlain ? plainTree : markdownTree)(text, cites, WAYS), [text, cites, isPlain]);
  return (
    <div class="prose">
      <Tree nodes={tree} />
    </div>
  );
}
