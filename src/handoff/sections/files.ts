import { hashIn } from '../../lib/hash';
import type { Event } from '../../model/event';
import { ofBranch } from '../../projection/branches';
import { isOfSource } from '../../projection/source-pages';
import { partsOf } from '../../projection/sources';
import { UNNAMED_FILE } from '../../report/gaps';
import { isMedia, mediaHash } from '../../report/media';
import { fitting } from '../fitting';
import { quotedName } from '../markdown';
import { place, type Shown } from '../shown';
import { derivedWords, versionIn } from '../versions';

const LIMIT = 20_000;

interface Named {
  readonly hash: string;
  readonly event: Event;
  readonly name: string | null;
  readonly mime: string | null;
}

/** Files of the session, each once, with their hash and place in the archive; which version of what they are. */
export function fileSection(shown: Shown, path: readonly Event[]): string {
  const isHere = ofBranch(shown.view, path);
  const lines = filesOf(shown).map(({ hash, event, name, mime }) => {
    const where = shown.artifactPath(hash);
    const type = mime === null ? 'type not said' : quotedName(mime);
    const notes = versionNotes(shown, event, isHere);
    return `- ${place(shown, event.id)} ${name === null ? UNNAMED_FILE : quotedName(name)} (${[type, ...notes].join('; ')}), sha256 ${hash}${where === null ? '' : `, at ${where}`}`;
  });
  const { kept, left } = fitting(lines, (line) => line, LIMIT);
  const note = left > 0 ? `\n- and ${left} more` : '';
  return lines.length === 0 ? '' : `## Files\n\n${kept.join('\n')}${note}`;
}

/** `version 2 of 3, the latest state`. A version of another branch is the latest of nothing that goes on here. */
function versionNotes({ view }: Shown, event: Event, isHere: (id: string) => boolean): string[] {
  if (event.kind !== 'artifact') return [];
  const words = derivedWords(view, event);
  const derived = words === null ? [] : [`${words}, not sent by the site`];
  const version = versionIn(view, event);
  if (version === null) return derived;
  const number = `version ${version.number} of ${version.all.length}`;
  if (!isHere(event.id)) return [`${number}, of another branch`, ...derived];
  return [
    `${number}${version.all.findLast(({ id }) => isHere(id))?.id === event.id ? ', the latest state' : ''}`,
    ...derived,
  ];
}

/** What the session names as files, each once: every version of a document, artifacts of other events, and of parts. */
function filesOf({ view, chosen }: Shown): Named[] {
  const files: Named[] = [];
  const known = new Set<string>();
  const add = (hash: string | null, named: Omit<Named, 'hash'>): void => {
    // a later version may have the bytes of an earlier one, and still be the latest state
    const isVersion = named.event.kind === 'artifact' && versionIn(view, named.event) !== null;
    if (hash === null || !chosen.file(hash) || (known.has(hash) && !isVersion)) return;
    known.add(hash);
    files.push({ hash, ...named });
  };
  // copies of cited pages are named at the sources
  for (const event of [...view.current.values()].filter((each) => !isOfSource(each))) {
    if (event.kind === 'artifact')
      add(hashIn(event.body.artifact), { event, name: event.body.name ?? null, mime: event.body.mime ?? null });
    for (const part of partsOf(event))
      if (isMedia(part)) add(mediaHash(view, event, part), { event, name: part.name ?? null, mime: part.mime ?? null });
  }
  return files;
}
