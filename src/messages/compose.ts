import { z } from 'zod';

/**
 * Characters of a text, files, and characters of their bytes in base64: what waits has to fit into ten megabytes. More is
 * saved, and attached by hand.
 */
const MOST_TEXT = 1_500_000;
const MOST_FILES = 20;
const MOST_BASE64 = 3_000_000;

/** A file that goes along: its bytes in base64, or what is kept under a hash (bare hex). */
export const HandedFile = z.strictObject({
  name: z.string().min(1).max(240),
  type: z.string().max(200),
  bytes: z.union([
    z.strictObject({ base64: z.base64().max(MOST_BASE64) }),
    z.strictObject({ artifact: z.string().regex(/^[0-9a-f]{64}$/) }),
  ]),
});
export type HandedFile = z.infer<typeof HandedFile>;

export const handed = {
  text: z.string().max(MOST_TEXT),
  files: z
    .array(HandedFile)
    .max(MOST_FILES)
    .refine((files) => inlineIn(files) <= MOST_BASE64),
} as const;

const inlineIn = (files: readonly HandedFile[]): number =>
  files.reduce((sum, { bytes }) => sum + ('base64' in bytes ? bytes.base64.length : 0), 0);

/** True if so much can be placed at all. */
export const isPlaceable = (text: string, files: readonly HandedFile[]): boolean =>
  text.length <= MOST_TEXT && files.length <= MOST_FILES && inlineIn(files) <= MOST_BASE64;

const common = {
  /** What the person had written there: it stands above what was placed, unless the page changed it. */
  own: z.enum(['none', 'kept', 'changed']),
  /** What the page shows of each file. */
  files: z
    .array(
      z.strictObject({
        name: z.string().max(300),
        state: z.enum(['shown', 'unseen', 'refused', 'not-kept', 'too-large']),
      }),
    )
    .max(MOST_FILES + 1),
  /** The composer was not where the site is known to have it. */
  moved: z.boolean(),
} as const;

/** What came of placing something, as it was read back from the page. */
export const PlaceOutcome = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('placed'), as: z.enum(['whole', 'formatted', 'file', 'site-file']), ...common }),
  z.strictObject({
    kind: z.literal('differs'),
    /** Characters meant, found, and the same from the beginning on. */
    meant: z.int().nonnegative(),
    found: z.int().nonnegative(),
    same: z.int().nonnegative(),
    ...common,
  }),
  z.strictObject({
    kind: z.literal('refused'),
    because: z.enum([
      ...(['no-composer', 'signed-out', 'nothing-taken', 'file'] as const),
      ...(['site-changed', 'no-access', 'no-answer', 'expired'] as const),
    ]),
    ...common,
  }),
]);
export type PlaceOutcome = z.infer<typeof PlaceOutcome>;

/** A handoff that waits for the person to press our button where it is to go; and what came of it then. */
export const Waiting = z.strictObject({
  id: z.uuid(),
  title: z.string().max(1_000),
  ...handed,
  /** Epoch milliseconds at which it is forgotten. */
  until: z.number(),
  outcome: PlaceOutcome.nullable(),
});
export type Waiting = z.infer<typeof Waiting>;
