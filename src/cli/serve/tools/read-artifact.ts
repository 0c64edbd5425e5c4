import { z } from 'zod';
import { quotedBlock } from '../../../handoff/frame';
import { quotedName } from '../../../handoff/markdown';
import { base64, textOf } from '../../../lib/bytes';
import { numberOf } from '../../../projection/view';
import { sniff } from '../../../raw/sniff';
import { type Answer, cutFrom, failure, MOST, notice, type Piece, said } from '../answer';
import { filesAt, type NamedFile, namerOf } from '../files';
import type { Served, ServedSession } from '../served';
import { eventAt, NUMBER, SESSION, toolOf } from '../tool';

/** What clients show as a picture. */
const SHOWN: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
/** The smallest limit of the APIs is 5 MB of base64. */
const LARGEST_PICTURE = 3_700_000;
const LARGEST_OTHER = 1_000_000;
/** A larger text is not opened: it would have to be held whole to give a piece of it. */
const LARGEST_TEXT = 64_000_000;
const LISTED = 20;

export const readArtifact = toolOf({
  name: 'read_artifact',
  title: 'Read a file',
  description: `A file of a session, a picture, or our copy of a source's page, by the number of the event that brings it or by its SHA-256. Texts come as text, piece by piece; PNG, JPEG, GIF and WebP up to ${LARGEST_PICTURE / 1e6} MB as pictures; other files up to ${LARGEST_OTHER / 1e6} MB as base64.`,
  input: z.strictObject({
    session: SESSION,
    event: NUMBER.optional(),
    sha256: z
      .string()
      .regex(/^(?:sha256:)?[0-9a-fA-F]{64}$/, '64 hex digits')
      .optional()
      .describe('The hash, where an event has several files or the number is not known.'),
    skip: z.int().min(0).default(0).describe('Characters of the text that were given before.'),
  }),
  async run(served, { session: slug, event, sha256, skip }) {
    const session = served.session(slug);
    if (typeof session === 'string') return failure(session);
    const file = pick(session, event, sha256?.toLowerCase().replace('sha256:', ''));
    return typeof file === 'string' ? failure(file) : fileAnswer(served, session, file, skip);
  },
});

/** The file that is meant, or a sentence that says why it cannot be told. */
function pick(session: ServedSession, number: string | undefined, hash: string | undefined): NamedFile | string {
  if (number === undefined && hash === undefined) return 'Say which: "event" or "sha256".';
  if (number === undefined) return byHash(session, hash ?? '');
  const found = eventAt(session, number);
  if (typeof found === 'string') return found;
  const event = session.view.current.get(found.id);
  const files = event ? filesAt(session, event) : [];
  const [first] = files;
  if (!first) return `${number} brings no file whose bytes are known.`;
  if (hash !== undefined) return files.find((each) => each.hash === hash) ?? `${number} has no file of that hash.`;
  const list = files
    .slice(0, LISTED)
    .map((each) => `${each.hash} ${quotedName(session.clean(each.name ?? 'without a name'))}`);
  return files.length === 1
    ? first
    : `${number} has several files: say "sha256" as well. ${list.join('; ')}${files.length > LISTED ? ` and ${files.length - LISTED} more` : ''}.`;
}

function byHash(session: ServedSession, hash: string): NamedFile | string {
  const event = namerOf(session, hash);
  if (!event) return 'No event of this session names a file of that hash.';
  const name = event.kind === 'artifact' ? (event.body.name ?? null) : null;
  return { hash, name, event: event.id };
}

async function fileAnswer(served: Served, session: ServedSession, file: NamedFile, skip: number): Promise<Answer> {
  const { archive } = served;
  const path = session.shown.artifactPath(file.hash);
  const where = path === null ? 'packed in the archive' : `in the archive at ${path}`;
  const size = (path === null ? undefined : archive.entries.get(path))?.size ?? 0;
  if (size > LARGEST_TEXT) return tooLarge(size, where);
  const bytes = await archive.artifact(file.hash);
  if (!bytes) return failure('The bytes of this file are not in the archive, or are not what they were.');
  const { mime } = await sniff(bytes);
  const head = `${notice(session.view)}\n\n### ${numberOf(session.view, file.event)} ${quotedName(session.clean(file.name ?? 'a file without a name'))}\n${mime}, ${bytes.length} bytes, sha256 ${file.hash}, ${where}`;
  const text = /^(?:text\/|application\/json$)/.test(mime) ? textOf(bytes) : null;
  if (text !== null) return textAnswer(session, text, { head, skip });
  return bytesAnswer(bytes, mime, { head, where, hash: file.hash });
}

const tooLarge = (size: number, where: string): Answer =>
  failure(`This file has ${size} bytes, which is too much to give here; it lies ${where}.`);

function bytesAnswer(
  bytes: Uint8Array<ArrayBuffer>,
  mimeType: string,
  { head, where, hash }: { readonly head: string; readonly where: string; readonly hash: string },
): Answer {
  const isShown = SHOWN.has(mimeType);
  if (bytes.length > (isShown ? LARGEST_PICTURE : LARGEST_OTHER)) return tooLarge(bytes.length, where);
  const data = base64(bytes);
  const piece: Piece = isShown
    ? { type: 'image', data, mimeType }
    : { type: 'resource', resource: { uri: `valise://artifact/${hash}`, mimeType, blob: data } };
  return { pieces: [{ type: 'text', text: head }, piece] };
}

function textAnswer(
  { view, cleanFile }: ServedSession,
  whole: string,
  { head, skip }: { readonly head: string; readonly skip: number },
): Answer {
  const text = cleanFile(whole);
  if (skip > 0 && skip >= text.length) return failure(`This text has only ${text.length} characters.`);
  const { cut, next } = cutFrom(text, skip, MOST - head.length - 500);
  const more =
    next === null ? '' : `Cut here, at character ${next} of ${text.length}. More: read_artifact with skip ${next}.`;
  return said(`${head}${skip > 0 ? ` · from character ${skip} on` : ''}`, quotedBlock(view, cut), more);
}
