import type { z } from 'zod';
import { sha256Native } from '../lib/hash';
import { deeperThan, MAX_DEPTH, parseJson } from '../lib/json';
import { fits } from '../model/fits';
import { type Refused, refused } from './verdict';
import type { ZipEntry } from './zip/reader';

type Bytes = Uint8Array<ArrayBuffer>;

/** A refusal on its way out of the steps of opening. */
export const stop = (where: string, rule: string, sentence: string): Error =>
  Object.assign(new Error(sentence), { name: 'ArchiveStop', refusal: refused(where, rule, sentence) });

/** The refusal that a step threw, or null. */
export const refusalIn = (error: unknown): Refused | null =>
  error instanceof Error && error.name === 'ArchiveStop' && 'refusal' in error ? (error.refusal as Refused) : null;

/** A file's bytes, whose hash must be that of the manifest. */
export async function checkHash(path: string, hash: string, entries: ReadonlyMap<string, ZipEntry>): Promise<Bytes> {
  const entry = entries.get(path);
  if (!entry) throw stop(path, 'missing', `The file "${path}" is missing from the archive.`);
  const bytes = await entry.read();
  if ((await sha256Native(bytes)) !== hash)
    throw stop(path, 'hash', `The file "${path}" was changed: its hash is not the one in the manifest.`);
  return bytes;
}

/** A document of the archive, which must fit its schema. */
export function documentIn<T>(schema: z.ZodType<T>, path: string, text: string): T {
  const value = parseJson(text);
  if (value === undefined) throw stop(path, 'not-json', `The file "${path}" is not JSON.`);
  if (deeperThan(value, MAX_DEPTH))
    throw stop(path, 'too-deep', `The file "${path}" nests deeper than ${MAX_DEPTH} levels.`);
  if (fits(schema)(value)) return value as T; // which Zod would give a copy of
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw stop(
    path,
    'schema',
    `The file "${path}" is not as the format has it: ${issue?.path.join('.') || 'the whole'}, ${issue?.message ?? ''}.`,
  );
}
