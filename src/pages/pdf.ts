import { getDocument, type PDFDocumentProxy, VerbosityLevel, version } from 'unpdf/pdfjs';
import { member } from '../lib/json';
import { markdownOf } from '../providers/kit/page/markdown';
import { unpacksTo } from './unpacks';

export interface ReadablePdf {
  readonly kind: 'read';
  readonly title: string | null;
  readonly byline: string | null;
  readonly language: string | null;
  readonly markdown: string;
  /** The text of each page, in their order. */
  readonly pages: readonly string[];
  readonly tool: { readonly name: string; readonly version: string };
  /** There was more than is read. */
  readonly cut: boolean;
}

/** Why a PDF has no text for us: a word is asked for, it is damaged or no PDF at all, it holds pictures alone, or too much. */
export interface UnreadPdf {
  readonly kind: 'unread';
  readonly because: 'encrypted' | 'broken' | 'no-text' | 'too-large';
}

const MOST_PAGES = 2000;
const LONGEST = 5_000_000;
/** What its streams may unpack to, all of them together. */
const MOST_UNPACKED = 256 * 1024 * 1024;

/** True for bytes that begin as a PDF does; readers look for it in the first kilobyte. */
export function isPdf(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 1024)).includes('%PDF-');
}

/**
 * The text of a PDF, page by page, or why there is none. Nothing is drawn, no program in it runs, and nothing is loaded
 * from anywhere; what is written with the character maps of old systems, which would have to be, has no text.
 */
export async function readPdf(bytes: Uint8Array, mostUnpacked = MOST_UNPACKED): Promise<ReadablePdf | UnreadPdf> {
  if (!isPdf(bytes)) return { kind: 'unread', because: 'broken' };
  if (unpacksTo(bytes, mostUnpacked)) return { kind: 'unread', because: 'too-large' };
  const task = getDocument({
    data: new Uint8Array(bytes), // what it is given is taken away
    verbosity: VerbosityLevel.ERRORS,
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    useWorkerFetch: false,
    useWasm: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    enableXfa: false,
    disableAutoFetch: true,
    disableStream: true,
    disableRange: true,
  });
  try {
    const { pages, cut } = await pagesOf(await task.promise);
    if (pages.every((page) => page === '')) return { kind: 'unread', because: 'no-text' };
    const said = await saidBy(await task.promise);
    return { kind: 'read', ...said, markdown: written(pages), pages, tool: { name: 'pdf.js', version }, cut };
  } catch (error) {
    const isLocked = error instanceof Error && error.name === 'PasswordException';
    return { kind: 'unread', because: isLocked ? 'encrypted' : 'broken' };
  } finally {
    await task.destroy();
  }
}

async function pagesOf(pdf: PDFDocumentProxy): Promise<{ pages: string[]; cut: boolean }> {
  const pages: string[] = [];
  let length = 0;
  for (let number = 1; number <= pdf.numPages; number++) {
    if (number > MOST_PAGES || length > LONGEST) return { pages, cut: true };
    const text = await pageText(pdf, number);
    pages.push(text);
    length += text.length;
  }
  return { pages, cut: false };
}

/** A damaged page is an empty one: the others are still read. */
async function pageText(pdf: PDFDocumentProxy, number: number): Promise<string> {
  try {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    return linesOf(items).trim().toWellFormed();
  } catch {
    return ''; // which page it was is to be seen by its place
  }
}

type Items = Awaited<ReturnType<Awaited<ReturnType<PDFDocumentProxy['getPage']>>['getTextContent']>>['items'];

/** Lines as they stand on the page; a blank one where a wider space shows that another paragraph begins. */
function linesOf(items: Items): string {
  let text = '';
  let below: number | null = null;
  for (const item of items) {
    if (!('str' in item)) continue;
    const [, , , , , y = 0] = item.transform as number[];
    const isNew = text.endsWith('\n');
    if (isNew && below !== null && item.str.trim() !== '' && below - y > item.height * 1.8) text += '\n';
    text += item.str;
    if (item.str.trim() !== '') below = y;
    if (item.hasEOL) text += '\n';
  }
  return text;
}

async function saidBy(pdf: PDFDocumentProxy): Promise<Pick<ReadablePdf, 'title' | 'byline' | 'language'>> {
  try {
    const { info } = await pdf.getMetadata();
    const said = (name: string): string | null => wordsOf(member(info, name));
    return { title: said('Title'), byline: said('Author'), language: said('Language') };
  } catch {
    return { title: null, byline: null, language: null }; // what it says of itself is damaged: its text is not
  }
}

function wordsOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const words = value.replace(/\s+/g, ' ').trim().slice(0, 500).toWellFormed();
  return words === '' ? null : words;
}

/** Paragraphs as such, and a rule between two pages. */
const written = (pages: readonly string[]): string =>
  markdownOf({
    type: 'root',
    children: pages.flatMap((page, at) => [
      ...(at === 0 ? [] : [{ type: 'element' as const, tagName: 'hr', properties: {}, children: [] }]),
      ...page
        .split(/\n\s*\n/)
        .filter((words) => words.trim() !== '')
        .map((value) => ({
          type: 'element' as const,
          tagName: 'p',
          properties: {},
          children: [{ type: 'text' as const, value }],
        })),
    ]),
  });
