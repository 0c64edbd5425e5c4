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

/** A copy of a page, as a fetch gives it: its bytes, and its text as Markdown. */
export function addPage(
  log: Composer,
  held: Texts,
  about: { readonly url: string; readonly markdown: string; readonly at: string; readonly parents: readonly string[] },
): void {
  const { url, markdown, at, parents } = about;
  const page = keep(held, `<html><body>${markdown}</body></html>`);
  const text = keep(held, markdown);
  const id = sourcePageId(url);
  const raw = [{ artifact: artifactName(page), frame: artifactName(sha256Hex(`${url} ${at}`)), pointer: '' }];
  const said = { parents, updated: at, source: { capture: 'asked', form: 'read', reader: 'page@1', raw } } as const;
  log.add(
    'artifact',
    { artifact: artifactName(page), name: null, mime: 'text/html', role: 'source-page', url, method: 'fetch' },
    { ...said, whole: id },
  );
  log.add(
    'artifact',
    { artifact: artifactName(text), name: null, mime: 'text/markdown', role: 'source-text', url },
    { ...said, whole: `${id}/text`, fidelity: 'derived' },
  );
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
