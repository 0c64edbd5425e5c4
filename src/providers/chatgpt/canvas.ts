import { utf8 } from '../../lib/bytes';
import { artifactName, sha256Hex } from '../../lib/hash';
import { isObject, parseJson } from '../../lib/json';
import type { Attachment, Draft, DraftPlace } from '../contract';
import { gapDraft } from '../kit/notes';
import type { Known } from '../kit/scope';
import { asList, asNumber, asObject, asObjects, asText, asTexts, asWords, said } from '../kit/value';
import type { OpenCall } from './message';
import type { Kept } from './nodes';
import type { WireMessage } from './wire';

type Fields = Readonly<Record<string, unknown>>;

/** A canvas document as far as it is known on this branch. */
export interface Work {
  /** Null where a step could not be followed, or the person changed it: the tree does not hold that. */
  readonly text: string | null;
  readonly name: string | null;
  readonly type: string | null;
}

/** Versions of canvas documents that a message made. */
export interface Written {
  readonly drafts: readonly Draft[];
  readonly attachments: readonly Attachment[];
}

/** What a step made of a document: its text, or why that is not known. */
type After = { readonly text: string } | { readonly because: string };

const NOTHING: Written = { drafts: [], attachments: [] };

/**
 * Follows what a message does to the canvas documents of its branch. A call says what to write, and its result to which
 * document. Each version is an artifact of its own; one that cannot be put together is a gap in its place.
 */
export function writeCanvas(
  here: Kept,
  call: OpenCall | null,
  works: Known<Work>,
  raw: readonly DraftPlace[],
): Written {
  const { message } = here;
  const canvas = asObject(message.metadata.canvas);
  if (message.role === 'user') return fromPerson(here, canvas, works, raw);
  const document = asWords(canvas.textdoc_id);
  if (message.role !== 'tool' || document === null || !call?.name?.startsWith('canmore.')) return NOTHING;
  const step = call.name.slice('canmore.'.length);
  if (!STEPS.has(step)) return NOTHING;
  const before = works.get(document);
  const input = inputOf(call.message);
  const work = {
    name: asWords(canvas.title) ?? asWords(input.name) ?? before?.name ?? null,
    type: asWords(canvas.textdoc_type) ?? asWords(input.type) ?? before?.type ?? null,
  };
  const after = fitting(step === 'create_textdoc' ? created(input) : updated(before?.text ?? null, input), canvas);
  works.set(here.node.key, document, { ...work, text: 'text' in after ? after.text : null });
  return version(here, after, { ...work, document, command: step, version: asNumber(canvas.version) }, raw);
}

const STEPS: ReadonlySet<string> = new Set(['create_textdoc', 'update_textdoc']);

/** What the person changed is not in the tree; what the person began is. */
function fromPerson(here: Kept, canvas: Fields, works: Known<Work>, raw: readonly DraftPlace[]): Written {
  const document = asWords(canvas.textdoc_id);
  const known = document === null ? undefined : works.get(document);
  if (document !== null && known && canvas.has_user_edit === true)
    works.set(here.node.key, document, { ...known, text: null });
  const all = asObjects(canvas.user_created_textdocs).map((each, n) => {
    const own = asWords(each.textdoc_id) ?? asWords(each.id) ?? `${n}`;
    const work = { name: asWords(each.title), type: asWords(each.type) ?? asWords(each.textdoc_type) };
    const text = asText(each.content);
    works.set(here.node.key, own, { ...work, text });
    const after = text === null ? { because: 'its text was not sent' } : { text };
    return version(here, after, { ...work, document: own, command: 'person', version: null }, raw);
  });
  return { drafts: all.flatMap(({ drafts }) => drafts), attachments: all.flatMap(({ attachments }) => attachments) };
}

/** What a call was given: JSON, in one text or in several. */
function inputOf({ content }: WireMessage): Fields {
  return asObject(parseJson(asText(content.text) ?? asTexts(content.parts).join('')));
}

const created = ({ content }: Fields): After =>
  typeof content === 'string' ? { text: content } : { because: 'its text was not sent' };

/** Several replacements, one after the other. */
function updated(text: string | null, input: Fields): After {
  let after: After = text === null ? { because: 'the version before it is not known' } : { text };
  const updates = asList(input.updates);
  if (updates.length === 0) return { because: 'what was changed was not sent' };
  if (updates.length > MOST_UPDATES) return TOO_LARGE;
  for (const each of updates)
    after = isObject(each) ? replaced(after, each) : { because: 'a change of an unknown form' };
  return after;
}

/** No document that a person writes is longer, or changed in more places at once. */
const LONGEST = 4_000_000;
const MOST_UPDATES = 200;
const TOO_LARGE: After = { because: 'it is too large to be followed' };

/** Patterns that take the whole text. */
const WHOLE: ReadonlySet<string> = new Set(['.*', '(?s).*', '^.*$', '(?s)^.*$', '[\\s\\S]*', '.+', '(.*)']);

/**
 * The patterns are regular expressions of another language. One that is the whole text, or plain words, is followed; any
 * other is not run: it could take for ever, and where the two languages differ, its outcome would be a guess.
 */
function replaced(before: After, { pattern, replacement, multiple }: Fields): After {
  if (typeof pattern !== 'string' || typeof replacement !== 'string') return { because: 'a change of an unknown form' };
  if (WHOLE.has(pattern)) return { text: replacement };
  if (!('text' in before)) return before;
  const words = plainWords(pattern);
  if (words === null) return { because: 'it was changed by a search pattern' };
  if (replacement.includes('\\')) return { because: 'what was put in has escapes that may mean something else' };
  if (!before.text.includes(words)) return { because: 'what it replaces does not stand in the version before it' };
  return put(before.text, words, replacement, multiple === true);
}

/** By its places: what is put in may be anything. */
function put(text: string, words: string, replacement: string, everywhere: boolean): After {
  const pieces = everywhere ? text.split(words) : splitOnce(text, words);
  const length = text.length + (pieces.length - 1) * (replacement.length - words.length);
  return length > LONGEST ? TOO_LARGE : { text: pieces.join(replacement) };
}

function splitOnce(text: string, words: string): string[] {
  const at = text.indexOf(words);
  return [text.slice(0, at), text.slice(at + words.length)];
}

/** The words that a pattern means if it means nothing but words, or null. */
function plainWords(pattern: string): string | null {
  if (pattern === '' || /(?<!\\)(?:\\\\)*[.*+?^${}()|[\]]/.test(pattern) || /\\[A-Za-z0-9]/.test(pattern)) return null;
  return pattern.replace(/\\(.)/gs, '$1');
}

/** The site says how long a text is: one of another length is not what it has. */
function fitting(after: After, canvas: Fields): After {
  const length = asNumber(canvas.textdoc_content_length);
  if (!('text' in after) || length === null) return after;
  const { text } = after;
  const lengths = [text.length, [...text].length, utf8(text).length];
  return lengths.includes(length) ? after : { because: 'it has not the length that the site says' };
}

interface About {
  readonly name: string | null;
  readonly type: string | null;
  readonly document: string;
  readonly command: string;
  readonly version: number | null;
}

function version(here: Kept, after: After, about: About, raw: readonly DraftPlace[]): Written {
  const { name, type, document, command, version: number } = about;
  const own = `version-${document}`;
  const facts = { document, command, ...said({ version: number, type }) };
  if (!('text' in after)) {
    const what = { ...said({ name }), ...facts, because: after.because };
    return {
      drafts: [gapDraft(here.event, own, { why: 'not-sent', what, native: here.message.id }, raw)],
      attachments: [],
    };
  }
  const bytes = utf8(after.text);
  const sha256 = sha256Hex(bytes);
  const body = { artifact: artifactName(sha256), name, mime: null, bytes: bytes.length, role: 'version', ...facts };
  const draft: Draft = {
    id: `${here.event}/${own}`,
    thread: 'root',
    parents: [here.event],
    at: { occurred: here.message.created, updated: null },
    actor: { kind: command === 'person' ? 'user' : 'assistant', name: null, model: null },
    kind: 'artifact',
    body,
    native: { id: null, node: null, type: null, parent: null },
    sealed: [],
    raw,
    fidelity: 'derived',
  };
  return { drafts: [draft], attachments: [{ sha256, bytes }] };
}
