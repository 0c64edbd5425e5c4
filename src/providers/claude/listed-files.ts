import type { Part } from '../../model/parts';
import { beyond, shown } from '../kit/beyond';
import { asNumber, asObject, asObjects, asWords, isBlank, said } from '../kit/value';
import { writtenAs } from '../kit/written';
import type { Files } from './files';
import type { Node } from './nodes';

type Fields = Readonly<Record<string, unknown>>;

const FILE = shown({
  text: ['file_kind', 'file_uuid', 'uuid', 'file_name', 'path', 'file_type'],
  number: ['size_bytes', 'file_size'],
  flag: ['success'],
  object: ['preview_asset', 'thumbnail_asset', 'document_asset'],
  // where the bytes are asked for follows from the id, and holds the account's
  any: ['created_at', 'thumbnail_url', 'preview_url'],
});

/** Members that say how a file is shown, which differs from list to list. */
const LOOKS = shown({
  any: ['created_at', 'thumbnail_url', 'preview_url', 'preview_asset', 'thumbnail_asset', 'document_asset'],
});

const KINDS: ReadonlySet<string | null> = new Set(['image', 'document', 'blob']);

interface Listed {
  file: Fields;
  readonly path: readonly (string | number)[];
  /** What other mentions of the same file say otherwise. */
  readonly also: Fields[];
  /** Members that were said, with what they say. */
  readonly told: Set<string>;
}

/** The same files often stand in two lists: what either says of one is said of it once, and what they say otherwise too. */
export function filesIn({ event, message }: Node, files: Files): Part[] {
  const known = new Map<string, Listed>();
  const nameless: Part[] = [];
  for (const { file, pointer, path } of ['files', 'files_v2'].flatMap((list) => listedIn(message.fields[list], list))) {
    const before = pointer === null ? undefined : known.get(pointer);
    if (before) mention(before, file);
    else if (pointer !== null) known.set(pointer, { file, path, also: [], told: new Set(membersOf(file)) });
    else if (!isBlank(file)) nameless.push({ type: 'json', value: file, of: 'file' });
  }
  const parts = Array.from(known, ([pointer, { file, path, also }]): Part => {
    const name = asWords(file.file_name);
    files.name({ pointer, name, event }, path);
    return { ...filePart(file, pointer, name), ...said({ also: also.length > 0 ? also : null }) };
  });
  return [...parts, ...nameless];
}

function listedIn(value: unknown, list: string) {
  const named = new Map<string, number>();
  return asObjects(value).map((file, at) => ({ file, path: [list, at], pointer: pointerOf(file, named) }));
}

/** What names a file: its id or its path, else its name and which of that name it is in its list. */
function pointerOf({ file_uuid, uuid, path, file_name }: Fields, named: Map<string, number>): string | null {
  const own = asWords(file_uuid) ?? asWords(uuid) ?? asWords(path);
  const name = asWords(file_name);
  if (own !== null || name === null) return own;
  const nth = (named.get(name) ?? 0) + 1;
  named.set(name, nth);
  return nth === 1 ? name : `${name}/${nth}`;
}

const membersOf = (file: Fields): string[] => Object.entries(file).map(([key, value]) => `${key} ${writtenAs(value)}`);

/** Adds what another mention says: members that were not set, and those that it sets to something else. */
function mention(before: Listed, file: Fields): void {
  const isOther = ([key, value]: [string, unknown]): boolean =>
    !isBlank(before.file[key]) && !before.told.has(`${key} ${writtenAs(value)}`);
  const other = beyond(Object.fromEntries(Object.entries(file).filter(isOther)), LOOKS);
  if (other) before.also.push(other);
  for (const member of membersOf(file)) before.told.add(member);
  before.file = { ...file, ...said(before.file) };
}

function filePart(file: Fields, pointer: string, name: string | null): Part {
  const kind = asWords(file.file_kind);
  const shown = asObject(file.preview_asset ?? file.thumbnail_asset);
  return {
    type: kind === 'image' ? 'image' : 'file',
    artifact: null,
    mime: asWords(file.file_type),
    name,
    pointer,
    ...said({
      kind: KINDS.has(kind) ? null : kind,
      path: asWords(file.path),
      bytes: asNumber(file.size_bytes) ?? asNumber(file.file_size),
      width: asNumber(shown.image_width),
      height: asNumber(shown.image_height),
      pages: asNumber(asObject(file.document_asset).page_count),
      failed: file.success === false ? true : null,
      more: beyond(file, FILE),
    }),
  };
}
