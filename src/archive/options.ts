import { z } from 'zod';

/**
 * What a person chose for an archive: written as `Valise-Options`, and part of what makes its bytes. What a newer release
 * adds is left out, and the rest holds.
 */
export const PackOptions = z.object({
  /** Targets whose files are written into `continue/`, by name. */
  targets: z.array(z.string()).default(['messages']),
});
export type PackOptions = z.infer<typeof PackOptions>;

export const DEFAULT_OPTIONS: PackOptions = PackOptions.parse({});
