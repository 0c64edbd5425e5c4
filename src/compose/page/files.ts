import type { Composer } from '../../providers/contract';
import type { AskedFile, PlacedFile } from './asked';
import { carrierFor, drop, paste } from './clipboard';
import { everywhere, isHtml, parentOf, pause, windowOf } from './dom';
import { holderOf, type Spot } from './spot';

/** How long a page may take to show a file that it took, in milliseconds. */
const SHOWN_WITHIN = 6000;

/**
 * Gives files to the page, and looks which of them it shows after that. `again`: they may be there already, from the last
 * time; those that are shown beside the editor are not given a second time.
 */
export async function attach(spot: Spot, asked: readonly AskedFile[], again: boolean): Promise<PlacedFile[]> {
  const placed: PlacedFile[] = [];
  // one after the other: some fields take one at a time, and what is refused is then known by its name
  for (const file of asked) {
    const isThere = again && seen(spot.editor(), file.name, holderOf(spot)).shown > 0;
    placed.push({ name: file.name, state: isThere ? 'shown' : await attachOne(spot, file) });
  }
  return placed;
}

async function attachOne(spot: Spot, asked: AskedFile): Promise<PlacedFile['state']> {
  const editor = spot.editor();
  const before = seen(editor, asked.name);
  if (!give(editor, spot.known, fileFor(editor, asked))) return 'refused';
  const until = performance.now() + SHOWN_WITHIN;
  while (performance.now() < until) {
    await pause(100);
    const now = seen(spot.editor(), asked.name);
    if (now.complaints > before.complaints) return 'refused';
    if (now.shown > before.shown || (asked.type.startsWith('image/') && now.pictures > before.pictures)) return 'shown';
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

interface Counts {
  /** How often the page shows the name outside of the editor, and how often it complains of it. */
  shown: number;
  complaints: number;
  /** How many pictures of its own making it shows. */
  pictures: number;
}

/** What a page shows of a file; of the whole page, or within a part of it. */
function seen(editor: HTMLElement, name: string, within: HTMLElement | null = null): Counts {
  const all = within ? [...within.querySelectorAll<HTMLElement>('*')] : everywhere('*');
  const outside = all.filter((each) => !editor.contains(each));
  const named = outside.filter((each) => names(each, name));
  const complaints = named.filter((each) =>
    each.closest('[role="alert"], [role="alertdialog"], [aria-live="assertive"]'),
  );
  const pictures = outside.filter(
    (each) => each.localName === 'img' && /^(?:blob|data):/.test(each.getAttribute('src') ?? ''),
  );
  return { shown: named.length - complaints.length, complaints: complaints.length, pictures: pictures.length };
}

/** True if an element itself says the name: in its own words, or in what it is called. */
function names(element: Element, name: string): boolean {
  const own = [...element.childNodes].map((node) => (node.nodeType === 3 ? (node as Text).data : '')).join('');
  if (own.includes(name) || own.trim() === name.replace(/\.[^.]+$/, '')) return true;
  return ['title', 'aria-label', 'alt', 'data-testid', 'data-name'].some((each) =>
    element.getAttribute(each)?.includes(name),
  );
}
