import type { Composer } from '../../providers/contract';
import type { AskedFile, PlacedFile } from './asked';
import { carrierFor, drop, paste } from './clipboard';
import { everywhere, isHtml, parentOf, pause, windowOf } from './dom';

/** How long a page may take to show a file that it took, in milliseconds. */
const SHOWN_WITHIN = 6000;

/** Gives files to the page, and looks which of them it shows after that. */
export async function attach(
  editor: HTMLElement,
  known: Composer | null,
  asked: readonly AskedFile[],
): Promise<PlacedFile[]> {
  const placed: PlacedFile[] = [];
  // one after the other: some fields take one at a time, and what is refused is then known by its name
  for (const file of asked) placed.push({ name: file.name, state: await attachOne(editor, known, file) });
  return placed;
}

async function attachOne(editor: HTMLElement, known: Composer | null, asked: AskedFile): Promise<PlacedFile['state']> {
  const before = seen(editor, asked.name);
  const file = fileFor(editor, asked);
  if (!give(editor, known, file)) return 'refused';
  const until = performance.now() + SHOWN_WITHIN;
  while (performance.now() < until) {
    await pause(100);
    const now = seen(editor, asked.name);
    if (now.complaints > before.complaints) return 'refused';
    if (now.shown > before.shown || now.pictures > before.pictures) return 'shown';
  }
  return 'unseen';
}

/** The page's own field for files first, then what a person can do by hand. False: nobody took it. */
function give(editor: HTMLElement, known: Composer | null, file: File): boolean {
  const field = fieldFor(editor, known, file);
  if (!field) return paste(editor, { files: [file] }) || drop(editor, [file]);
  const { Event } = windowOf(field);
  field.files = carrierFor(field, { files: [file] }).files;
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
  return true;
}

/** The field for files that is nearest to the editor and takes such a file; of several there, the one that takes the most. */
function fieldFor(editor: HTMLElement, known: Composer | null, file: File): HTMLInputElement | null {
  const fits = (field: HTMLElement): field is HTMLInputElement => isFileField(field) && takes(field, file);
  const hinted = (known?.files ?? []).flatMap(everywhere).filter(fits);
  if (hinted.length > 0) return widest(hinted);
  for (let around = parentOf(editor); isHtml(around); around = parentOf(around)) {
    const there = [...around.querySelectorAll<HTMLElement>('input[type="file"]')].filter(fits);
    if (there.length > 0) return widest(there);
  }
  return null;
}

const isFileField = (field: HTMLElement): field is HTMLInputElement =>
  field.localName === 'input' && (field as HTMLInputElement).type === 'file' && !(field as HTMLInputElement).disabled;

const widest = (fields: readonly HTMLInputElement[]): HTMLInputElement | null =>
  fields.find(({ accept }) => accept.trim() === '') ?? fields[0] ?? null;

/** True if a field's own word lets a file through: `.md`, `text/markdown`, `text/*`, or nothing at all. */
function takes(field: HTMLInputElement, { name, type }: File): boolean {
  if (field.webkitdirectory) return false;
  const words = field.accept
    .toLowerCase()
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  if (words.length === 0) return true;
  return words.some((word) => {
    if (word.startsWith('.')) return name.toLowerCase().endsWith(word);
    return word === '*/*' || word === type || (word.endsWith('/*') && type.startsWith(word.slice(0, -1)));
  });
}

function fileFor(element: HTMLElement, { name, type, base64 }: AskedFile): File {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return new (windowOf(element).File)([bytes], name, { type });
}

/** How often a page shows a name outside of the editor, how often it complains of it, and how many pictures of its own it shows. */
function seen(editor: HTMLElement, name: string): { shown: number; complaints: number; pictures: number } {
  const stem = name.replace(/\.[^.]+$/, '');
  const counts = { shown: 0, complaints: 0, pictures: 0 };
  for (const element of everywhere('*')) {
    if (editor.contains(element)) continue;
    if (element.localName === 'img' && /^(?:blob|data):/.test((element as HTMLImageElement).src)) counts.pictures++;
    if (!names(element, name, stem)) continue;
    if (element.closest('[role="alert"], [role="alertdialog"], [aria-live="assertive"]')) counts.complaints++;
    else counts.shown++;
  }
  return counts;
}

/** True if an element itself says the name: in its own words, or in what it is called. */
function names(element: Element, name: string, stem: string): boolean {
  const own = [...element.childNodes].map((node) => (node.nodeType === 3 ? (node as Text).data : '')).join('');
  if (own.includes(name) || own.trim() === stem) return true;
  return ['title', 'aria-label', 'alt', 'data-testid', 'data-name'].some((each) =>
    element.getAttribute(each)?.includes(name),
  );
}
