import type { Event } from '../model/event';
import { sessionKey, sessionSlug } from '../model/ids';
import { activeLeaf } from '../projection/branches';
import { titleOf } from '../projection/lacks';
import { eventsOf, viewOf } from '../projection/view';
import { payloadOxum } from './bag';
import { sessionFolder } from './names';
import type { OpenedArchive, OpenedSession } from './open';
import { type Flaw, flaw } from './verdict';

/** What `session.json` says of itself otherwise than its log does. Only what it states is held against the log. */
export function headFlaws(session: OpenedSession, events: readonly Event[]): Flaw[] {
  const { slug, said } = session;
  const view = viewOf(events);
  const [first] = events;
  // a log that never spoke of a title says nothing against one
  const titled = eventsOf(view, 'session.updated').length > 0;
  const flaws = [
    ...identityFlaws(session, events),
    ...differing(session, {
      title: [said.title, said.title === undefined || !titled ? said.title : titleOf(view)],
      leaf: [said.leaf, said.leaf === undefined ? undefined : activeLeaf(view)],
    }),
  ];
  if (first && !slugsOf(session, first).includes(slug))
    flaws.push(
      flaw(headOf(session), 'slug', `The folder "${slug}" is not called after the day, site and key of its session.`),
    );
  return flaws;
}

/** How a session says it is another than its log does: what does that is none that can be kept. */
export function identityFlaws(session: OpenedSession, [first]: readonly Event[]): Flaw[] {
  const { key, site, origin, native } = session.identity;
  const started = first?.kind === 'session.started' ? first.body : null;
  const flaws = differing(session, {
    site: [site, first?.source.platform ?? site],
    origin: [origin, started?.origin ?? origin],
    native: [native, started?.session ?? native],
  });
  // where neither says the site's own id, the key stands for it
  if (native === key || key === sessionKey(site, origin, native)) return flaws;
  const sentence = `The key of the session "${session.slug}" does not follow from its site, origin and id.`;
  return [...flaws, flaw(headOf(session), 'key', sentence)];
}

const headOf = ({ slug }: OpenedSession): string => `${sessionFolder(slug)}session.json`;

function differing(session: OpenedSession, members: Readonly<Record<string, readonly [unknown, unknown]>>): Flaw[] {
  const names = Object.entries(members).flatMap(([member, [said, logged]]) => (said === logged ? [] : [member]));
  const sentence = (member: string): string =>
    `The session "${session.slug}" states another ${member} in "session.json" than its log does.`;
  return names.map((member) => flaw(headOf(session), member, sentence(member)));
}

/** The folder that a session may have: of a second copy in one archive the log's hash is part of its name. */
function slugsOf({ identity: { site, key }, logHash }: OpenedSession, { at }: Event): string[] {
  const slug = sessionSlug(at, site, key);
  return [slug, `${slug}-${logHash.slice(0, 8)}`];
}

/** Labels of `bag-info.txt` that are not what the archive holds. `newest`: the latest `at.recorded` of all logs. */
export function infoFlaws(
  archive: OpenedArchive,
  { content, identity, newest }: { readonly content: string; readonly identity: string; readonly newest: string },
): Flaw[] {
  const files = [...archive.manifest].map(([path, sha256]) => ({
    path,
    sha256,
    size: archive.entries.get(path)?.size ?? 0,
  }));
  const expected: Record<string, string> = {
    'Bagging-Date': newest.slice(0, 10),
    'Payload-Oxum': payloadOxum(files),
    'Valise-Content-Identity': content,
    'Valise-Archive-Identity': identity,
  };
  return Object.entries(expected).flatMap(([label, value]) => {
    const said = archive.info.get(label);
    if (said === value) return [];
    const states = said === undefined ? `no ${label}` : `another ${label}`;
    return [flaw('bag-info.txt', label, `"bag-info.txt" states ${states}; it should be ${value}.`)];
  });
}
