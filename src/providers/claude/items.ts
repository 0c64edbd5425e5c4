import { fromBase64 } from '../../lib/bytes';
import { artifactName, sha256Hex } from '../../lib/hash';
import { isObject } from '../../lib/json';
import type { Part } from '../../model/parts';
import { beyond, shown } from '../kit/beyond';
import type { Evidences } from '../kit/evidence';
import { asObject, asText, asWords, isBlank, said } from '../kit/value';
import { shownParts } from './display';
import type { Files } from './files';
import { sourceOf } from './sources';

type Fields = Readonly<Record<string, unknown>>;

export interface ItemContext {
  /** The event of the result. */
  readonly id: string;
  /** What was searched for, where that is one thing. */
  readonly query: string | null;
  /** True where the tool searches: the place of an item is its rank then. */
  readonly ranked: boolean;
  readonly tool: string | null;
  readonly evidences: Evidences;
  readonly files: Files;
  /** Where in the message the item stands. */
  readonly path: readonly (string | number)[];
}

const RESOURCE = shown({
  text: ['type', 'file_path', 'name', 'mime_type', 'path', 'title'],
  any: ['uuid', 'file_uuid'],
});

/** What one item of a result says. What is not known is kept as it is. */
export function itemParts(item: unknown, context: ItemContext): Part[] {
  if (typeof item === 'string') return item === '' ? [] : [{ type: 'text', text: item, format: 'plain' }];
  if (!isObject(item)) return isBlank(item) ? [] : [{ type: 'json', value: item }];
  const type = asText(item.type);
  if (type === 'image') return imageParts(item, context);
  if (FILES.has(type)) return fileParts(item, context);
  if (isSource(item, type)) return sourceParts(item, context);
  const parts = shownParts(item);
  return parts.length > 0 ? parts : [{ type: 'json', value: item, ...said({ of: type }) }];
}

const FILES: ReadonlySet<string | null> = new Set(['local_resource', 'file', 'container_upload']);

/** A hit, a page, or a document of a connected drive. */
const isSource = (item: Fields, type: string | null): boolean =>
  type === 'knowledge' || type === 'web_search_result' || asWords(item.doc_uuid) !== null;

function sourceParts(item: Fields, { evidences, query, ranked, tool, path }: ItemContext): Part[] {
  const rank = path.at(-1);
  const source = { ...sourceOf(item, tool), query, rank: ranked && typeof rank === 'number' ? rank + 1 : null };
  if (source.url === null && source.title === null && source.file === null)
    return [{ type: 'json', value: item, ...said({ of: asText(item.type) }) }];
  evidences.found(source);
  return [];
}

const IMAGE = shown({
  text: ['type', 'file_uuid', 'file_name', 'mime_type', 'mimeType'],
  object: ['source'],
  any: ['uuid', 'data'],
});

const SOURCE = shown({ text: ['type', 'media_type'], any: ['data', 'url'] });

/** A picture: named by its id, or with its bytes. */
function imageParts(item: Fields, { files, id, path }: ItemContext): Part[] {
  const source = asObject(item.source);
  const inline = asWords(item.data) ?? asWords(source.data);
  const mime = asWords(source.media_type) ?? asWords(item.mime_type) ?? asWords(item.mimeType);
  const name = asWords(item.file_name);
  const beside = { ...beyond(item, IMAGE), ...said({ source: beyond(source, SOURCE) }) };
  const more = isBlank(beside) ? {} : { more: beside };
  const bytes = inline === null ? null : decoded(inline);
  if (bytes) {
    const sha256 = sha256Hex(bytes);
    files.keep({ sha256, bytes });
    return [{ type: 'image', artifact: artifactName(sha256), mime, name, bytes: bytes.length, ...more }];
  }
  const pointer = asWords(item.file_uuid) ?? asWords(item.uuid) ?? asWords(source.url);
  if (pointer === null) return [{ type: 'json', value: item, of: 'image' }];
  files.name({ pointer, name, event: id }, path);
  return [{ type: 'image', artifact: null, mime, name, pointer, ...more }];
}

function decoded(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return fromBase64(text);
  } catch {
    return null; // no base64: then it is kept as it is
  }
}

/** A file that a tool made or shows: its bytes are in the sandbox. */
function fileParts(item: Fields, { files, id, path }: ItemContext): Part[] {
  const at = asWords(item.file_path) ?? asWords(item.path);
  const pointer = at ?? asWords(item.file_uuid) ?? asWords(item.file_id) ?? asWords(item.uuid);
  if (pointer === null) return [{ type: 'json', value: item, of: asText(item.type) }];
  const name = at === null ? asWords(item.name) : at.slice(at.lastIndexOf('/') + 1);
  files.name({ pointer, name, event: id }, path);
  return [
    {
      type: 'file',
      artifact: null,
      mime: asWords(item.mime_type),
      name,
      pointer,
      ...said({ title: asWords(item.name) ?? asWords(item.title), more: beyond(item, RESOURCE) }),
    },
  ];
}
