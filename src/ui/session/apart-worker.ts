import type { ElementContent } from 'hast';
import { markdownTree } from '../../prose/tree';
import type { ApartAnswer, ApartAsk } from './apart';
import { withStill } from './still';
import { WAYS } from './ways';

/*
 * Runs beside the page of the library. Reading Markdown leaves some hundred times its size behind, which is collected here
 * and not where somebody scrolls.
 */

/** Where something stood in the source is nothing that is shown. */
function withoutPlaces<E extends ElementContent>(node: E): E {
  delete node.position;
  if ('children' in node) for (const child of node.children) withoutPlaces(child);
  return node;
}

addEventListener('message', ({ data: { number, texts } }: MessageEvent<ApartAsk>) => {
  const trees = texts.map(({ text, cites }) =>
    markdownTree(text, cites, WAYS).map((node) => withoutPlaces(withStill(node))),
  );
  postMessage({ number, trees } satisfies ApartAnswer);
});
