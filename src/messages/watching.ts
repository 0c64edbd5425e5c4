import { z } from 'zod';

/** A site, and one chat of it or (null) all of them. */
export const Watched = z.strictObject({ site: z.string().max(60), conversation: z.string().max(1_000).nullable() });

/** In minutes; null: until the person says to go on. */
export const Pausing = Watched.extend({
  minutes: z
    .int()
    .min(1)
    .max(7 * 24 * 60)
    .nullable(),
});
