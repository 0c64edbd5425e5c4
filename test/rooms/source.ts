import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

/** The repository's folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** One import or re-export of a file. */
export interface Import {
  readonly from: string;
  /** Nothing is loaded: only types are named. */
  readonly type: boolean;
}

export interface Source {
  /** From the repository's folder, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
  readonly dynamicImports: number;
}

const CODE = /\.tsx?$/;

/** All files under a folder of the repository, sorted; none if the folder is not there. */
export function filesUnder(folder: string): string[] {
  const found = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => posix.join(folder, join(entry.parentPath, entry.name).slice(join(root, folder).length)))
    .sort();
}

/** The text of a file of the repository. */
export const textAt = (path: string): string => readFileSync(join(root, path), 'utf8');

function sourceAt(path: string): Source {
  const text = textAt(path);
  const { module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const imported = module.staticImports.map(({ moduleRequest, entries }) => ({
    from: moduleRequest.value,
    type: entries.length > 0 && entries.every(({ isType }) => isType),
  }));
  const exported = module.staticExports
    .flatMap(({ entries }) => entries)
    .flatMap(({ moduleRequest, isType }) => (moduleRequest ? [{ from: moduleRequest.value, type: isType }] : []));
  return { path, text, imports: [...imported, ...exported], dynamicImports: module.dynamicImports.length };
}

/** Every code file of the product. */
export const sources: readonly Source[] = ['src', 'entrypoints']
  .flatMap(filesUnder)
  .filter((path) => CODE.test(path) && !path.includes('.tmp.'))
  .map(sourceAt);

const paths = new Set(sources.map(({ path }) => path));
const ENDINGS = ['.ts', '.tsx', '.d.ts', ''];

/** The repository path a relative import leads to, or null: a package, a style sheet, a message file. */
export function target(source: Source, from: string): string | null {
  if (!from.startsWith('.')) return null;
  const base = posix.join(posix.dirname(source.path), from.replace(/\?.*$/, ''));
  return ENDINGS.map((ending) => base + ending).find((path) => paths.has(path)) ?? base;
}

/** The package an import names (`node` for all of Node's own), or null for a file of ours. */
export function packageOf(from: string): string | null {
  if (from.startsWith('.')) return null;
  if (from.startsWith('node:')) return 'node';
  return from.startsWith('@') ? from.split('/').slice(0, 2).join('/') : (from.split('/')[0] ?? from);
}

/** Every file that is loaded when this one is, itself included. */
export function loadedBy(path: string): Set<string> {
  const loaded = new Set<string>();
  const waiting = [path];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const source = sources.find((each) => each.path === next);
    if (loaded.has(next) || !source) continue;
    loaded.add(next);
    for (const { from, type } of source.imports) {
      const to = type ? null : target(source, from);
      if (to !== null) waiting.push(to);
    }
  }
  return loaded;
}
