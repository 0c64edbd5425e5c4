import { fromBase64 } from '../../../lib/bytes';
import { artifactName, sha256Hex } from '../../../lib/hash';
import type { GapReason } from '../../../model/bodies';
import { bodyOwnId } from '../../../model/ids';
import type { Part } from '../../../model/parts';
import type { Attachment } from '../../contract';
import { joinParts } from '../parts';
import { said } from '../value';
import { emit, MARK } from './emit';
import { literalText } from './literal';
import { markdownOf } from './markdown';
import { type Look, type Put, putOf } from './put';
import type { PageElement, PageParent } from './tree';

/** Something that the page names and does not hold. */
export interface Lacking {
  /** What it is called, among all that a message lacks. */
  readonly own: string;
  readonly why: GapReason;
  readonly what: Record<string, unknown>;
}

/** What stands in a piece of a page. */
export interface PageContent {
  readonly parts: readonly Part[];
  readonly lacking: readonly Lacking[];
  readonly attachments: readonly Attachment[];
}

export const NO_CONTENT: PageContent = { parts: [], lacking: [], attachments: [] };

export const isEmpty = ({ parts, lacking }: PageContent): boolean => parts.length === 0 && lacking.length === 0;

/** Contents one after the other. */
export const joinContent = (...contents: readonly PageContent[]): PageContent => ({
  parts: joinParts(...contents.map(({ parts }) => parts)),
  lacking: contents.flatMap(({ lacking }) => lacking),
  attachments: contents.flatMap(({ attachments }) => attachments),
});

/** What stands below elements of a page, as Markdown, and beside it what is no text. */
export function contentOf(roots: readonly PageParent[], look: Look): PageContent {
  const { tree, puts } = emit(roots, look);
  return withParts(markdownOf(tree), puts, 'markdown', look);
}

/** The same of what a person typed: shown as it was typed, so that nothing in it is Markdown of ours. */
export function typedContent(roots: readonly PageParent[], look: Look): PageContent {
  const { text, puts } = literalText(roots, look);
  return withParts(text, puts, 'plain', look);
}

/** What one element stands for that is no text. */
export const putContent = (element: PageElement, look: Look): PageContent =>
  withParts('', look.put(element) ?? putOf(element) ?? [], 'plain', look);

/** What is no text, of elements whose text is read elsewhere or says nothing. */
export function withoutText(content: PageContent): PageContent {
  const parts = content.parts.flatMap(({ in: _, range: __, ...part }): Part[] => {
    if (part.type === 'text') return [];
    return [(part.type === 'citation' ? { ...part, range: null } : part) as Part]; // its text is not here
  });
  return { ...content, parts };
}

/** Takes the marks out of a text; each becomes a part at the place where it stood. */
function withParts(marked: string, puts: readonly Put[], format: 'markdown' | 'plain', look: Look): PageContent {
  const { text, places } = unmarked(marked);
  const parts: Part[] = text === '' ? [] : [{ type: 'text', text, format }];
  const lacking: Lacking[] = [];
  const attachments: Attachment[] = [];
  for (const [i, put] of puts.entries()) {
    const made = madeOf(put, look);
    const at = places.get(i);
    const place =
      text === '' || at === undefined ? {} : { in: 0, range: { start: at, end: at, unit: 'utf16' as const } };
    if (made.part) parts.push({ ...made.part, ...place } as Part);
    if (made.lacking) lacking.push(made.lacking);
    if (made.attachment) attachments.push(made.attachment);
  }
  return { parts, lacking, attachments };
}

const WORD = /[\p{L}\p{N}]/uy;

function isWordAt(text: string, at: number): boolean {
  WORD.lastIndex = at;
  return WORD.test(text);
}

/** Blanks at the beginning of a line, or all of a paragraph in which only marks stood. */
const EMPTY_LINES = /^[ \t]*\n*/;

function unmarked(marked: string): { text: string; places: ReadonlyMap<number, number> } {
  const places = new Map<number, number>();
  const pieces: string[] = [];
  let length = 0;
  let at = 0;
  const add = (piece: string): void => {
    if (piece === '') return;
    pieces.push(piece);
    length += piece.length;
  };
  const source = marked.replace(/^\s*\n|\s+$/g, '');
  for (const match of source.matchAll(MARK)) {
    add(source.slice(at, match.index));
    places.set(Number(match[1]), length);
    at = match.index + match[0].length;
    const before = pieces.at(-1)?.at(-1) ?? '\n';
    if (before === '\n') at += EMPTY_LINES.exec(source.slice(at, at + 80))?.[0].length ?? 0;
    else if (/\S/.test(before) && isWordAt(source, at)) add(' ');
  }
  add(source.slice(at));
  const text = pieces.join('').trimEnd();
  for (const [i, place] of places) places.set(i, Math.min(place, text.length)); // blanks at the end are gone
  return { text, places };
}

interface Made {
  readonly part?: Part;
  readonly lacking?: Lacking;
  readonly attachment?: Attachment;
}

function madeOf(put: Put, look: Look): Made {
  switch (put.kind) {
    case 'citation':
      return {
        part: { type: 'citation', range: null, evidence: [], url: put.url, title: put.title },
      };
    case 'mention':
      return { part: { type: 'json', value: { mention: put.name } } };
    case 'media':
      return mediaOf(put, look);
    case 'absent':
      return { lacking: { own: ownOf(put.what), why: 'not-sent', what: said(put.what) } };
    default:
      return {}; // stands in the text
  }
}

function mediaOf({ type, source, name }: Put & { kind: 'media' }, look: Look): Made {
  const inline = source === null ? null : inlineBytes(source);
  if (inline) {
    const artifact = artifactName(inline.sha256);
    return { part: { type, artifact, mime: inline.mime, name }, attachment: inline };
  }
  const pointer = source === null ? null : pointerOf(source, look);
  const part = { type, artifact: null, mime: null, name, ...said({ pointer }) } as Part;
  const what = { ...said({ pointer }), name };
  return { part, lacking: { own: ownOf(what), why: pointer === null ? 'not-sent' : 'not-fetched', what } };
}

/** An address without its query: what opens it changes, and is a secret. The site's own name of the file, where it has one. */
function pointerOf(source: string, look: Look): string | null {
  if (/^(?:blob|data|javascript):/i.test(source)) return null;
  return look.file(source) ?? source.replace(/[?#].*$/s, '');
}

/** Larger ones are kept in the page's own bytes only. */
const LARGEST_INLINE = 20_000_000;

function inlineBytes(source: string): (Attachment & { readonly mime: string }) | null {
  const [head = '', mime] = /^data:([\w.+-]+\/[\w.+-]+);base64,/i.exec(source.slice(0, 100)) ?? [];
  if (mime === undefined || source.length > LARGEST_INLINE) return null;
  try {
    const bytes = fromBase64(source.slice(head.length));
    return { sha256: sha256Hex(bytes), bytes, mime: mime.toLowerCase() };
  } catch {
    return null; // what is no base64 is a picture that is not here
  }
}

/** What something absent is called: by all that is known of it. */
const ownOf = (what: Readonly<Record<string, unknown>>): string => bodyOwnId(wellFormed(said(what)));

const wellFormed = (what: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(what).map(([key, value]) => [key, String(value).toWellFormed()]));
