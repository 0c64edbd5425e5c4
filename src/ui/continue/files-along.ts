import { type Choice, chosenIn } from '../../handoff/choice';
import { shownName } from '../../handoff/marks';
import type { HandedFile } from '../../messages/compose';
import type { SessionView } from '../../projection/view';
import { filesOf, type ListedFile } from '../../report/files';

/** As many as a list of boxes can have. */
const MOST = 100;
const LONGEST = 120;

/** The kept files of a session that may be attached elsewhere, each once, the latest first. */
export function filesAlong(view: SessionView): readonly HandedFile[] {
  const kept = new Map(filesOf(view).flatMap((file) => (file.hash === null ? [] : [[file.hash, file] as const])));
  return [...kept]
    .reverse()
    .slice(0, MOST)
    .map(([hash, file]) => ({ name: nameOf(file, hash), type: file.mime ?? '', bytes: { artifact: hash } }));
}

/** Those of them that the person picked. */
export function chosenAmong(
  files: readonly HandedFile[],
  { view, choice }: { readonly view: SessionView; readonly choice: Choice },
): readonly HandedFile[] {
  const chosen = chosenIn(view, choice);
  return files.filter(({ bytes }) => !('artifact' in bytes) || chosen.file(bytes.artifact));
}

/** The file's own name without what a path is made of; one without a name gets the beginning of its hash. */
function nameOf({ name, mime }: ListedFile, hash: string): string {
  const clean = shownName(name ?? '')
    .replace(/[/\\:\p{Cc}]+/gu, ' ')
    .trim();
  if (clean !== '') return [...clean].slice(-LONGEST).join('');
  const [, kind = 'bin'] = /\/([a-z0-9]+)/.exec(mime ?? '') ?? [];
  return `${hash.slice(0, 8)}.${kind}`;
}
