import { useMemo } from 'preact/hooks';
import { shownName } from '../../handoff/marks';
import { codeTree, languageOf } from '../../prose/code';
import { element } from '../../prose/elements';
import { CopyCode } from './copy-button';
import { drawnTree } from './tree';

interface CodeProps {
  readonly text: string;
  readonly label?: string | null;
  readonly language?: string | null;
  readonly json?: boolean;
}

/** Text whose spaces count, coloured where its language is known. */
export function Code({ text, label = null, language = null, json = false }: CodeProps) {
  const drawn = useMemo(
    () => drawnTree([element('code', {}, codeTree(text, languageOf(json ? 'json' : (language ?? ''))))]),
    [text, language, json],
  );
  const name = shownName(label ?? '');
  return (
    <figure class={json ? 'code json' : 'code'}>
      {name !== '' && (
        <figcaption>
          <bdi>{name}</bdi>
        </figcaption>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keyboard */}
      <pre dir="ltr" tabIndex={0}>
        {drawn}
      </pre>
      <CopyCode text={text} />
    </figure>
  );
}

/** A value of a site, as readable JSON. */
export const Json = ({ value }: { value: unknown }) => <Code text={JSON.stringify(value, null, 2) ?? ''} json />;
