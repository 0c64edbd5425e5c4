import type { Stored } from './conversations';
import { harbour } from './harbour';
import { at, id } from './harbour-messages';
import { growTree, message, text } from './tree';

export const SEASON = '6a3f1c20-f140-8321-9d8e-5b1e6a1c0008';

/** The conversation of the harbour with a third question: long enough for three pages. */
export function season(): Stored {
  const before = harbour();
  const tree = growTree(before.mapping);
  const leaf = tree.chain(
    before.current_node,
    message(id(50), 'user', text('And in October?'), { create_time: at(300) }),
    message(id(51), 'assistant', text('An hour later every week or so — ask again then.'), {
      create_time: at(304),
      channel: 'final',
      metadata: { model_slug: 'gpt-5-6', is_complete: true },
    }),
  );
  const conversation = {
    ...before,
    conversation_id: SEASON,
    title: 'A season at Skerry',
    mapping: tree.mapping(),
    current_node: leaf,
  };
  return { conversation, account: null, escaped: false };
}
