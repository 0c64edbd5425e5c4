import { utf8Length } from '../../lib/bytes';
import { sha256Hex } from '../../lib/hash';
import type { Part } from '../../model/parts';
import type { Draft } from '../contract';
import { beyond, shown } from '../kit/beyond';
import { gapDraft, ownIdOf } from '../kit/notes';
import { asList, asNumber, asObject, asObjects, asText, asWords, said } from '../kit/value';
import type { Files } from './files';
import { filesIn } from './listed-files';
import type { Node } from './nodes';

type Fields = Readonly<Record<string, unknown>>;

/** What a person sent along with a message: parts that show it, and what of it is missing. */
export interface Uploads {
  readonly parts: readonly Part[];
  readonly gaps: readonly Draft[];
}

const LISTS = ['attachments', 'files', 'files_v2', 'sync_sources'] as const;
const NOTHING: Uploads = { parts: [], gaps: [] };

export function uploadsOf(node: Node, files: Files): Uploads {
  const { fields } = node.message;
  if (LISTS.every((list) => asList(fields[list]).length === 0)) return NOTHING;
  const attachments = asObjects(fields.attachments).map((each, i) => attachmentIn(each, i, node));
  const synced = asObjects(fields.sync_sources).map((each, i) => syncedIn(each, i, node));
  const parts = [...attachments, { parts: filesIn(node, files), gaps: [] }, ...synced];
  return { parts: parts.flatMap((each) => each.parts), gaps: parts.flatMap((each) => each.gaps) };
}

const ATTACHMENT = shown({
  text: ['file_name', 'file_type', 'extracted_content'],
  number: ['file_size'],
  any: ['id', 'created_at'],
});

/**
 * A text file, a long paste, or the text of a document. The site keeps the text alone: where that is not all there was,
 * the rest is missing, under an id that an export, which gives none, has as well.
 */
function attachmentIn(attachment: Fields, at: number, { event, message, sent }: Node): Uploads {
  const text = asText(attachment.extracted_content);
  const name = asWords(attachment.file_name);
  const type = asWords(attachment.file_type);
  const size = asNumber(attachment.file_size);
  const about = {
    of: 'attachment',
    ...said({ name, fileType: type, bytes: size, more: beyond(attachment, ATTACHMENT) }),
  };
  const part: Part =
    text === null
      ? { type: 'file', artifact: null, mime: type, ...about, name }
      : { type: 'text', text, format: 'plain', ...about };
  if (text !== null && isAll(text, name, type, size)) return { parts: [part], gaps: [] };
  const own = `attachment-${sha256Hex(`${name ?? ''}\n${text ?? ''}`).slice(0, 16)}`;
  const what = said({ name, type, bytes: size });
  const place = sent.place(['attachments', at]);
  return { parts: [part], gaps: [gapDraft(event, own, { why: 'not-sent', what, native: message.id }, place)] };
}

/** True where the text is all there was: a paste, a text file, or as many bytes as the file had. */
const isAll = (text: string, name: string | null, type: string | null, size: number | null): boolean =>
  name === null || type === null || /^(?:txt|text(?:\/.*)?|md|csv|json)$/.test(type) || utf8Length(text) === size;

/** A document that a connected service keeps up to date: what the model read of it is not in the conversation. */
function syncedIn(source: Fields, at: number, { event, message, sent }: Node): Uploads {
  const id = asWords(source.uuid) ?? asWords(source.id);
  const own = `sync-source-${id ?? ownIdOf(source, at)}`;
  const what = said({
    source: id,
    type: asWords(source.type),
    name: asWords(source.name) ?? asWords(asObject(source.config).name),
  });
  return {
    parts: [{ type: 'json', value: source, of: 'sync source' }],
    gaps: [gapDraft(event, own, { why: 'not-sent', what, native: message.id }, sent.place(['sync_sources', at]))],
  };
}
