import { utf8 } from '../../src/lib/bytes';
import { artifactName, sha256Hex } from '../../src/lib/hash';
import type { GapReason } from '../../src/model/bodies';
import { sourcePageId } from '../../src/model/ids';
import type { Composer } from './compose';

/** Texts of pages by their bare hash, as a store or an archive would give them. */
export interface Texts {
  readonly bytes: Map<string, Uint8Array<ArrayBuffer>>;
  readonly textOf: (hash: string) => Promise<string | null>;
}

export function texts(): Texts {
  const bytes = new Map<string, Uint8Array<ArrayBuffer>>();
  return { bytes, textOf: async (hash) => (bytes.has(hash) ? new TextDecoder().decode(bytes.get(hash)) : null) };
}

const keep = ({ bytes }: Texts, text: string): string => {
  const hash = sha256Hex(utf8(text));
  bytes.set(hash, utf8(text));
  return hash;
};

export interface ComposedPage {
  readonly url: string;
  readonly at: string;
  readonly parents: readonly string[];
  /** The readable text; null: none was found. */
  readonly markdown: string | null;
  /** All that it says. */
  readonly words?: string;
  /** Its bytes were cut off (`page`), or the words that were read of it. */
  readonly cut?: 'page' | 'text' | 'words';
  /** The page as it came; of the same one, two readings may differ. */
  readonly page?: string;
}

/** A copy of a page, as a fetch gives it: its bytes, its text as Markdown, and all its words. */
export function addPage(log: Composer, held: Texts, about: ComposedPage): void {
  const { url, markdown, words, cut, at, parents } = about;
  const page = keep(held, about.page ?? `<html><body>${markdown}${words}</body></html>`);
  const id = sourcePageId(url);
  const raw = [{ artifact: artifactName(page), frame: artifactName(sha256Hex(`${url} ${at}`)), pointer: '' }];
  const said = { parents, updated: at, source: { capture: 'asked', form: 'read', reader: 'page@1', raw } } as const;
  const fetched = { status: 200, type: 'text/html', truncated: cut === 'page' };
  log.add(
    'artifact',
    { artifact: artifactName(page), name: null, mime: 'text/html', role: 'source-page', url, method: 'fetch', fetched },
    { ...said, whole: id },
  );
  const add = (part: 'text' | 'words', mime: string, text: string): void =>
    void log.add(
      'artifact',
      {
        ...{ artifact: artifactName(keep(held, text)), name: null, mime, role: `source-${part}`, url },
        ...{ snapshot: artifactName(page), ...(cut === part ? { cut: true } : {}) },
        tool: { name: `valise/${part}`, version: '1' },
      },
      { ...said, whole: `${id}/${part}`, fidelity: 'derived' },
    );
  if (markdown !== null) add('text', 'text/markdown', markdown);
  if (words !== undefined) add('words', 'text/plain', words);
}

/** A page that was asked for and did not come. */
export const addLostPage = (
  log: Composer,
  { url, why, at, parents }: { url: string; why: GapReason; at: string; parents: readonly string[] },
): string =>
  log.add(
    'gap',
    { what: { page: url }, why, where: 'page', native: null },
    {
      whole: sourcePageId(url),
      parents,
      updated: at,
      source: { capture: 'asked', form: 'read', reader: 'page@1' },
    },
  );
