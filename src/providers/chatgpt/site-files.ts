import { isObject } from '../../lib/json';
import type { AskedFile, FileFailure, FileKind, FileLead } from '../contract';

/** The id of a file in a pointer: what follows the scheme, without what stands after `#` or `?`. An address is its own. */
export const fileId = (pointer: string): string =>
  /^https?:/.test(pointer) ? pointer : pointer.replace(/^[a-z-]+:\/\//, '').replace(/[#?].*$/s, '');

/** Errors that the site names in an answer of 200 (seen by several others, 2026). */
const REFUSALS: ReadonlyMap<unknown, FileFailure> = new Map<unknown, FileFailure>([
  ['file_not_found', 'not-found'],
  ['ace_pod_expired', 'expired'],
  ['file_expired', 'expired'],
  ['access_denied', 'forbidden'],
]);

/** Files of the person's own conversations; of a public snapshot the site gives none this way. */
const own = ({ page }: AskedFile, path: string): string | null =>
  page.pathname.startsWith('/share/') ? null : `/backend-api/${path}`;

const idOf = ({ pointer }: AskedFile): string => encodeURIComponent(fileId(pointer));
const chatOf = ({ conversation }: AskedFile): string => encodeURIComponent(conversation);

/** `sandbox:/mnt/data/x`; a link in a text may have its name written as in an address. */
function sandboxPath({ pointer }: AskedFile): string {
  const path = pointer.slice('sandbox:'.length);
  try {
    return encodeURIComponent(decodeURIComponent(path));
  } catch {
    return encodeURIComponent(path); // a name with a per cent sign of its own
  }
}

/**
 * The site's pointers. Ids without a scheme stand in lists of attachments. Every call answers 200 with a status of its own
 * and, where it went well, the address of the bytes (paths as of October 2026).
 */
export const files: readonly FileKind[] = [
  {
    pointer: /^(?:(?:sediment|file-service):\/\/|(?=file[-_]))[\w-]+(?:[#?].*)?$/s,
    ways: [
      {
        path: (asked) => own(asked, `files/download/${idOf(asked)}?conversation_id=${chatOf(asked)}&inline=false`),
        leads,
      },
      { path: (asked) => own(asked, `conversation/${chatOf(asked)}/attachment/${idOf(asked)}/download`), leads },
      { path: (asked) => own(asked, `files/${idOf(asked)}/download`), leads },
    ],
  },
  {
    pointer: /^sandbox:\/./s,
    perMessage: true,
    ways: [
      {
        path: (asked) =>
          asked.message === null
            ? null
            : own(
                asked,
                `conversation/${chatOf(asked)}/interpreter/download?message_id=${encodeURIComponent(asked.message)}&sandbox_path=${sandboxPath(asked)}`,
              ),
        leads,
      },
    ],
  },
  // a picture from the web is none of the site's files: it is a page's that is cited
  { pointer: /^https?:/i, ways: [], why: 'not-asked' },
];

function leads(answer: unknown): FileLead {
  if (!isObject(answer)) return { because: 'not-sent' };
  const { status, download_url: at, file_name: name, mime_type: type, file_size_bytes: bytes } = answer;
  const address = status === 'error' ? null : words(at);
  if (address === null) return { because: refusalIn(answer.error_code) };
  return { at: address, name: words(name), type: words(type), bytes: sizeIn(bytes) };
}

const words = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

const sizeIn = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;

const refusalIn = (code: unknown): FileFailure =>
  REFUSALS.get(code) ?? (typeof code === 'string' && /not[ _]found/i.test(code) ? 'not-found' : 'not-sent');
