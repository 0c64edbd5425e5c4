import type { PageSession } from '../../../src/archive/pages/context';
import { besidesOf } from '../../../src/archive/pages/in-place';
import { piecesOf } from '../../../src/archive/pages/pieces';
import { place } from '../../../src/handoff/shown';
import type { Event } from '../../../src/model/event';
import type { Seen } from '../../prose/readers';

/**
 * Anchors that readers of Markdown make of headings. GitHub and VS Code: in lower case, without signs, blanks as hyphens.
 * pandoc: the same with all before the first letter gone. Of two that are the same, the later gets a number.
 */
export function anchorsBy(rule: 'github' | 'pandoc', headings: readonly string[]): Map<string, number> {
  const anchors = new Map<string, number>();
  for (const [index, heading] of headings.entries()) {
    const words = heading.toLowerCase().trim();
    const slug =
      rule === 'github'
        ? words.replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '').replace(/\s/g, '-')
        : words
            .replace(/[^\p{L}\p{N}\s_.-]/gu, '')
            .replace(/\s+/g, '-')
            .replace(/^[^\p{L}]+/u, '') || 'section';
    let name = slug;
    for (let again = 1; anchors.has(name); again++) name = `${slug}-${again}`;
    anchors.set(name, index);
  }
  return anchors;
}

/** Obsidian: a heading is found by its words, without regard to case. */
const byWords = (headings: readonly string[], words: string): number =>
  headings.findIndex((heading) => heading.toLowerCase() === words);

/**
 * Links of a transcript that lead nowhere, or outside without saying so. `has`: true for a path from the transcript's
 * folder that is a file of the archive.
 */
export function linkFaults(seen: Seen, has: (path: string) => boolean): string[] {
  const inside = placesOf(seen.headings);
  return [...seen.links, ...seen.images].flatMap((link) => {
    if (link.startsWith('#')) return inside(link.slice(1)) ? [] : [`${link} does not lead to one place everywhere`];
    if (!/^[a-z][\w+.-]*:/i.test(link)) return has(link) ? [] : [`${link} is no file of the archive`];
    return isSaid(link, seen.words) ? [] : [`${link} leads outside and does not say so`];
  });
}

/** True for an anchor that every reader finds at the same heading. */
function placesOf(headings: readonly string[]): (anchor: string) => boolean {
  const [github, pandoc] = [anchorsBy('github', headings), anchorsBy('pandoc', headings)];
  return (anchor) => {
    const at = byWords(headings, anchor);
    return at >= 0 && github.get(anchor) === at && pandoc.get(anchor) === at;
  };
}

/** True for an address of the web whose host stands in words, in its link or behind it. */
const isSaid = (link: string, words: string): boolean =>
  /^(?:https?|mailto):/i.test(link) && words.includes(new URL(link).host || link.slice('mailto:'.length));

const FILE = /^\.\.\/\.\.\/artifacts\/sha256\/[0-9a-f]{2}\/[0-9a-f]{64}\.(?:png|txt)$/;

/** The same for the files that tests know. */
export const deadLinks = (seen: Seen): string[] => linkFaults(seen, (path) => FILE.test(path));

/** The numbers that a transcript has headings for, in order: all events but those said where another names them. */
export function numbersIn(page: PageSession): string[] {
  const { stretches, rest, servers } = page.outline();
  const withBesides = (events: readonly Event[]): Event[] => events.flatMap((event) => besidesOf(page, event));
  const turns = stretches.flatMap(({ turns }) => turns);
  const events = turns.flatMap((turn) => {
    const { words, rest: pieces } = piecesOf(turn);
    return [
      turn.event,
      ...withBesides([...words, turn.event]),
      ...pieces.flatMap((piece) => [piece[0], ...withBesides(piece)]),
    ];
  });
  const others = rest.flatMap((event) => [event, ...withBesides([event])]);
  return [...events, ...others, ...servers].map(({ id }) => place(page.shown, id));
}
