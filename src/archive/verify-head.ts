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
  const { slug, identity, said } = session;
  const where = `${sessionFolder(slug)}session.json`;
  const view = viewOf(events);
  const [first] = events;
  const started = first?.kind === 'session.started' ? first.body : null;
  // a log that never spoke of a title says nothing against one
  const titled = eventsOf(view, 'session.updated').length > 0;
  const known: Record<string, readonly [said: unknown, logged: unknown]> = {
    site: [identity.site, first?.source.platform ?? identity.site],
    origin: [identity.origin, started?.origin ?? identity.origin],
    native: [identity.native, started?.session ?? identity.native],
    title: [said.title, said.title === undefined || !titled ? said.title : titleOf(view)],
    leaf: [said.leaf, said.leaf === undefined ? undefined : activeLeaf(view)],
  };
  const differing = Object.entries(known).filter(([, [stated, logged]]) => stated !== logged);
  const flaws = differing.map(([member]) =>
    flaw(where, member, `The session "${slug}" states another ${member} in "session.json" than its log does.`),
  );
  // where neither says the site's own id, the key stands for it
  const nameless = identity.native === identity.key;
  if (!nameless && identity.key !== sessionKey(identity.site, identity.origin, identity.native))
    flaws.push(flaw(where, 'key', `The key of the session "${slug}" does not follow from its site, origin and id.`));
  if (first && !slugsOf(session, first).includes(slug))
    flaws.push(flaw(where, 'slug', `The folder "${slug}" is not called after the day, site and key of its session.`));
  return flaws;
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
