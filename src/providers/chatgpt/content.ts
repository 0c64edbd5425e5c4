import { append } from '../../lib/append';
import { isObject } from '../../lib/json';
import type { Part } from '../../model/parts';
import { beyond, type Shown, shown } from '../kit/beyond';
import type { Evidences } from '../kit/evidence';
import { asList, asObject, asText, asWords, isBlank, remaining, said } from '../kit/value';
import { type Cited, cite, type ReadText } from './citations';
import { type Files, pointedPart, sandboxParts } from './files';
import { hasMarks, hasOldMarks } from './marks';
import type { WireMessage } from './wire';

type Fields = Readonly<Record<string, unknown>>;

/** What the reading of a message's content shares. */
export interface ContentContext {
  readonly message: WireMessage;
  readonly evidences: Evidences;
  readonly files: Files;
  readonly unresolved: (reference: string) => void;
  /** What was searched for when the sources of this message were found; null where that is not one thing, or not said. */
  readonly query: string | null;
}

export interface ReadContent {
  readonly parts: readonly Part[];
  /** Members of the content that the parts show. */
  readonly used: Shown;
  /** A text is no longer what was sent to the letter. */
  readonly changed: boolean;
}

type Piece = string | Part;

/** Texts become text parts, each followed by what stands in it; everything else stays in its place. */
export function assemble(pieces: readonly Piece[], context: ContentContext): Pick<ReadContent, 'parts' | 'changed'> {
  const parts: Part[] = [];
  const cited = citesNothing(pieces, context.message) ? null : citedIn(pieces, context);
  let next = 0;
  for (const piece of pieces)
    if (typeof piece !== 'string') parts.push(piece);
    else addText(parts, piece, cited?.texts[next++] ?? null, context);
  if (cited) for (const part of cited.loose) parts.push(part);
  return { parts, changed: cited?.changed ?? false };
}

/** Most messages have neither references nor marks. */
function citesNothing(pieces: readonly Piece[], { metadata, role }: WireMessage): boolean {
  const { content_references: references, citations } = metadata;
  const none = (list: unknown): boolean => !Array.isArray(list) || list.length === 0;
  const isMarked = (text: string): boolean => hasMarks(text) || (role === 'assistant' && hasOldMarks(text));
  return none(references) && none(citations) && !pieces.some((piece) => typeof piece === 'string' && isMarked(piece));
}

function citedIn(pieces: readonly Piece[], { message, evidences, files, unresolved }: ContentContext): Cited {
  const texts = pieces.filter((piece) => typeof piece === 'string');
  return cite(texts, {
    metadata: message.metadata,
    evidences,
    files,
    unresolved,
    names: message.role === 'tool',
    spoken: message.role === 'assistant',
  });
}

function addText(parts: Part[], sent: string, read: ReadText | null, { message, files }: ContentContext): void {
  const text = read?.text ?? sent;
  const inside = read?.parts ?? NONE;
  if (text === '' && inside.length === 0) return;
  const spoken = message.role === 'assistant';
  const at = parts.push({ type: 'text', text, format: spoken ? 'markdown' : 'plain' }) - 1;
  for (const part of inside) parts.push(Object.assign(part, { in: at })); // made for this place alone
  if (spoken && text.includes('sandbox:/')) append(parts, sandboxParts(text, files));
}

const NONE: readonly Part[] = [];

/** What a message cites that has no text with places: code, pages, settings. */
export const looseParts = (context: ContentContext): readonly Part[] => assemble([], context).parts;

/** `text` and `multimodal_text`. */
export function textContent(context: ContentContext): ReadContent {
  const { content } = context.message;
  const sent = Array.isArray(content.parts) ? content.parts : [content.parts ?? content.text];
  return { ...assemble(piecesOf(sent, context), context), used: isBlank(content.parts) ? TEXT : PARTS };
}

const PARTS = shown({ any: ['content_type', 'parts'] });
const TEXT = shown({ any: ['content_type', 'parts', 'text'] });

/** The pieces of a list of texts and parts: what is null says nothing, what is not known is kept as JSON. */
export function piecesOf(sent: readonly unknown[], context: ContentContext): Piece[] {
  const pieces: Piece[] = [];
  for (const piece of sent)
    if (typeof piece === 'string') pieces.push(piece);
    else if (isObject(piece)) append(pieces, objectParts(piece, context));
    else if (piece !== null && piece !== undefined) pieces.push({ type: 'json', value: piece });
  return pieces;
}

function objectParts(piece: Fields, { files }: ContentContext): Part[] {
  const type = asText(piece.content_type);
  const known = pointed(type, piece, files);
  if (known.length > 0) return known;
  const pointer = asWords(piece.asset_pointer);
  if (pointer !== null) files.name(pointer, null); // a kind of file that is not known yet
  return [{ type: 'json', value: piece, ...said({ of: type }) }];
}

function pointed(type: string | null, piece: Fields, files: Files): Part[] {
  switch (type) {
    case 'image_asset_pointer':
      return present(pointedPart('image', piece, files));
    case 'audio_asset_pointer':
      return present(pointedPart('audio', piece, files));
    case 'video_container_asset_pointer':
      return present(pointedPart('video', piece, files));
    case 'audio_transcription':
      return transcript(piece);
    case 'real_time_user_audio_video_asset_pointer':
      return conversationSound(piece, files);
    default:
      return [];
  }
}

const present = (part: Part | null): Part[] => (part ? [part] : []);

const SPOKEN = shown({ any: ['content_type'], text: ['text'] });

function transcript(piece: Fields): Part[] {
  const text = asWords(piece.text);
  if (text === null) return [];
  return [{ type: 'text', text, format: 'plain', spoken: true, ...said({ more: beyond(piece, SPOKEN) }) }];
}

const SOUND = new Set([
  ...['content_type', 'audio_asset_pointer', 'frames_asset_pointers', 'video_container_asset_pointer'],
]);

/** What was said and seen in a voice conversation: one sound, perhaps frames and a film. */
function conversationSound(piece: Fields, files: Files): Part[] {
  const parts = [
    ...present(pointedPart('audio', asPointer(piece.audio_asset_pointer), files)),
    ...asList(piece.frames_asset_pointers).flatMap((frame) => present(pointedPart('image', asPointer(frame), files))),
    ...present(pointedPart('video', asPointer(piece.video_container_asset_pointer), files)),
  ];
  const more = remaining(piece, SOUND);
  const frames = asList(piece.frames_asset_pointers).filter((frame) => asPointer(frame).asset_pointer === undefined);
  const value = { ...more, ...said({ unnamed: frames.every((each) => isBlank(each)) ? null : frames }) };
  return Object.keys(value).length > 0 && parts.length > 0
    ? [...parts, { type: 'json', value, of: asText(piece.content_type) }]
    : parts;
}

const asPointer = (value: unknown): Fields => (typeof value === 'string' ? { asset_pointer: value } : asObject(value));

const CODE = shown({ any: ['content_type', 'response_format_name'], text: ['text', 'language'] });
const CODE_IN_PARTS = shown({ any: ['content_type', 'response_format_name'], text: ['language'], texts: ['parts'] });

/** `code`: shown as it is, to the letter. */
export function codeContent(context: ContentContext): ReadContent {
  const { content } = context.message;
  const text =
    asText(content.text) ??
    asList(content.parts)
      .filter((each) => typeof each === 'string')
      .join('');
  const parts: Part[] = text === '' ? [] : [{ type: 'code', text, language: languageOf(content) }];
  const used = asText(content.text) === null ? CODE_IN_PARTS : CODE;
  return { parts: [...parts, ...looseParts(context)], used, changed: false };
}

export const languageOf = ({ language }: Fields): string | null => (language === 'unknown' ? null : asWords(language));
