import { z } from 'zod';

/** The name of an artifact: its SHA-256. */
export const ArtifactName = z.string().regex(/^sha256:[0-9a-f]{64}$/);

const text = z.string();
const maybe = z.string().nullable();

/** A place in a text: `unit` is the one the site counts in; the numbers here are always UTF-16. */
export const Range = z.looseObject({ start: z.int(), end: z.int(), unit: z.enum(['utf16', 'codepoint', 'byte']) });

/** A passage that a claim rests on, and who supplied it. */
export const Passage = z.looseObject({
  text,
  origin: z.enum(['provider', 'page', 'refetch', 'user']),
});

const media = { artifact: ArtifactName.nullable(), mime: maybe, name: maybe };

/** A piece of an event's content (the parts of every kind of body). Unknown members are kept. */
export const Part = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text'), text, format: z.enum(['plain', 'markdown', 'html-sanitised']) }),
  z.looseObject({ type: z.literal('code'), text, language: maybe }),
  z.looseObject({ type: z.literal('json'), value: z.unknown() }),
  z.looseObject({ type: z.literal('image'), ...media }),
  z.looseObject({ type: z.literal('audio'), ...media }),
  z.looseObject({ type: z.literal('video'), ...media }),
  z.looseObject({ type: z.literal('file'), ...media }),
  z.looseObject({ type: z.literal('command'), text }),
  z.looseObject({ type: z.literal('diff'), text, path: maybe }),
  z.looseObject({ type: z.literal('refusal'), text }),
  z.looseObject({
    type: z.literal('citation'),
    range: Range.nullable(),
    evidence: z.array(text),
    url: maybe,
    title: maybe,
  }),
  z.looseObject({
    type: z.literal('evidence'),
    /** Unique inside its event; citations name `<event id>#<this>`. */
    id: text,
    url: maybe,
    title: maybe,
    passages: z.array(Passage),
    cited: z.boolean().nullable(),
  }),
  z.looseObject({ type: z.literal('link'), url: text }),
  z.looseObject({ type: z.literal('placeholder'), reason: text }),
]);
export type Part = z.infer<typeof Part>;
export type PartOf<T extends Part['type']> = Extract<Part, { type: T }>;

const Parts = z.array(Part);

/** The parts that a value is; none where it is something else. */
export function partsIn(value: unknown): readonly Part[] {
  return Parts.safeParse(value).success ? (value as readonly Part[]) : [];
}
