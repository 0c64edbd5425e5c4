import { conversation, growTree, message, text } from './chatgpt/tree';
import { CYRILLIC, DOCUMENT, LOST, MOVED, PRIVATE, SLOW, TIDES } from './sources';

/** A chat of ChatGPT whose two answers cite these pages, one of them twice. */
export function tides(chat: string) {
  const tree = growTree();
  const cite = (urls: readonly string[]) => ({
    content_references: [
      { type: 'sources_footnote', sources: urls.map((url) => ({ title: `At ${url}`, url, attribution: 'a site' })) },
    ],
  });
  const leaf = tree.chain(
    tree.add('client-created-root', null, null),
    message(`${chat}-q`, 'user', text('When is high water?')),
    message(`${chat}-a`, 'assistant', text('At nine.'), { metadata: cite([TIDES, MOVED, LOST, CYRILLIC, PRIVATE]) }),
    message(`${chat}-r`, 'user', text('And how is that known?')),
    message(`${chat}-b`, 'assistant', text('By tables.'), { metadata: cite([`${TIDES}#noon`, DOCUMENT, SLOW]) }),
  );
  return conversation(chat, 'High water', tree, leaf);
}
