import { conversation, growTree, message, text } from './chatgpt/tree';
import { CYRILLIC, DOCUMENT, LOST, MOVED, PRIVATE, SLOW, TIDES } from './sources';

/** A chat whose one answer cites these pages. */
export function citing(chat: string, title: string, urls: readonly string[]) {
  const tree = growTree();
  const leaf = tree.chain(
    tree.add('client-created-root', null, null),
    message(`${chat}-q`, 'user', text('What do they say?')),
    message(`${chat}-a`, 'assistant', text('This and that.'), { metadata: cite(urls) }),
  );
  return conversation(chat, title, tree, leaf);
}

const cite = (urls: readonly string[]) => ({
  content_references: [
    { type: 'sources_footnote', sources: urls.map((url) => ({ title: `At ${url}`, url, attribution: 'a site' })) },
  ],
});

/** A chat of ChatGPT whose two answers cite these pages, one of them twice. */
export function tides(chat: string) {
  const tree = growTree();
  const leaf = tree.chain(
    tree.add('client-created-root', null, null),
    message(`${chat}-q`, 'user', text('When is high water?')),
    message(`${chat}-a`, 'assistant', text('At nine.'), { metadata: cite([TIDES, MOVED, LOST, CYRILLIC, PRIVATE]) }),
    message(`${chat}-r`, 'user', text('And how is that known?')),
    message(`${chat}-b`, 'assistant', text('By tables.'), { metadata: cite([`${TIDES}#noon`, DOCUMENT, SLOW]) }),
  );
  return conversation(chat, 'High water', tree, leaf);
}
