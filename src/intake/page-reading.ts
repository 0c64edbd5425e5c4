import { artifactName } from '../lib/hash';
import { sourcePartId } from '../model/ids';
import type { Draft, SessionReading } from '../providers/contract';
import type { FileBytes } from './file-reading';
import type { PageNote } from './page-note';

/** A page's own words, found in its bytes: pure, so that they can be found again at any time. */
export interface PageText {
  readonly title: string | null;
  readonly byline: string | null;
  readonly published: string | null;
  readonly language: string | null;
  readonly markdown: string;
  /** By what it was read: another release may read otherwise. */
  readonly tool: { readonly name: string; readonly version: string };
  /** There was more than is read. */
  readonly cut?: boolean;
  /** Addresses of the pictures in those words. */
  readonly images?: readonly string[];
  /** All words of the page, where there are more than those. */
  readonly all?: AllOfPage | null;
}

/** Everything that a page says, around its readable part too: no text to read, but one to find a passage in. */
export interface AllOfPage {
  readonly text: string;
  readonly tool: { readonly name: string; readonly version: string };
  readonly cut?: boolean;
}

/** Reads the words of a page or document; null: it has none that could be found. */
export type ReadCopy = (
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string | null,
  address: string,
) => Promise<PageText | null>;

/** The words of a page as artifacts. */
export interface KeptText {
  /** Those to read; null: none were found. */
  readonly text: KeptWords<Omit<PageText, 'markdown' | 'images' | 'all'>> | null;
  readonly all: KeptWords<Omit<AllOfPage, 'text'>> | null;
}

export interface KeptWords<Said> {
  readonly said: Said;
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * What the exchange of a cited page says: the page as it came and its words, or why it is not there. The same for every
 * site.
 * @param page null: it did not come
 */
export function readSourcePage(note: PageNote, page: FileBytes | null, text: KeptText | null): SessionReading {
  const drafts =
    note.outcome === 'kept' && page ? [pageDraft(note, page), ...wordDrafts(note, page, text)] : [gapDraft(note)];
  return { kind: 'session', native: note.session, occurred: null, drafts, attachments: [] };
}

function draft(
  { record, thread }: PageNote,
  said: Pick<Draft, 'id' | 'parents' | 'kind' | 'body'> & Partial<Pick<Draft, 'fidelity'>>,
): Draft {
  return {
    thread,
    at: { occurred: record.started, updated: record.finished }, // of two copies the later counts
    actor: { kind: 'provider', name: hostOf(record.url), model: null },
    native: { id: null, node: null, type: null, parent: null },
    sealed: [],
    raw: [''],
    ...said,
  };
}

function hostOf(address: string): string | null {
  try {
    return new URL(address).host;
  } catch {
    return null; // it is no address: that is why there is a gap
  }
}

function pageDraft(note: PageNote, { sha256, bytes, mime }: FileBytes): Draft {
  const { url, method, status, contentType, truncated } = note.record;
  const fetched = { status, type: contentType, truncated };
  const shown = note.to === null ? {} : { shownAt: note.to };
  return draft(note, {
    id: note.id,
    parents: [...note.parents],
    kind: 'artifact',
    body: {
      artifact: artifactName(sha256),
      name: url,
      mime,
      bytes,
      role: note.role ?? 'source-page',
      url,
      method,
      fetched,
      ...shown,
    },
  });
}

function wordDrafts(note: PageNote, page: FileBytes, kept: KeptText | null): Draft[] {
  const { url } = note.record;
  const drafts: Draft[] = [];
  if (kept?.text) {
    const { title, byline, published, language, tool, cut } = kept.text.said;
    const said = { url, title, byline, published, language, tool, ...isCut(cut) };
    drafts.push(wordsDraft(note, page, kept.text, { part: 'text', name: title ?? url, mime: 'text/markdown', said }));
  }
  if (kept?.all) {
    const { tool, cut } = kept.all.said;
    const said = { url, tool, ...isCut(cut) };
    drafts.push(wordsDraft(note, page, kept.all, { part: 'words', name: url, mime: 'text/plain', said }));
  }
  return drafts;
}

const isCut = (cut: boolean | undefined) => (cut === true ? { cut } : {});

interface WordsSaid {
  readonly part: 'text' | 'words';
  readonly name: string;
  readonly mime: string;
  readonly said: Readonly<Record<string, unknown>>;
}

function wordsDraft(
  note: PageNote,
  page: FileBytes,
  { sha256, bytes }: Pick<KeptWords<unknown>, 'sha256' | 'bytes'>,
  { part, name, mime, said }: WordsSaid,
): Draft {
  return draft(note, {
    id: sourcePartId(note.id, part),
    parents: [note.id],
    kind: 'artifact',
    body: {
      ...{ artifact: artifactName(sha256), name, mime, bytes, role: `source-${part}`, ...said },
      snapshot: artifactName(page.sha256), // which copy of the page they are the words of
    },
    fidelity: 'derived',
  });
}

function gapDraft(note: PageNote): Draft {
  const { id, parents, record, outcome, because, to } = note;
  const what = {
    [note.role ? 'picture' : 'source']: record.url,
    ...(because === null ? {} : { because }),
    ...(to === null ? {} : { to }),
  };
  const why = outcome === 'kept' ? 'not-sent' : outcome;
  return draft(note, {
    id,
    parents: [...parents],
    kind: 'gap',
    body: { what, why, where: 'source', native: null },
  });
}
