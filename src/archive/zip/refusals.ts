type Params = Readonly<Record<string, string | number>>;

/** What each rule says. `{entry}` is the entry's name, other braces are the refusal's parameters. */
const SENTENCES = {
  'not-a-zip': 'This file is not a zip.',
  'cut-off': 'The zip has no end: the file is cut off, or something follows it.',
  'source-short': 'The zip could not be read to its end: the file changed or is cut off.',
  'trailing-bytes': 'After the end of the zip, {bytes} more bytes follow.',
  'leading-bytes': 'Before the first entry of the zip, "{entry}", stand {bytes} bytes that belong to nothing.',
  'stray-bytes': 'In the zip, {bytes} bytes belong to no entry: something was put in front of it or between its parts.',
  comment: 'The zip carries a comment, which an archive never does.',
  'multi-disk': 'The zip is one part of several, which cannot be read.',
  'directory-lies': 'The end of the zip does not describe its list of entries truly.',
  'directory-broken': 'The list of entries of the zip is broken at entry {index}.',
  'too-many-entries': 'The zip lists {entries} entries; more than {limit} are not accepted.',
  'directory-too-big': 'The list of entries of the zip has {bytes} bytes; more than {limit} are not accepted.',
  'too-big': 'The zip has {bytes} bytes; more than {limit} are not accepted.',
  'total-too-big': 'Unpacked, the zip would have {bytes} bytes; more than {limit} are not accepted.',
  'no-room': 'Unpacked, the zip would have {bytes} bytes, but only {limit} are free.',
  'total-ratio': 'Unpacked, the zip would be more than {limit} times as big, as only a harmful one is.',
  'entry-ratio': 'Unpacked, the entry "{entry}" would be more than {limit} times as big, as only a harmful one is.',
  'path-escape': 'The entry "{entry}" leads out of the archive.',
  'absolute-path': 'The entry "{entry}" has an absolute path.',
  backslash: 'The name of the entry "{entry}" holds a backslash.',
  nul: 'The name of the entry "{entry}" holds a NUL character.',
  'not-utf8': 'The name of the entry "{entry}" is not in UTF-8.',
  'empty-name': 'An entry of the zip has no name, or an empty one between two slashes: "{entry}".',
  'dot-segment': 'The path of the entry "{entry}" holds a lone dot.',
  'name-characters': 'The name of the entry "{entry}" holds characters that no archive of ours uses.',
  'device-name': 'The entry "{entry}" has a name that Windows keeps for a device.',
  'trailing-dot': 'The name of the entry "{entry}" ends in a dot.',
  duplicate: 'The entry "{entry}" is there twice.',
  collision: 'The entries "{entry}" and "{other}" would be one and the same file on some computers.',
  link: 'The entry "{entry}" is a link.',
  'not-regular': 'The entry "{entry}" is not an ordinary file.',
  'folder-content': 'The entry "{entry}" is a folder and yet has content.',
  encrypted: 'The entry "{entry}" is encrypted.',
  method: 'The entry "{entry}" is packed by method {method}, which cannot be read.',
  'data-descriptor': 'The entry "{entry}" states its size only after its content, which an archive never does.',
  flags: 'The entry "{entry}" is marked in a way that cannot be read (flags {flags}).',
  'extra-field': 'The entry "{entry}" carries a hidden field ({id}), which an archive never does.',
  'local-differs': 'The entry "{entry}" is described in two ways that contradict each other ({what}).',
  overlap: 'The entry "{entry}" lies over other parts of the zip.',
  hole: 'After the entry "{entry}" stand {bytes} bytes that belong to no entry.',
  'size-lies': 'The entry "{entry}" has not the size it declares ({bytes} bytes).',
  'hidden-bytes': 'In the entry "{entry}", bytes stand after the end of its content that belong to nothing.',
  'broken-data': 'The packed bytes of the entry "{entry}" are damaged.',
  'wrong-crc': 'The entry "{entry}" is damaged: its checksum differs.',
} as const satisfies Record<string, string>;

/** The rule that a zip, or one of its entries, breaks. */
export type Rule = keyof typeof SENTENCES;

/** A zip, or one entry of it, that is not taken. */
export interface Refused {
  readonly kind: 'refused';
  readonly rule: Rule;
  /** The entry's name as the zip gives it; null where the zip as a whole is refused. */
  readonly entry: string | null;
  readonly params: Params;
}

export const refused = (rule: Rule, entry: string | null = null, params: Params = {}): Refused => ({
  kind: 'refused',
  rule,
  entry,
  params,
});

const LONGEST = 200;
// Control characters, line ends, half surrogates and marks that turn the direction of writing round.
const UNSHOWABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A name from a stranger, fit for one line of text. */
function shown(name: string): string {
  const cut = name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name;
  return cut.replace(UNSHOWABLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** One plain sentence that names the entry and the reason. */
export function refusalSentence(refusal: Refused): string {
  const values: Params = { ...refusal.params, entry: refusal.entry ?? '' };
  return SENTENCES[refusal.rule].replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = values[key];
    return typeof value === 'string' ? shown(value) : String(value ?? '');
  });
}

/** The error with which reading an entry ends when its bytes are not what the zip says. */
export const damage = (refusal: Refused): Error =>
  Object.assign(new Error(refusalSentence(refusal)), { name: 'ZipDamage', refusal });

/** The refusal inside an error made by {@link damage}, or null for any other error. */
export const damageIn = (error: unknown): Refused | null =>
  error instanceof Error && error.name === 'ZipDamage' && 'refusal' in error ? (error.refusal as Refused) : null;
