import { z } from 'zod';
import { parseJson } from '../lib/json';

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

/** The options that an archive was packed with, as its `bag-info.txt` has them; the usual ones where it says none. */
export function optionsIn(info: ReadonlyMap<string, string>): PackOptions {
  const parsed = PackOptions.safeParse(parseJson(info.get('Valise-Options') ?? ''));
  return parsed.success ? parsed.data : DEFAULT_OPTIONS;
}
