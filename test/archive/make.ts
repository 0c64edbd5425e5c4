import { DEFAULT_OPTIONS } from '../../src/archive/options';
import { pack } from '../../src/archive/pack';
import { memorySink, memorySource } from '../../src/archive/zip/ports';
import { openZip } from '../../src/archive/zip/reader';
import { writeZip } from '../../src/archive/zip/write';
import { type Book, openBook } from '../../src/cli/book';
import { take } from '../../src/intake/take';
import { utf8 } from '../../src/lib/bytes';
import { sha256Hex } from '../../src/lib/hash';
import { chatgptReader } from '../../src/providers/chatgpt/read';

export const RELEASE = '9.9.9';

const head = {
  site: 'chatgpt',
  origin: null,
  route: 'conversation',
  method: 'GET',
  address: null,
  status: 200,
  type: 'application/json',
  at: '2026-03-01T10:00:00.000Z',
} as const;

/** A book with what these conversation trees say, as if asked for. */
export async function bookOf(...trees: readonly unknown[]): Promise<Book> {
  const book = openBook(RELEASE);
  for (const tree of trees) {
    const exchange = {
      head: { ...head, capture: 'asked', form: 'read' } as const,
      body: utf8(JSON.stringify(tree)),
      request: null,
    };
    book.add(await take(exchange, chatgptReader, head.at), head.at);
  }
  return book;
}

/** The bytes of an archive of everything in a book. */
export async function packed(book: Book): Promise<Uint8Array<ArrayBuffer>> {
  const sink = memorySink();
  await pack(
    { sessions: book.sessions, artifact: (hash) => book.artifact(hash), release: RELEASE, options: DEFAULT_OPTIONS },
    sink,
  );
  return sink.bytes();
}

export const archiveOf = async (...trees: readonly unknown[]): Promise<Uint8Array<ArrayBuffer>> =>
  packed(await bookOf(...trees));

export type Files = Map<string, Uint8Array<ArrayBuffer>>;

/** The files of an archive by path below its top folder. */
export async function filesOf(zip: Uint8Array<ArrayBuffer>): Promise<{ name: string; files: Files }> {
  const opened = await openZip(memorySource(zip), 'archive');
  if (opened.kind === 'refused') throw new Error(opened.rule);
  const files: Files = new Map();
  let name = '';
  for (const [path, entry] of opened.entries) {
    name = path.split('/')[0] ?? '';
    files.set(path.slice(name.length + 1), new Uint8Array(await entry.read()));
  }
  return { name, files };
}

/** The path that ends so. */
export function pathOf(files: Files, ending: string): string {
  const path = [...files.keys()].find((each) => each.endsWith(ending));
  if (path === undefined) throw new Error(`no file ends in ${ending}`);
  return path;
}

const manifest = (files: Files, payload: boolean): string =>
  [...files.keys()]
    .filter((path) => path.startsWith('data/') === payload && !path.startsWith('tagmanifest'))
    .sort()
    .map((path) => `${sha256Hex(files.get(path) ?? new Uint8Array())}  ${path}\n`)
    .join('');

/** Zips the files again. `honest`: with manifests, Payload-Oxum and archive identity that fit, as a careful forger would. */
export async function zipped(
  name: string,
  files: Files,
  { honest }: { honest: boolean },
): Promise<Uint8Array<ArrayBuffer>> {
  if (honest) {
    const payload = [...files].filter(([path]) => path.startsWith('data/'));
    files.set('manifest-sha256.txt', utf8(manifest(files, true)));
    const info = new TextDecoder().decode(files.get('bag-info.txt'));
    const oxum = `${payload.reduce((sum, [, bytes]) => sum + bytes.length, 0)}.${payload.length}`;
    const identity = sha256Hex(files.get('manifest-sha256.txt') ?? new Uint8Array());
    files.set(
      'bag-info.txt',
      utf8(info.replace(/Oxum: .*/, `Oxum: ${oxum}`).replace(/Archive-Identity: .*/, `Archive-Identity: ${identity}`)),
    );
    files.set('tagmanifest-sha256.txt', utf8(manifest(files, false)));
  }
  const sink = memorySink();
  const entries = [...files].map(([path, bytes]) => ({
    path: `${name}/${path}`,
    size: bytes.length,
    bytes: async () => bytes,
  }));
  await writeZip(entries, sink);
  return sink.bytes();
}
