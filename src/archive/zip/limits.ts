const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

/** What a zip may ask of whoever opens it. Sizes are in bytes, ratios are unpacked to packed. */
export interface Limits {
  /** The zip itself, and all its entries unpacked. */
  readonly totalBytes: number;
  /** What storage has left; everything unpacked must fit into it. */
  readonly room: number;
  readonly entries: number;
  readonly directoryBytes: number;
  /** One entry may be this many times as big as its packed bytes. */
  readonly entryRatio: number;
  /** All entries together may be this many times as big as their packed bytes. */
  readonly totalRatio: number;
}

/** The limits in force unless the caller says otherwise. */
export const LIMITS: Limits = {
  totalBytes: 16 * GIB,
  room: Number.POSITIVE_INFINITY,
  entries: 200_000,
  directoryBytes: 48 * MIB,
  entryRatio: 200,
  totalRatio: 100,
};

/** Up to here JSZip writes; what is bigger is streamed. */
export const ORDINARY = { bytes: 256 * 1_000_000, entries: 10_000 } as const;

/**
 * `archive`: what we wrote ourselves, strictly. `foreign`: an official export of a site, whose names, dates, folder
 * entries and data descriptors are its own affair, but which may endanger us no more than an archive may.
 */
export type Policy = 'archive' | 'foreign';
