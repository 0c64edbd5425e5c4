import type { Part } from '../../model/parts';
import { beyond, shown } from '../kit/beyond';
import { asNumber, asObject, asObjects, asText, asWords, isBlank, remaining, said, textsIn } from '../kit/value';
import { fileId } from './site-files';

type Fields = Readonly<Record<string, unknown>>;

/** A file that a message names: its bytes are elsewhere. */
export interface NamedFile {
  /** The site's pointer (`sediment://…`, `file-service://…`, `sandbox:/…`), or an address. */
  readonly pointer: string;
  readonly name: string | null;
}

/** The files of one message, each once, and what its attachments say of them. */
export interface Files {
  /** Notes that a file is named here and was not fetched. */
  name(pointer: string, name: string | null): void;
  /** What the message's list of attachments says of a file, by its id. */
  attachment(pointer: string): Fields | null;
  /** Attachments that no part has named. */
  unnamed(): readonly Fields[];
  all(): readonly NamedFile[];
}

export function collectFiles(metadata: Fields): Files {
  const attachments = asObjects(metadata.attachments);
  const named: (NamedFile & { readonly id: string })[] = [];
  const used: Fields[] = [];
  return {
    name(pointer, name) {
      const id = fileId(pointer);
      if (!named.some((each) => each.id === id)) named.push({ id, pointer, name });
    },
    attachment(pointer) {
      const id = fileId(pointer);
      const found = attachments.find((each) => isNamed(each.id, id) || isNamed(each.file_id, id)) ?? null;
      if (found) used.push(found);
      return found;
    },
    unnamed: () =>
      attachments.length > 0 ? attachments.filter((attachment) => !used.includes(attachment)) : attachments,
    all: () => named,
  };
}

const isNamed = (value: unknown, id: string): boolean => typeof value === 'string' && fileId(value) === id;

const POINTER = shown({
  any: ['content_type'],
  text: ['asset_pointer', 'format'],
  number: ['size_bytes', 'width', 'height'],
  object: ['metadata'],
});
/** Of a picture's metadata: addresses that change, how it was tokenised, and what stands beside anyway. */
const PICTURE = new Set([
  ...['asset_pointer_link', 'watermarked_asset_pointer', 'container_pixel_height', 'container_pixel_width'],
  ...['emu_omit_glimpse_image', 'emu_patches_override', 'sanitized', 'is_no_auth_placeholder'],
]);

const media = (type: 'image' | 'audio' | 'video' | 'file', file: Fields & { pointer: string }): Part => ({
  type,
  artifact: null,
  mime: asText(file.mime),
  name: asText(file.name),
  ...said({ ...file, mime: null, name: null }),
});

/** A picture, a sound or a film that a message points to, with all that is said of it: a prompt above all. */
export function pointedPart(type: 'image' | 'audio' | 'video', value: Fields, files: Files): Part | null {
  const pointer = asWords(value.asset_pointer);
  if (pointer === null) return null;
  const attachment = files.attachment(pointer) ?? {};
  const name = asWords(attachment.name);
  files.name(pointer, name);
  const about = remaining(asObject(value.metadata), PICTURE);
  const dalle = asObject(about?.dalle);
  return media(type, {
    pointer,
    mime: asWords(attachment.mime_type),
    name,
    bytes: asNumber(value.size_bytes) ?? asNumber(attachment.size),
    width: asNumber(value.width),
    height: asNumber(value.height),
    format: asWords(value.format),
    prompt: asWords(dalle.prompt),
    about,
    more: beyond(value, POINTER),
  });
}

const ATTACHMENT = shown({
  text: ['id', 'name', 'mime_type', 'cloud_doc_url'],
  number: ['size', 'width', 'height', 'file_token_size', 'fileTokenSize', 'fileSizeTokens'],
});

/** An attachment that no part of the message shows. */
export function attachmentPart(attachment: Fields, files: Files): Part {
  const pointer = asWords(attachment.id) ?? asWords(attachment.file_id) ?? '';
  const name = asWords(attachment.name);
  const mime = asWords(attachment.mime_type);
  if (pointer !== '') files.name(pointer, name);
  return media(mime?.startsWith('image/') ? 'image' : 'file', {
    pointer,
    mime,
    name,
    bytes: asNumber(attachment.size),
    width: asNumber(attachment.width),
    height: asNumber(attachment.height),
    url: asWords(attachment.cloud_doc_url),
    more: beyond(attachment, ATTACHMENT),
  });
}

const VISUAL = shown({ text: ['file_id', 'title'] });

/** Tables and charts that a program made: what they show is in files. */
export const visualParts = (visuals: unknown, files: Files): Part[] =>
  asObjects(visuals).flatMap((visual) => {
    const pointer = asWords(visual.file_id);
    if (pointer === null) return [{ type: 'json' as const, value: visual, of: 'visualisation' }];
    const name = asWords(visual.title);
    files.name(pointer, name);
    return [media('file', { pointer, mime: null, name, more: beyond(visual, VISUAL) })];
  });

/** Names the files of a message whose content is not known: pointers wherever they stand, and attachments. */
export function nameFiles({ content }: { readonly content: Fields }, files: Files): void {
  for (const text of textsIn(content)) if (/^(?:sediment|file-service):\/\/\S+$/.test(text)) files.name(text, null);
  for (const attachment of files.unnamed()) attachmentPart(attachment, files);
}

/** A file made in the sandbox, named by a link in an answer. */
export function sandboxParts(text: string, files: Files): Part[] {
  const pointers = [...new Set(Array.from(text.matchAll(/sandbox:\/[^\s)\]}"'<>`]+/g), ([pointer]) => pointer))];
  return pointers.map((pointer) => {
    const name = pointer.slice(pointer.lastIndexOf('/') + 1);
    files.name(pointer, name);
    return media('file', { pointer, mime: null, name });
  });
}

const IMAGE = shown({
  text: ['url', 'content_url', 'title'],
  object: ['content_size'],
  any: ['thumbnail_url', 'thumbnail_size', 'thumbnail_crop_info'],
});

/** Pictures from the web that an answer shows. */
export function webImages(images: readonly unknown[], files: Files): Part[] {
  return asObjects(images).flatMap((image) => {
    const pointer = asWords(image.content_url) ?? asWords(image.url);
    if (pointer === null) return isBlank(image) ? [] : [{ type: 'json', value: image, of: 'image' }];
    const name = asWords(image.title);
    files.name(pointer, name);
    const { width, height } = asObject(image.content_size);
    return media('image', {
      pointer,
      mime: null,
      name,
      page: asWords(image.url),
      width: asNumber(width),
      height: asNumber(height),
      more: beyond(image, IMAGE),
    });
  });
}
