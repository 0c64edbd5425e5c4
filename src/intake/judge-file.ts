import { looseText } from '../lib/bytes';
import { parseJson } from '../lib/json';
import { hasErrorInside } from '../providers/kit/site-answers';
import type { FileNote } from './file-note';

type Bytes = Uint8Array<ArrayBuffer>;

/** What came for a file, before anybody looked at it. */
export interface CameFile {
  readonly note: FileNote;
  readonly body: Bytes;
  /** The answer's own word for it. */
  readonly type: string | null;
  /** By looking at the bytes. */
  readonly mime: string;
}

/**
 * Whether what came for a file is one. A page, an error or nothing at all in its place is not kept: a page may hold what
 * nobody may keep, and none of them is what the conversation spoke of.
 */
export function judgeFile(came: CameFile): Pick<CameFile, 'note' | 'body'> {
  const { note, body } = came;
  if (note.outcome !== 'kept' && !note.preview) return { note, body: NOTHING };
  const refusal = refusalOf(came);
  if (refusal === null) return { note, body };
  const outcome = note.outcome === 'kept' ? refusal : {};
  return { note: { ...note, ...outcome, preview: false }, body: NOTHING };
}

const NOTHING = new Uint8Array();

function refusalOf(file: CameFile): Pick<FileNote, 'outcome' | 'came'> | null {
  if (file.body.length === 0) return isMeantEmpty(file.note) ? null : { outcome: 'not-sent', came: 'nothing' };
  if (isPage(file)) return { outcome: 'forbidden', came: 'page' };
  return isError(file) ? { outcome: 'not-found', came: 'error' } : null;
}

const isMeantEmpty = ({ claims }: FileNote): boolean => claims?.bytes === 0;

/** Suffixes and types of what may well be such a text. */
const PAGES = /\.(?:x?html?|htm|mht(?:ml)?|svg|xml|txt|md)$/i;
const DATA = /\.(?:json\w*|ipynb|har|log|txt|md|jsx?|tsx?|csv)$/i;

/** What a file is called, wherever that was said. */
const nameOf = ({ note: { name, claims, pointer } }: CameFile): string =>
  name ?? claims?.name ?? pointer.slice(pointer.lastIndexOf('/') + 1);

/** True where a page came, and nothing said that the file is one. */
function isPage(file: CameFile): boolean {
  if (!/^(?:text\/html|application\/xhtml)/i.test(file.type ?? '')) return false;
  const isMarkup = /^[\s\uFEFF]*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\s+html|html|head|body|script)\b/i;
  if (!isMarkup.test(looseText(file.body.subarray(0, 4096)))) return false;
  return !PAGES.test(nameOf(file)) && !/html|xml/i.test(file.note.claims?.type ?? '');
}

/** No error that a site answers is longer. */
const LONGEST_ERROR = 64 * 1024;

/** True where an error came as JSON, and nothing said that the file is data. */
function isError(file: CameFile): boolean {
  if (file.mime !== 'application/json' || file.body.length > LONGEST_ERROR) return false;
  if (DATA.test(nameOf(file)) || /json|text/i.test(file.note.claims?.type ?? '')) return false;
  return hasErrorInside(parseJson(looseText(file.body)));
}
