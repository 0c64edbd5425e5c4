import { handoffOf } from '../../handoff/handoff';
import { lossText } from '../../handoff/targets';
import { looseText } from '../../lib/bytes';
import { canonical } from '../../lib/json';
import type { Turn } from '../../projection/branches';
import { bibliography } from './bibliography';
import type { PageSession } from './context';
import { headOf } from './head';
import { transcriptBytes } from './transcript';

type Bytes = Uint8Array<ArrayBuffer>;

/** A file of a session's folder that is computed from its log: name below the folder, and text or what it is in UTF-8. */
interface SessionDocument<T = string | Bytes> {
  readonly name: string;
  readonly text: T;
}

/**
 * Every computed file of a session: `session.json`, the pages, the bibliography and the targets chosen. One after the
 * other, so that none is held while the next is made.
 * @param said a message as the transcript has it, where that is written already
 */
export function* documentsOf(page: PageSession, said?: (turn: Turn) => Bytes): Generator<SessionDocument> {
  for (const { target, built } of page.continued()) {
    yield { name: `continue/${target.file}`, text: built.text };
    yield { name: `continue/${target.name}.loss.json`, text: lossText(target.name, built.loss) };
  }
  yield { name: 'handoff.md', text: handoffOf(page.view, page.shown) };
  yield { name: 'session.json', text: `${canonical(headOf(page))}\n` };
  const sources = bibliography(page.shown.sources);
  if (sources) {
    yield { name: 'sources.json', text: sources.csl };
    yield { name: 'sources.ris', text: sources.ris };
  }
  yield { name: 'transcript.md', text: transcriptBytes(page, said) };
}

/** All of them, as texts. */
export const sessionDocuments = (page: PageSession): SessionDocument<string>[] =>
  [...documentsOf(page)].map(({ name, text }) => ({ name, text: typeof text === 'string' ? text : looseText(text) }));
