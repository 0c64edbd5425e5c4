import { z } from 'zod';

/** Bringing in everything that a site has. */
export const BackfillStart = z.strictObject({
  site: z.string().max(60),
  /** A tab of the site may be opened in the background where none is open. */
  opens: z.boolean(),
});

export const BackfillChange = z.strictObject({
  job: z.uuid(),
  paused: z.boolean().optional(),
  opens: z.boolean().optional(),
});
