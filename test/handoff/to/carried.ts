import type { Built } from '../../../src/handoff/targets';
import { base64 } from '../../../src/lib/bytes';
import type { Event } from '../../../src/model/event';
import { activePath } from '../../../src/projection/branches';
import type { SessionView } from '../../../src/projection/view';
import { readers, type Seen } from './read-back';
import { PICTURE, PICTURE_HASH } from './wild';

export const withPicture = {
  artifactPath: () => null,
  pictures: new Map([[PICTURE_HASH, { mime: 'image/png', base64: base64(PICTURE) }]]),
};

/** Without what a target may put into words or take out of them: numbers of sources, a site's private marks, white space. */
export const bare = (words: string): string =>
  words
    .toWellFormed()
    .replace(/\ue200[^\ue200\ue201]*\ue201|[\ue200-\ue2ff]/g, '')
    .replace(/\[\d+\]/g, '')
    .replace(/\s+/g, '');

/** Every text of every message on a branch, with its event. Read off the log alone. */
const textsOf = (path: readonly Event[]): { event: string; text: string }[] =>
  path
    .filter((event): event is Event<'message'> => event.kind === 'message')
    .flatMap(({ id, body }) =>
      body.parts.flatMap((part) => (part.type === 'text' ? [{ event: id, text: bare(part.text) }] : [])),
    );

/** Texts of messages of the branch that are neither in a target's file nor named in its loss report. */
export function lostTexts(
  view: SessionView,
  name: string,
  { text, loss }: Built,
  path: readonly Event[] = activePath(view),
): string[] {
  const told = new Set(loss.filter(({ what }) => what === 'text').map(({ event }) => event));
  const all = bare(
    seenIn(name, text)
      .map((seen) => ('text' in seen ? seen.text : ''))
      .join(' '),
  );
  return textsOf(path).flatMap(({ event, text: words }) =>
    told.has(event) || all.includes(words) ? [] : [`${event}: ${words.slice(0, 80)}`],
  );
}

/** How many calls a branch has. */
export const callsOn = (path: readonly Event[]): number => path.filter(({ kind }) => kind === 'tool.call').length;

export function seenIn(name: string, text: string): Seen[] {
  const read = readers[name];
  if (!read) throw new Error(`nobody reads ${name} back`);
  return read(text);
}
