import { handoffOf } from '../../handoff/handoff';
import { lossText } from '../../handoff/targets';
import { canonical } from '../../lib/json';
import type { Turn } from '../../projection/branches';
import { bibliography } from './bibliography';
import type { PageSession } from './context';
import { headOf } from './head';
import { transcriptOf } from './transcript';

/** A file of a session's folder that is computed from its log: name below the folder, and text. */
export interface SessionDocument {
  readonly name: string;
  readonly text: string;
}

/**
 * Every computed file of a session: `session.json`, the pages, the bibliography and the targets chosen.
 * @param said a message as the transcript has it, where that is written already
 */
export function sessionDocuments(page: PageSession, said?: (turn: Turn) => string): SessionDocument[] {
  const sources = bibliography(page.shown.sources);
  const continued = page.continued().flatMap(({ target, built }) => [
    { name: `continue/${target.file}`, text: built.text },
    { name: `continue/${target.name}.loss.json`, text: lossText(target.name, built.loss) },
  ]);
  return [
    ...continued,
    { name: 'handoff.md', text: handoffOf(page.view, page.shown) },
    { name: 'session.json', text: `${canonical(headOf(page))}\n` },
    ...(sources
      ? [
          { name: 'sources.json', text: sources.csl },
          { name: 'sources.ris', text: sources.ris },
        ]
      : []),
    { name: 'transcript.md', text: transcriptOf(page, said) },
  ];
}
