import { hashIn } from '../lib/hash';
import { member } from '../lib/json';
import type { GapReason } from '../model/bodies';
import type { Event } from '../model/event';
import { partsOf } from '../projection/sources';
import type { SessionView } from '../projection/view';
import { cameIn, isOfBytes, thingOf } from './gaps';
import { besideOf, isMedia, type MediaPart, mediaHash, saidInParts } from './media';

/** What became of a file that a session names; `unsaid`: its bytes are not there, and nothing says why. */
export type FileState = 'kept' | 'unsaid' | GapReason;

/** A file of a session: one that a part shows or names, that an event brings, or that is known to be missing. */
export interface ListedFile {
  /** What it is known by in this session. */
  readonly key: string;
  /** Somebody else's words; null: the site did not name it. */
  readonly name: string | null;
  readonly type: MediaPart['type'];
  /** As it was seen when it was kept, else as the site says it. */
  readonly mime: string | null;
  /** As many as are kept, else as the site says. */
  readonly bytes: number | null;
  /** Bare hex; null: no bytes. */
  readonly hash: string | null;
  readonly state: FileState;
  /** What came in its place, in a word of ours; null: nothing, or nobody said. */
  readonly came: string | null;
  /** Made from the file, which itself was not to be had. */
  readonly isPreview: boolean;
  /** The gaps that say why it is missing. */
  readonly gaps: readonly string[];
  /** The events that name it, in order of the log; never empty. */
  readonly places: readonly string[];
}

/** Every file of a session, each once, in the order in which they are first named. Source pages stand with the sources. */
export function filesOf(view: SessionView): readonly ListedFile[] {
  const files = new Map<string, ListedFile>();
  const events = [...view.current.values()];
  const said = saidInParts(view, events);
  for (const event of events)
    for (const file of filesIn(view, event, said)) {
      const known = files.get(file.key);
      files.set(file.key, known ? joined(known, file) : file);
    }
  return [...files.values()];
}

function filesIn(view: SessionView, event: Event, said: ReadonlySet<string>): ListedFile[] {
  const named = partsOf(event).flatMap((part) => (isMedia(part) ? [partFile(view, event, part)] : []));
  const own = said.has(event.id) ? null : ownFile(event);
  return own ? [...named, own] : named;
}

/** What an event is that speaks of a file by itself. */
function ownFile(event: Event): ListedFile | null {
  if (event.kind === 'artifact') return isOfSource(event) ? null : artifactFile(event);
  return event.kind === 'gap' && isOfFile(event) ? gapFile(event) : null;
}

/** Pages that a claim rests on, and what was made of them: roles `source-page`, `source-text`, `source-image`. */
const isOfSource = ({ body }: Event<'artifact'>): boolean => body.role.startsWith('source-');

const words = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
/** A picture from the web has no name but its address. */
const onWeb = (pointer: unknown): string | null => {
  const address = words(pointer);
  return address !== null && /^https?:/.test(address) ? address : null;
};
const size = (value: unknown): number | null => (typeof value === 'number' && value >= 0 ? value : null);

/** The same bytes under the same name are one file, and so is one pointer that has met the same end. */
const keptKey = (hash: string, name: string | null): string => JSON.stringify([hash, name]);
const missingKey = (state: FileState, thing: string): string => JSON.stringify([state, thing]);

const NONE = { mime: null, bytes: null, hash: null, came: null, isPreview: false, gaps: [] } as const;

function partFile(view: SessionView, event: Event, part: MediaPart): ListedFile {
  const beside = besideOf(view, event, part);
  const hash = mediaHash(view, event, part);
  const own = { name: words(part.name) ?? onWeb(part.pointer), type: part.type, places: [event.id] };
  const claimed = { mime: words(part.mime), bytes: size(part.bytes ?? part.size_bytes) };
  if (beside?.kind === 'artifact') {
    const file = artifactFile(beside);
    const name = own.name ?? file.name;
    return { ...file, ...own, name, key: keptKey(file.hash ?? '', name) };
  }
  if (hash !== null) return { ...NONE, ...own, ...claimed, key: keptKey(hash, own.name), hash, state: 'kept' };
  if (beside) return { ...gapFile(beside), ...own, ...claimed };
  const key = missingKey('unsaid', words(part.pointer) ?? own.name ?? event.id);
  return { ...NONE, ...own, ...claimed, key, state: 'unsaid' };
}

function artifactFile({ id, body }: Event<'artifact'>): ListedFile {
  const hash = hashIn(body.artifact) ?? '';
  const [name, mime] = [words(body.name), words(body.mime)];
  return {
    ...NONE,
    ...{ key: keptKey(hash, name), name, mime, hash },
    type: TYPES.get(mime?.split('/')[0] ?? '') ?? 'file',
    bytes: size(body.bytes),
    state: 'kept',
    isPreview: body.role === 'preview',
    places: [id],
  };
}

const TYPES: ReadonlyMap<string, MediaPart['type']> = new Map([
  ['image', 'image'],
  ['audio', 'audio'],
  ['video', 'video'],
]);

function gapFile(gap: Event<'gap'>): ListedFile {
  const { id, body } = gap;
  const { what, why } = body;
  const { name } = thingOf(gap);
  const thing = words(member(what, 'pointer')) ?? words(member(what, 'file')) ?? name ?? id;
  const came = cameIn(gap);
  return { ...NONE, key: missingKey(why, thing), name, type: 'file', state: why, came, gaps: [id], places: [id] };
}

/** True for a gap that speaks of a file, and not of a page, a message or a conversation. */
const isOfFile = (gap: Event<'gap'>): boolean =>
  isOfBytes(gap) &&
  gap.body.where !== 'source' &&
  ['pointer', 'file', 'name'].some((key) => words(member(gap.body.what, key)) !== null);

const joined = (known: ListedFile, more: ListedFile): ListedFile => ({
  ...known,
  name: known.name ?? more.name,
  mime: known.mime ?? more.mime,
  bytes: known.bytes ?? more.bytes,
  gaps: [...new Set([...known.gaps, ...more.gaps])],
  places: [...new Set([...known.places, ...more.places])],
});
