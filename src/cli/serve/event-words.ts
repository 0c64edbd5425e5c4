import { headlineOf } from '../../archive/pages/describe';
import { type Fact, factsOf } from '../../archive/pages/facts';
import { quotedName } from '../../handoff/markdown';
import { withoutSealed } from '../../handoff/opaque';
import { jsonLines, readable } from '../../handoff/readable';
import { hashIn } from '../../lib/hash';
import { parseJson } from '../../lib/json';
import { momentInWords } from '../../lib/time';
import type { Event } from '../../model/event';
import { besides, inChain, readBefore } from '../../projection/branches';
import { numberOf } from '../../projection/view';
import { gapSentence } from '../../report/gaps';
import type { Entry } from './answer';
import type { ServedSession } from './served';

/** An event with its place in the session. */
export const entryOf = (session: ServedSession, event: Event): Entry => ({
  head: headOf(session, event),
  quoted: eventWords(session, event),
  view: session.view,
});

/** All that an event says, as text. Sealed values and ids of a server are not in it. */
export function eventWords({ shown, clean }: Pick<ServedSession, 'shown' | 'clean'>, event: Event): string {
  const said = event.kind === 'gap' ? gapSentence(event) : readable(shown, event);
  const file = event.kind === 'artifact' ? fileWords(event, shown.artifactPath) : '';
  const facts = factsOf(shown, event).map(factWords);
  return clean([said, file, ...facts].filter((each) => each !== '').join('\n\n'));
}

function fileWords({ body }: Event<'artifact'>, pathOf: (hash: string) => string | null): string {
  const hash = hashIn(body.artifact) ?? '';
  const path = pathOf(hash);
  const named = [body.name ?? 'a file without a name', body.mime, body.role].filter(Boolean).join(', ');
  return `${named}; sha256 ${hash}${path === null ? '' : `, in the archive at ${path}`}`;
}

function factWords({ label, value, block }: Fact): string {
  if (block === undefined) return `${label}: ${openText(value)}`;
  const json = block === 'json' ? parseJson(value) : undefined;
  const text = json === undefined ? openText(value) : jsonLines(withoutSealed(json, () => undefined));
  return `${label}:\n${text}`;
}

const openText = (text: string): string => String(withoutSealed(text, () => undefined));

function headOf(session: ServedSession, event: Event): string {
  const { view } = session;
  const number = (id: string): string => numberOf(view, id);
  const before = inChain(view, event) ? readBefore(view, event.id) : view.parents.get(event.id)?.[0];
  const others = inChain(view, event) ? session.forks(event).filter((id) => id !== event.id) : [];
  const facts = [
    event.at.occurred === null ? null : momentInWords(event.at.occurred, 'second'),
    before === undefined ? null : `${inChain(view, event) ? 'after' : 'beside'} ${number(before)}`,
    inChain(view, event) && !session.active().has(event.id) ? 'not on the branch the person was on' : null,
    others.length === 0 ? null : `other versions: ${listed(others.map(number))}`,
    ...[besides(view, event.id).map(({ id }) => number(id))].map((beside) =>
      beside.length === 0 ? null : `beside it: ${listed(beside)}`,
    ),
  ];
  const said = facts.filter((fact) => fact !== null).join(' · ');
  return `### ${number(event.id)} ${quotedName(session.clean(headlineOf(event)))}${said === '' ? '' : `\n${said}`}`;
}

const LISTED = 12;

const listed = (numbers: readonly string[]): string =>
  numbers.length <= LISTED
    ? numbers.join(', ')
    : `${numbers.slice(0, LISTED).join(', ')} and ${numbers.length - LISTED} more`;
