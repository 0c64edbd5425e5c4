import { z } from 'zod';
import { CHUNK_BYTES } from './limits';

/** What a site said of a file before it gave the bytes. */
const Claims = z.strictObject({
  name: z.string().max(1_000).nullable(),
  type: z.string().max(200).nullable(),
  bytes: z.int().nonnegative().nullable(),
});

const FileFailure = z.enum([
  'not-sent',
  'not-asked',
  'expired',
  'forbidden',
  'not-found',
  'too-large',
  'timed-out',
  'unsupported',
]);

/** Which file of a job an exchange is, and what is known of it. */
export const FileTold = z.strictObject({
  number: z.int().nonnegative(),
  claims: Claims.nullable(),
  /** What became of the file itself; `kept` where its bytes come. */
  outcome: z.union([z.literal('kept'), FileFailure]),
  /** What came in its place. */
  came: z.string().max(40).nullable(),
  /** The bytes that come were made from it. */
  preview: z.boolean(),
});
export type FileTold = z.infer<typeof FileTold>;

/** The head of an exchange as the relay tells it. Site, origin and time are the background's own to say. */
export const CapturedHead = z.strictObject({
  route: z.string().max(60),
  method: z.string().max(10),
  /** The exchange's own address. */
  address: z.string().max(8_000),
  /** The page's address when the exchange began. */
  page: z.string().max(8_000),
  status: z.int(),
  type: z.string().max(200).nullable(),
  /** The read, or the fetching of files, that asked for it; or null: heard. */
  job: z.uuid().nullable(),
  /** Of a file's exchange alone. */
  file: FileTold.optional(),
});
export type CapturedHead = z.infer<typeof CapturedHead>;

/** Bytes with nothing behind them: what is stored of a view, or kept for one that may grow, is more than what it shows. */
const isPlain = (value: unknown): boolean =>
  value instanceof Uint8Array &&
  value.length <= CHUNK_BYTES &&
  value.length === value.buffer.byteLength &&
  value.buffer instanceof ArrayBuffer &&
  !value.buffer.resizable;

/** As they are, or in base64: the browser decides what its messages let through. */
export const Bytes = z.union([
  z.string().max(Math.ceil(CHUNK_BYTES / 3) * 4),
  z.custom<Uint8Array<ArrayBuffer>>(isPlain),
]);
export type CarriedBytes = z.infer<typeof Bytes>;

export const sizeOf = (bytes: CarriedBytes): number =>
  typeof bytes === 'string' ? Math.floor((bytes.length / 4) * 3) : bytes.length;

/** `<random id of the relay>.<number>`: one exchange of one page. */
export const ExchangeId = z.string().regex(/^[0-9a-f-]{36}\.\d{1,9}$/);
