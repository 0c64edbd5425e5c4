import { z } from 'zod';
import { quotedName } from '../../../handoff/markdown';
import { siteName } from '../../../handoff/titles';
import { beganWords } from '../../../handoff/when';
import { counted } from '../../../lib/text';
import { shortNumber } from '../../../model/ids';
import { branchesOf, messagesIn } from '../../../projection/branches';
import { gapsOf } from '../../../projection/lacks';
import { numberOf } from '../../../projection/view';
import { filesOf } from '../../../report/files';
import { type Entry, failure, fittingEntries, notice, said } from '../answer';
import type { Served, ServedSession } from '../served';
import { toolOf } from '../tool';

const BRANCHES = 20;

export const listSessions = toolOf({
  name: 'list_sessions',
  title: 'List sessions',
  description:
    'What this archive holds: each recorded session with its name, site, size, range of event numbers (V-0000 …), branches, sources and files. Begin here, then search or read_events.',
  input: z.strictObject({
    from: z.int().min(1).default(1).describe('Place in the list to begin with; the first is 1.'),
  }),
  async run(served, { from }) {
    const { archive } = served;
    const all = archive.sessions.length;
    if (from > all) return failure(`There are only ${counted(all, 'session')}.`);
    const { texts, whole } = fittingEntries(entriesOf(served, from), 0);
    const next = from + whole;
    const more = next <= all ? `More: list_sessions with from ${next}.` : '';
    return said(notice(), `${counted(all, 'session')} in the archive ${quotedName(archive.name)}.`, ...texts, more);
  },
});

function* entriesOf(served: Served, from: number): Generator<Entry> {
  for (const { slug } of served.archive.sessions.slice(from - 1)) {
    const session = served.session(slug);
    if (typeof session !== 'string') yield { head: sessionWords(session), quoted: '', view: session.view };
  }
}

function sessionWords(session: ServedSession): string {
  const { slug, site, view, shown, name } = session;
  const branches = branchesOf(view);
  const files = filesOf(view).filter(({ hash }) => hash !== null).length;
  const lines = [
    `## ${slug}`,
    `${quotedName(session.clean(name))}, a chat of ${siteName(site)}. It began: ${beganWords(view)}.`,
    `${counted(messagesIn(view).length, 'message')}; events ${shortNumber(0)} to ${shortNumber(view.log.length - 1)}; ${counted(shown.sources.length, 'source')}; ${counted(files, 'file')}; ${counted(gapsOf(view).length, 'thing')} known to be missing.`,
    `Branches, by their last events: ${branches
      .slice(0, BRANCHES)
      .map(({ leaf, active }) => `${numberOf(view, leaf)}${active ? ' (the person was on it)' : ''}`)
      .join(', ')}${branches.length > BRANCHES ? ` and ${branches.length - BRANCHES} more` : ''}.`,
  ];
  return lines.join('\n');
}
