/** HTML that was written by us, with everything from elsewhere escaped: the only way to make it is {@link html}. */
export interface Markup {
  readonly markup: string;
}

/** A piece of a page: markup, or markup in UTF-8. */
export type Chunk = Markup | Uint8Array<ArrayBuffer>;

type Value = string | number | Markup | null | false | readonly Value[];

/** A tagged template: what is put in is escaped unless it is markup itself; null and false are nothing. */
export function html(pieces: TemplateStringsArray, ...values: readonly Value[]): Markup {
  let markup = pieces[0] ?? '';
  for (const [index, value] of values.entries()) markup += written(value) + (pieces[index + 1] ?? '');
  return { markup };
}

/** Markups one after the other. */
export const joined = (list: readonly Markup[], between = ''): Markup => ({
  markup: list.map(({ markup }) => markup).join(between),
});

export const NOTHING: Markup = { markup: '' };

function written(value: Value): string {
  if (value === null || value === false) return '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return escapeHtml(value);
  if ('markup' in value) return value.markup;
  return value.map(written).join('');
}

// Texts are long and most have none of these: looking first is much faster than replacing by a function at once.
const ENTITIES: readonly (readonly [sign: string, entity: string])[] = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
  ['\r', '&#13;'], // a bare one would be read as a line feed
];

// controls that HTML has no place for are shown as their pictures; a tab and line ends stay
const CONTROL = /(?![\t\n\r])\p{Cc}|\p{Noncharacter_Code_Point}/u;
const CONTROLS = new RegExp(CONTROL.source, 'gu');

/** Text for element content and quoted attributes. */
export function escapeHtml(text: string): string {
  let safe = text.toWellFormed();
  if (CONTROL.test(safe)) safe = safe.replace(CONTROLS, picture);
  for (const [sign, entity] of ENTITIES) if (safe.includes(sign)) safe = safe.replaceAll(sign, entity);
  return safe;
}

const picture = (character: string): string => {
  const code = character.charCodeAt(0);
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? '\u2421' : '\ufffd';
};
