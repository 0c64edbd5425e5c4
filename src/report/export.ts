import { hashIn } from '../lib/hash';
import type { Event } from '../model/event';
import { namedArtifacts } from '../model/named';
import type { TestReport } from '../model/session';
import { partsOf } from '../projection/sources';
import { eventsOf, type SessionView } from '../projection/view';
import type { Facts } from './facts';
import { type Finding, judged, named, unnamed } from './finding';
import { gapSentence, gapsAbout, isOfBytes } from './gaps';
import { isMedia, mediaHash, unnamedMedia } from './media';

const NEXT = {
  gaps: 'Files that a site only names are not in here: save those that matter from the site, while the account is there.',
  fail: 'Export again from the browser that captured the session; this archive lacks bytes or holds damaged ones.',
};

/** Is everything in the archive, with the right hash, so that nothing needs the network? */
export function exporting(view: SessionView, facts: Facts): TestReport {
  const dropped = droppedIn(view);
  const needed = neededArtifacts(view);
  const gaps = gapsAbout(view);
  const isMissing = (hash: string): boolean => !facts.has(hash) && !dropped.has(hash);
  const isDamaged = (hash: string): boolean => facts.damaged?.has(hash) ?? false;
  const damaged = [...needed].filter(([hash]) => isDamaged(hash));
  const missing = [...needed].filter(([hash]) => !isDamaged(hash) && isMissing(hash));
  const findings = [
    ...damaged.map(([hash, event]) => unnamed(event, `The bytes of artifact ${hash} differ from its hash.`)),
    ...missing.map(([hash, event]) => unnamed(event, `Artifact ${hash} is not in the archive.`)),
    ...[...view.current.values()].filter(({ id }) => !gaps.has(id)).flatMap((event) => withoutBytes(view, event)),
    ...eventsOf(view, 'gap')
      .filter(isOfBytes)
      .map((gap) => named(gap.id, `Missing: ${gapSentence(gap)}.`)),
  ];
  const counts = {
    artifacts: needed.size,
    missing: missing.length,
    damaged: damaged.length,
    dropped: dropped.size,
  };
  return judged(counts, findings, NEXT);
}

/** Every artifact that the log names, with the first event that does. */
function neededArtifacts(view: SessionView): ReadonlyMap<string, string> {
  const needed = new Map<string, string>();
  for (const event of view.log)
    for (const hash of namedArtifacts(event)) if (!needed.has(hash)) needed.set(hash, event.id);
  return needed;
}

/** Hashes that a gap says were dropped by the person's own setting. */
function droppedIn(view: SessionView): ReadonlySet<string> {
  const dropped = new Set<string>();
  for (const { kind, body } of view.log)
    if (kind === 'gap' && body.why === 'dropped')
      for (const name of JSON.stringify(body).match(/sha256:[0-9a-f]{64}/g) ?? []) dropped.add(hashIn(name) ?? '');
  return dropped;
}

/** The media an event speaks of without having their bytes. */
function withoutBytes(view: SessionView, event: Event): Finding[] {
  return partsOf(event).flatMap((part) => {
    if (!isMedia(part) || mediaHash(view, event, part) !== null) return [];
    const name = part.name ? `The ${part.type} ${JSON.stringify(part.name)}` : sentenceCase(unnamedMedia(part));
    return [unnamed(event.id, `${name} is spoken of, its bytes are not there, and nothing says why.`)];
  });
}

const sentenceCase = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);
