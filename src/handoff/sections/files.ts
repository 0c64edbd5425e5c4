import { hashIn } from '../../lib/hash';
import { partsOf } from '../../projection/sources';
import { UNNAMED_FILE } from '../../report/gaps';
import { isMedia, mediaHash } from '../../report/media';
import { fitting } from '../fitting';
import { quotedName } from '../markdown';
import { place, type Shown } from '../shown';

const LIMIT = 20_000;

interface Named {
  readonly event: string;
  readonly name: string | null;
  readonly mime: string | null;
}

/** Files of the session, each once, with their hash and place in the archive. */
export function fileSection(shown: Shown): string {
  const lines = [...filesOf(shown)].map(([hash, { event, name, mime }]) => {
    const path = shown.artifactPath(hash);
    const type = mime === null ? 'type not said' : quotedName(mime);
    return `- ${place(shown, event)} ${name === null ? UNNAMED_FILE : quotedName(name)} (${type}), sha256 ${hash}${path === null ? '' : `, at ${path}`}`;
  });
  const { kept, left } = fitting(lines, (line) => line, LIMIT);
  const note = left > 0 ? `\n- and ${left} more` : '';
  return lines.length === 0 ? '' : `## Files\n\n${kept.join('\n')}${note}`;
}

/** What artifacts the session names as files, by hash: by an event of their own, or by a part of another. */
function filesOf({ view }: Shown): ReadonlyMap<string, Named> {
  const files = new Map<string, Named>();
  const add = (hash: string | null, named: Named): void => {
    if (hash !== null && !files.has(hash)) files.set(hash, named);
  };
  for (const event of view.current.values()) {
    if (event.kind === 'artifact')
      add(hashIn(event.body.artifact), {
        event: event.id,
        name: event.body.name ?? null,
        mime: event.body.mime ?? null,
      });
    for (const part of partsOf(event))
      if (isMedia(part))
        add(mediaHash(view, event, part), { event: event.id, name: part.name ?? null, mime: part.mime ?? null });
  }
  return files;
}
