import { isObject } from '../../lib/json';
import type { AskedFile, FileKind, FileLead } from '../contract';

const organisation = ({ scope }: AskedFile): string | null => (scope === null ? null : encodeURIComponent(scope));

/** A call of the organisation's, of the person's own conversations: of a public snapshot the site gives none this way. */
const own = (asked: AskedFile, path: (organisation: string) => string): string | null => {
  const scope = organisation(asked);
  return scope === null || asked.page.pathname.startsWith('/share/') ? null : path(scope);
};

const upload =
  (variant: string) =>
  (asked: AskedFile): string | null =>
    own(asked, (scope) => `/api/${scope}/files/${encodeURIComponent(asked.pointer)}/${variant}`);

/** The sandbox's own calls. */
const sandbox = (asked: AskedFile, call: string): string | null =>
  own(
    asked,
    (scope) => `/api/organizations/${scope}/conversations/${encodeURIComponent(asked.conversation)}/wiggle/${call}`,
  );

const download = (asked: AskedFile, path: string): string | null =>
  sandbox(asked, `download-file?path=${encodeURIComponent(path)}`);

/** The two folders that the site lists; a call may name a file by another path to it. */
const LISTED = /^\/mnt\/user-data\/(?:uploads|outputs)\//;

/**
 * The site's pointers: an uploaded file by its id, a file of the sandbox by its path. Of uploads a picture's own bytes, a
 * document as PDF, or else a preview, which is made from the file (addresses as of October 2026; of the originals' only
 * others have spoken).
 */
export const files: readonly FileKind[] = [
  {
    pointer: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
    ways: [
      { path: upload('contents') },
      {
        path: (asked) => own(asked, (scope) => `/api/organizations/${scope}/files/${asked.pointer}/content`),
      },
      { path: upload('document_pdf') },
      { path: upload('preview'), derived: true },
    ],
  },
  {
    pointer: /^\/./s,
    ways: [
      { path: (asked) => (LISTED.test(asked.pointer) ? download(asked, asked.pointer) : null) },
      { path: (asked) => sandbox(asked, 'list-files?prefix='), leads: found },
    ],
  },
  { pointer: /^https?:/i, ways: [], why: 'not-asked' },
];

/** Where the sandbox has a file that was named by another path: by its name, in what was made rather than in what came. */
function found(answer: unknown, asked: AskedFile): FileLead {
  const name = baseName(asked.pointer);
  const paths = pathsIn(answer).filter((path) => baseName(path) === name);
  const path = paths.find((each) => each.includes('/outputs/')) ?? paths[0];
  const at = path === undefined || path === asked.pointer ? null : download(asked, path);
  // types of what the sandbox made are all the same there: nothing is claimed
  return at === null ? { because: 'not-found' } : { at, name, type: null, bytes: null };
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

function pathsIn(answer: unknown): string[] {
  if (!isObject(answer)) return [];
  const { files: named, files_metadata: described } = answer;
  const all: unknown[] = [
    ...(Array.isArray(described) ? described : []).map((each) => (isObject(each) ? each.path : null)),
    ...(Array.isArray(named) ? named : []),
  ];
  return all.filter((each): each is string => typeof each === 'string');
}
