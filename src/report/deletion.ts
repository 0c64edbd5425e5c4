import type { ServerCopy } from '../model/references';
import type { TestReport } from '../model/session';
import { serverCopiesOf } from '../projection/lacks';
import { eventsOf, type SessionView } from '../projection/view';
import { siteById } from '../providers/sites';
import { type Finding, judged, named, unnamed } from './finding';
import { copyWords, namesOfCopies } from './media';

const NEXT = {
  gaps: 'Ask the provider how long it keeps these copies and how they are deleted.',
  fail: 'Look on the site for what this session left there; the list here is not complete.',
};

/** Is every copy on a provider's server listed, with how long it stays and how it is deleted? */
export function deletion(view: SessionView): TestReport {
  const copies = serverCopiesOf(view);
  const names = namesOfCopies(view);
  const findings = copies.flatMap(({ event, copy }) => copyFindings(event, copy, copyWords(copy, names)));
  if (copies.length === 0 && isHosted(view)) findings.push(noCopy(view));
  const counts = {
    copies: copies.length,
    deleted: copies.filter(({ copy }) => copy.deletion.doneAt).length,
  };
  return judged(counts, findings, NEXT);
}

/** No copy is listed at all: the site's silence where it did not even say which conversation it is. */
const noCopy = (view: SessionView): Finding =>
  eventsOf(view, 'session.started').some(({ body }) => isMadeUp(body.session))
    ? named(null, 'What was read does not say which conversation of the site it is, so the copy there cannot be named.')
    : unnamed(
        null,
        'The session was read from a site, but not even the conversation there is listed as a server copy.',
      );

/** True for a session's name that is ours: one that the site gave no id is named by the hash of what it sent first. */
export const isMadeUp = (session: string | null | undefined): boolean => /^[0-9a-f]{64}$/.test(session ?? '');

/** True where a site's server held the conversation: it has a web origin, or was heard, asked for or seen on a page. */
const isHosted = (view: SessionView): boolean =>
  eventsOf(view, 'session.started').some(({ body }) => /^https?:/.test(body.origin ?? '')) ||
  view.log.some(({ actor, source }) => actor.kind !== 'recorder' && ON_A_SITE.has(source.capture));

const ON_A_SITE: ReadonlySet<string> = new Set(['heard', 'asked', 'page']);

function copyFindings(event: string, copy: ServerCopy, words: string): Finding[] {
  const { retention, deletion: way } = copy;
  const name = `The ${words} at ${siteById(copy.system)?.name ?? copy.system}`;
  if (way.doneAt)
    return receiptOf(copy) === null ? [unnamed(event, `${name} is said to be deleted, but there is no receipt.`)] : [];
  const lacks = [
    ...(NOT_SAID.test(retention.rule.trim()) ? ['how long it is kept is not known'] : []),
    ...(way.how === 'none' ? ['no way to delete it is known'] : []),
    ...(way.how !== 'none' && !way.where ? ['where it can be deleted is not known'] : []),
  ];
  return lacks.length === 0 ? [] : [named(event, `${name}: ${lacks.join(', and ')}.`)];
}

const NOT_SAID = /^(?:not (?:stated|known|said)|unknown|unclear)?\.?$/i;

/** What shows that a copy was deleted. */
function receiptOf({ deletion: way }: ServerCopy): unknown {
  return way.receipt ?? way.proof ?? null;
}
