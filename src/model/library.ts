import { z } from 'zod';
import { FORMAT_VERSION } from './event';

/** Which part of a backup an archive is: parts that belong together share their group. */
export const BackupPart = z.object({
  group: z.string().regex(/^[A-Za-z0-9._-]{1,100}$/),
  number: z.int().min(1),
  of: z.int().min(1).max(100_000),
});
export type BackupPart = z.infer<typeof BackupPart>;

/** `library.json`: what a backup of a whole library holds beside its sessions. It grants nothing, and holds no secret. */
export const LibraryHead = z.object({
  v: z.literal(FORMAT_VERSION),
  part: BackupPart,
  /** What the person chose, as the release that wrote it names it. */
  settings: z.record(z.string(), z.unknown()),
  /** All tags in the notes of these sessions. */
  tags: z.array(z.string()),
  sessions: z.array(
    z.object({
      slug: z.string(),
      /** SHA-256 of its log, bare hex. */
      log: z.string().regex(/^[0-9a-f]{64}$/),
      /** True: it has a `notes.jsonl`. */
      notes: z.boolean(),
      /** Null: the person's own. Else a read-only copy: out of which file, and when it came in. */
      copy: z.object({ from: z.string(), at: z.iso.datetime() }).nullable(),
    }),
  ),
});
export type LibraryHead = z.infer<typeof LibraryHead>;
