import { answer, drawing } from './harbour-answers';
import { asked, at, id, instructions, question, TABLE, work } from './harbour-messages';
import { SIGNATURES } from './secrets';
import { type Conversation, conversation, growTree, message, text } from './tree';

export const HARBOUR = '6a3f1c20-f140-8321-9d8e-5b1e6a1c0001';

/**
 * A conversation with everything the tree can hold: hidden instructions, an edited question, two answers to it, reasoning,
 * a search, code, an unknown kind of content, pictures, files, citations, and links that carry signatures.
 */
export function harbour(): Conversation {
  const tree = growTree();
  const root = tree.add('client-created-root', null, null);
  const top = tree.chain(root, ...instructions);
  const first = tree.chain(top, question(10, asked.replace('1.6', '1.4'), 5));
  tree.chain(first, answer(11, 'With 1.4 m of draught, from 07:10 to 12:20 UTC ', '.', 9));
  const edited = tree.chain(top, question(12, asked, 11));
  const worked = tree.chain(edited, ...work);
  tree.chain(worked, answer(30, 'Between 07:40 and 11:50 UTC 🌊 ', ', with half a metre to spare.', 25));
  const second = tree.chain(
    worked,
    answer(31, 'Leave **between 07:40 and 11:50 UTC** 🌊; high water is 09:42, 3.1 m ', '. On the bar: 2.1 m.', 60),
  );
  const follow = tree.chain(
    second,
    message(id(40), 'user', text('Draw it, and give me the table.'), { create_time: at(180) }),
  );
  const drawn = tree.chain(follow, ...drawing);
  const leaf = tree.chain(
    drawn,
    message(
      id(45),
      'assistant',
      text(
        `Here it is: [tides.csv](sandbox:/mnt/data/tides.csv). For an hour it is also at https://chatgpt.com/backend-api/estuary/content?id=${TABLE}&sig=${SIGNATURES.link}.`,
        `\n\n| UTC | m |\n|---|---|\n| 09:42 | 3.1 |\n| 15:58 | 0.6 |`,
      ),
      { create_time: at(220), channel: 'final', metadata: { model_slug: 'gpt-5-6-thinking', is_complete: true } },
    ),
  );
  return conversation(HARBOUR, 'Tides at Skerry harbour 🌊 <b>&amp;', tree, leaf);
}
