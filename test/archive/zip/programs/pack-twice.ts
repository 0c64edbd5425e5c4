import { openArchive } from '../../../../src/archive/open';
import { memorySource } from '../../../../src/archive/zip/ports';
import { openBook } from '../../../../src/cli/book';
import { sha256Native } from '../../../../src/lib/hash';
import { chain, tree } from '../../../cli/trees';
import { bookOf, packed, RELEASE } from '../../make';

const titles = ['Мост через долину', 'جسر فوق الوادي', '谷に架かる橋', 'I, ı, İ and i: Türkçe'];
const texts = ['Straße, naïve, ﬁ', 'Zażółć gęślą jaźń', '1,234.5 or 1.234,5?', '👩‍👩‍👧 and \u202eright to left'];

/**
 * Archives of a few conversations and the same archives packed again out of themselves: hashes that must be the same
 * wherever this runs. Both are given, so that a difference shows which way it lies.
 */
export async function run(): Promise<unknown> {
  const trees = titles.map((title, index) =>
    tree(
      chain(7, (each) => `${texts[(index + each) % texts.length]} ${each}`),
      { title, conversation_id: `conv-${index}` },
    ),
  );
  const made: Record<string, string> = {};
  for (const [name, some] of Object.entries({ one: trees.slice(0, 1), all: trees })) {
    const zip = await packed(await bookOf(...some));
    const archive = await openArchive(memorySource(zip));
    if (archive.kind === 'refused') throw new Error(archive.flaw.sentence);
    const book = openBook(RELEASE);
    for (const session of archive.sessions) book.addVerbatim(session, archive.artifact);
    made[name] = `${archive.name} ${await sha256Native(zip)}`;
    made[`${name} again`] = `${archive.name} ${await sha256Native(await packed(book))}`;
    made[`${name} twice`] = `${archive.name} ${await sha256Native(await packed(await bookOf(...some.toReversed())))}`;
  }
  return made;
}
