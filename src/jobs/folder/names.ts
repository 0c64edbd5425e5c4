import { cutBytes, isReservedName, UNSAFE } from '../../archive/names';

/** What a pattern may name of a session, in braces. */
export const PLACEHOLDERS = ['site', 'date', 'year', 'month', 'title', 'key'] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];

export interface Named {
  readonly key: string;
  readonly title: string | null;
  /** ISO 8601. */
  readonly started: string;
  /** The name of its site. */
  readonly site: string;
}

const ENDING = '.zip';
const MOST_FOLDERS = 5;
/** Bytes: with what a browser or a number adds, far under the 255 of file systems and the 260 of a path on Windows. */
const FOLDER_BYTES = 40;
const FILE_BYTES = 100;
const NAMELESS = 'valise';

/**
 * Where the archive of a session goes below the folder: the pattern's folders and its name, filled and made safe. What the
 * session says never makes a folder of its own. Where the pattern names nothing, the name is the key's beginning.
 */
export function folderPath(pattern: string, session: Named): string {
  const pieces = pattern
    .replace(/\.zip\s*$/i, '')
    .split(/[\\/]/)
    .map((piece) => filled(piece, session));
  const last = pieces.pop() ?? '';
  const folders = pieces.map((piece) => safe(piece, FOLDER_BYTES)).filter((piece) => piece !== '');
  const name = safe(last, FILE_BYTES) || `${NAMELESS} ${beginning(session)}`;
  return [...folders.slice(0, MOST_FOLDERS), `${name}${ENDING}`].join('/');
}

/** The same path with something before its ending: a number, or what tells two of one name apart. */
export const withNote = (path: string, note: string): string => `${path.slice(0, -ENDING.length)} ${note}${ENDING}`;

/** The path that nobody else has: two names are one to a file system that knows no case or composes letters. */
export function untaken(path: string, session: Pick<Named, 'key'>, taken: ReadonlySet<string>): string {
  if (!taken.has(asOne(path))) return path;
  const own = withNote(path, beginning(session));
  for (let n = 1, other = own; ; n++, other = withNote(own, String(n))) if (!taken.has(asOne(other))) return other;
}

/** What is the same of names that a file system takes for one. */
export const asOne = (path: string): string => path.normalize('NFC').toLowerCase().normalize('NFC');

/** Only what every browser and file system takes: for one that refused the name in its own script. */
export function plainPath(path: string): string {
  const plain = path
    .slice(0, -ENDING.length)
    .split('/')
    .map((piece) => safe(piece.replace(/[^A-Za-z0-9 _.-]+/g, '_'), FILE_BYTES) || NAMELESS);
  return `${plain.join('/')}${ENDING}`;
}

const beginning = ({ key }: Pick<Named, 'key'>): string => key.slice(0, 8);

function filled(piece: string, session: Named): string {
  const { title, site, started } = session;
  const values: Record<Placeholder, string> = {
    site,
    date: started.slice(0, 10),
    year: started.slice(0, 4),
    month: started.slice(5, 7),
    title: cutBytes(clean(title ?? ''), FILE_BYTES - 20) || NAMELESS,
    key: beginning(session),
  };
  return piece.replace(/\{(\w+)\}/g, (whole, name: string) => values[name as Placeholder] ?? whole);
}

const clean = (text: string): string => text.normalize('NFC').replace(UNSAFE, ' ').replace(/\s+/g, ' ').trim();

/** Nothing that begins or ends as hidden files, home folders or Windows' own names do. */
function safe(text: string, most: number): string {
  const cut = cutBytes(clean(text), most).replace(/^[. ~-]+|[. ]+$/g, '');
  const isReserved = isReservedName(cut.split('.')[0]?.trim() ?? '');
  return isReserved ? cutBytes(`_${cut}`, most) : cut;
}
