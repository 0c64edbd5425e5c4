import { utf8 } from '../lib/bytes';
import { sha256Hex } from '../lib/hash';
import type { BackupPart } from '../model/library';

/** Where an artifact lies in an archive, below the top folder. */
export const artifactPath = (hash: string, suffix: string): string =>
  `data/artifacts/sha256/${hash.slice(0, 2)}/${hash}${suffix}`;

/** The folder of a session, below the top folder. */
export const sessionFolder = (slug: string): string => `data/sessions/${slug}/`;

/** Slugs of several sessions: a second copy of one gets the first of its log's hash. `logs` are hashes of `session.jsonl`. */
export function uniqueSlugs(sessions: readonly { readonly slug: string; readonly log: string }[]): string[] {
  const taken = new Set<string>();
  return sessions.map(({ slug, log }) => {
    const own = taken.has(slug) ? `${slug}-${log.slice(0, 8)}` : slug;
    taken.add(slug).add(own);
    return own;
  });
}

/** The name of the top folder. */
export const archiveName = (slugs: readonly string[], baggingDate: string, contentIdentity: string): string =>
  slugs.length === 1 ? `valise-${slugs[0]}` : `valise-${baggingDate}-${contentIdentity.slice(0, 8)}`;

/** The name of a downloaded backup, or of a part of one. */
export const backupName = (name: string, { number, of }: BackupPart): string =>
  `${name.replace(/^valise-/, 'valise-backup-')}${of > 1 ? `-${number}-of-${of}` : ''}.zip`;

const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/i;
/** What Windows, macOS or Linux refuse in a name, controls, and marks that turn the reading direction or cannot be seen. */
export const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Cn}\\/:*?"<>|]+/gu;
/** True for a name that Windows keeps for its devices. */
export const isReservedName = (name: string): boolean => RESERVED.test(name);
const LIMIT = 120; // bytes: far under the 255 of file systems, with room for what a browser adds to a name that is taken

/**
 * The name of the downloaded file: the title in its own script, cut on a character border, at most 120 bytes with
 * `.zip`, the slug's day, site and key at its end so that two of the same title do not collide.
 */
export function downloadName(title: string | null, slug: string): string {
  const ending = ` ${slug}.zip`;
  const room = LIMIT - utf8(ending).length;
  const clean = (title ?? '').normalize('NFC').replace(UNSAFE, ' ').replace(/\s+/g, ' ').trim();
  const cut = cutBytes(clean, room).replace(/^[. ~-]+|[. ]+$/g, '');
  return cut === '' || isReservedName(cut) ? `valise${ending}` : `${cut}${ending}`;
}

/** Cuts a text to a number of UTF-8 bytes without cutting through what a person sees as one character. */
export function cutBytes(text: string, limit: number): string {
  if (utf8(text).length <= limit) return text;
  let kept = '';
  let size = 0;
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    size += utf8(segment).length;
    if (size > limit) break;
    kept += segment;
  }
  return kept;
}

/** SHA-256 of the sorted, distinct lines that name each log and artifact: the same whatever the release and options. */
export function contentIdentity(logs: Iterable<string>, artifacts: Iterable<string>): string {
  const lines = new Set<string>();
  for (const log of logs) lines.add(`log ${log}\n`);
  for (const artifact of artifacts) lines.add(`artifact ${artifact}\n`);
  return sha256Hex([...lines].sort().join(''));
}
