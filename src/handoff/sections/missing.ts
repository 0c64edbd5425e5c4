import { member } from '../../lib/json';
import type { Event } from '../../model/event';
import { ofBranch } from '../../projection/branches';
import { describedBy } from '../../projection/debrief';
import { lacksOf, sealedOf, serverCopiesOf } from '../../projection/lacks';
import { eventsOf } from '../../projection/view';
import { gapGroups, isOfBytes, thingOf, whyOf } from '../../report/gaps';
import { debriefNumbers } from '../debrief';
import { fitting } from '../fitting';
import { quotedName } from '../markdown';
import { place, type Shown } from '../shown';
import { isOfPerson, lastVersionNamed } from '../versions';

const LIMIT = 20_000;

/**
 * What is known to be missing on a branch, and what only a provider can open there; of other branches only how much; and
 * what is still on the provider's server.
 */
export function missingSection(shown: Shown, path: readonly Event[]): string {
  const { view } = shown;
  const isHere = ofBranch(view, path);
  const gaps = lacksOf(view); // what is sent with no conversation stands with the instructions
  const sealed = sealedOf(view).filter(({ sealed: { twin } }) => twin.state === 'missing');
  const unknown = eventsOf(view, 'unknown');
  const hereGaps = gaps.filter(({ id }) => isHere(id));
  const hereSealed = sealed.filter(({ event }) => isHere(event));
  const hereUnknown = unknown.filter(({ id }) => isHere(id));
  const here = [
    ...gapLines(shown, hereGaps, isHere),
    ...sealedLines(shown, path, hereSealed),
    ...hereUnknown.map(
      ({ id, body }) =>
        `- ${place(shown, id)} not fully read: ${body.type ? quotedName(body.type) : 'a type not named'}`,
    ),
  ];
  const all = gaps.length + sealed.length + unknown.length;
  const elsewhere = all - hereGaps.length - hereSealed.length - hereUnknown.length;
  const { kept, left } = fitting(here, (line) => line, LIMIT);
  const lines = [
    ...(kept.length > 0
      ? kept
      : [elsewhere > 0 ? 'Nothing on this branch that the log knows of.' : 'Nothing that the log knows of.']),
    ...(left > 0 ? [`- and ${left} more, in transcript.md`] : []),
  ].join('\n');
  const others = elsewhere > 0 ? `\n\nOn other branches: ${elsewhere} more, in transcript.md.` : '';
  return `## Known to be missing\n\n${lines}${others}${serverNote(serverCopiesOf(view).length)}`;
}

/** A debrief tells what went on before it; it is no equal of what is sealed. */
function sealedLines(shown: Shown, path: readonly Event[], sealed: ReturnType<typeof sealedOf>): string[] {
  const described = describedBy(shown.view, path);
  return sealed.map(({ event, sealed: { kind, hides } }) => {
    const debrief = described(event);
    const instead =
      debrief === null
        ? 'nothing readable stands for it'
        : `described${debrief.state === 'cut' ? ' in part' : ''} by the debrief ${debriefNumbers(shown, debrief)}, which is not its equal`;
    return `- ${place(shown, event)} sealed by the provider (${kind}), ${instead}: ${quotedName(hides)}`;
  });
}

/** First what is missing altogether, then what is here in another form. */
function gapLines(shown: Shown, gaps: readonly Event<'gap'>[], isHere: (id: string) => boolean): string[] {
  const versions = new Map(gaps.map((gap) => [gap.id, versionHere(shown, gap, isHere)]));
  const [absent, presented] = [gaps.filter(({ id }) => !versions.get(id)), gaps.filter(({ id }) => versions.get(id))];
  return [
    ...gapGroups(absent).map((group) => gapLine(shown, group)),
    ...gapGroups(presented).map((group) => {
      const last = place(shown, versions.get(group[0].id)?.id ?? '');
      return `${gapLine(shown, group)}; versions of it are in the archive, the last is ${last}`;
    }),
  ];
}

/**
 * The last version on this branch of a document that a model or tool presents, of which only the site's own copy was not
 * fetched; null where it is no such gap. A file that the person sent may go by the same name and be another one.
 */
function versionHere({ view }: Shown, gap: Event<'gap'>, isHere: (id: string) => boolean): Event<'artifact'> | null {
  const presenting = gap.parents.map((id) => view.current.get(id));
  if (!isOfBytes(gap) || presenting.some((event) => !event || isOfPerson(event))) return null;
  const name = member(gap.body.what, 'name');
  const version = typeof name === 'string' ? lastVersionNamed(view, name) : null;
  return version?.all.findLast(({ id }) => isHere(id)) ?? null;
}

/** What a site named is quoted; our own nouns are not. */
function gapLine(shown: Shown, group: readonly [Event<'gap'>, ...Event<'gap'>[]]): string {
  const [first] = group;
  const { noun, name } = thingOf(first);
  const quoted = name === null ? [] : [noun === null ? quotedName(name) : `(${quotedName(name)})`];
  const numbers = group.map(({ id }) => place(shown, id)).join(', ');
  return `- ${[numbers, ...(noun === null ? [] : [noun]), ...quoted].join(' ')}: ${whyOf(first)}`;
}

const serverNote = (copies: number): string =>
  copies === 0
    ? ''
    : `\n\nOn the provider's server ${copies === 1 ? 'is one copy' : `are ${copies} copies`} of what belongs to this session; none is needed to go on.`;
