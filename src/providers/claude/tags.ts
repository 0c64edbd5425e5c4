/** A stretch of a text as the site wrote answers until 2024, with its own tags inside. Offsets in UTF-16 of what was sent. */
export interface Stretch {
  readonly kind: 'text' | 'thinking' | 'document';
  readonly from: number;
  readonly to: number;
  /** What is inside the tags; of a text all of it. */
  readonly text: string;
  /** The tag as the site wrote it, of a thought with all that is inside. */
  readonly native: string;
  /** Of a document's tag. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Its closing tag is there. */
  readonly closed: boolean;
}

const OPENING = /<ant(Thinking|Artifact)((?:\s+[a-z_-]+="[^"<>]*")*)\s*>/gi;
const ATTRIBUTE = /([a-z_-]+)="([^"]*)"/gi;
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();
const ENTITIES: Readonly<Record<string, string>> = { '&quot;': '"', '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/**
 * Takes a text apart at the site's old tags. A document's tag must say which document; one that nothing closes runs to
 * the end of the text. Stretches of nothing but blanks between tags are left out.
 */
export function stretchesOf(text: string): Stretch[] {
  if (!text.includes('<ant')) return [plain(text, 0, text.length)];
  const stretches: Stretch[] = [];
  let at = 0;
  for (const match of text.matchAll(OPENING)) {
    const found = match.index < at ? null : tagged(text, match);
    if (!found) continue;
    stretches.push(plain(text, at, found.from), found);
    at = found.to;
  }
  const all = [...stretches, plain(text, at, text.length)];
  return all.length === 1 ? all : all.filter(({ kind, text: inside }) => kind !== 'text' || /\S/.test(inside));
}

const plain = (text: string, from: number, to: number): Stretch => ({
  kind: 'text',
  from,
  to,
  text: text.slice(from, to),
  native: '',
  attributes: NO_ATTRIBUTES,
  closed: true,
});

function tagged(text: string, { 0: tag, 1: name = '', 2: rest = '', index }: RegExpExecArray): Stretch | null {
  const kind = name.toLowerCase() === 'thinking' ? 'thinking' : 'document';
  const attributes = new Map(
    Array.from(rest.matchAll(ATTRIBUTE), ([, key = '', value = '']) => [
      key.toLowerCase(),
      value.replace(/&(?:quot|amp|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity),
    ]),
  );
  if (kind === 'document' && !attributes.get('identifier')) return null;
  const begin = index + tag.length;
  const closing = `</ant${name}>`;
  const end = text.indexOf(closing, begin);
  const to = end < 0 ? text.length : end + closing.length;
  const inside = text.slice(begin, end < 0 ? to : end);
  const native = kind === 'thinking' ? text.slice(index, to) : tag;
  return { kind, from: index, to, text: inside, native, attributes, closed: end >= 0 };
}
