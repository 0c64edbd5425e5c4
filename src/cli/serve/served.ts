import type { OpenedArchive, OpenedSession } from '../../archive/open';
import { type Shown, shownOf } from '../../handoff/shown';
import { sessionName } from '../../handoff/titles';
import { looseText } from '../../lib/bytes';
import { parseJson } from '../../lib/json';
import type { Event } from '../../model/event';
import { activePath } from '../../projection/branches';
import { checkEvidence } from '../../projection/evidence';
import type { EvidenceCheck } from '../../projection/evidence-state';
import { forksIn } from '../../projection/forks';
import { type SessionView, viewOf } from '../../projection/view';
import type { Group } from '../../secrets/kinds';
import { type Cleaning, cleaningOf } from './cleaning';

/** A session as it is served. What is costly is computed once, when it is first asked for. */
export interface ServedSession extends Cleaning {
  readonly slug: string;
  readonly site: string;
  readonly view: SessionView;
  readonly shown: Shown;
  readonly name: string;
  /** Ids of the branch the person was on. */
  readonly active: () => ReadonlySet<string>;
  /** Ids among which a person could switch at an event. */
  readonly forks: (event: Event) => readonly string[];
  readonly evidence: () => Promise<EvidenceCheck>;
}

/** A sound archive as it is served: its sessions are read when they are asked for, and a few of them are held. */
export interface Served {
  readonly archive: OpenedArchive;
  /** The session of that slug; absent: the only one. Else a sentence that says which there are. */
  session(slug: string | undefined): ServedSession | string;
  /** One after the other, those left out whose log is not wanted. */
  sessions(isWanted: (lines: readonly string[]) => boolean): Iterable<ServedSession>;
}

const HELD = 4;
const LISTED = 20;

/** @param leaveOut what is left out of all that is served */
export function servedOf(archive: OpenedArchive, leaveOut: readonly Group[] = []): Served {
  const files = new Map(
    [...archive.manifest].filter(([path]) => path.startsWith('data/artifacts/')).map(([path, hash]) => [hash, path]),
  );
  const held = new Map<string, ServedSession>();
  const open = (session: OpenedSession): ServedSession => openSession(archive, session, { files, leaveOut });
  const take = (session: OpenedSession): ServedSession => {
    const known = held.get(session.slug) ?? open(session);
    held.delete(session.slug);
    held.set(session.slug, known); // the latest stands last
    const [oldest] = held.keys();
    if (held.size > HELD && oldest !== undefined) held.delete(oldest);
    return known;
  };
  return {
    archive,
    session(slug) {
      const [only] = archive.sessions;
      const found =
        slug === undefined && archive.sessions.length === 1
          ? only
          : archive.sessions.find((each) => each.slug === slug);
      return found ? take(found) : whichWords(archive, slug);
    },
    *sessions(isWanted) {
      for (const session of archive.sessions)
        if (isWanted(session.lines)) yield held.get(session.slug) ?? open(session);
    },
  };
}

function whichWords({ sessions }: OpenedArchive, slug: string | undefined): string {
  const wrong = slug === undefined ? 'There are several sessions: say which.' : 'There is no session of that name.';
  const more = sessions.length > LISTED ? `, and ${sessions.length - LISTED} more (list_sessions lists all)` : '';
  return `${wrong} "session" is one of: ${sessions
    .slice(0, LISTED)
    .map((each) => each.slug)
    .join(', ')}${more}.`;
}

function openSession(
  archive: OpenedArchive,
  { slug, lines, identity }: OpenedSession,
  { files, leaveOut }: { readonly files: ReadonlyMap<string, string>; readonly leaveOut: readonly Group[] },
): ServedSession {
  const view = viewOf(lines.map((line) => parseJson(line) as Event)); // each line was checked with the archive
  const shown = shownOf(view, { artifactPath: (hash) => files.get(hash) ?? null });
  const forks = once(() => forksIn(view));
  return {
    ...{ slug, site: identity.site, view, shown, name: sessionName(view) },
    ...cleaningOf(shown, leaveOut),
    active: once(() => new Set(activePath(view).map(({ id }) => id))),
    forks: (event) => forks()(event),
    evidence: once(() =>
      checkEvidence(view, async (hash) => {
        const bytes = await archive.artifact(hash);
        return bytes && looseText(bytes);
      }),
    ),
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
