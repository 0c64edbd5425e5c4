import type { ZipEntryIn } from '../../../src/archive/zip/ports';
import { utf8 } from '../../../src/lib/bytes';

/** Numbers that look random and are the same on every machine. */
export function sequence(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state;
  };
}

/** Bytes that do not shrink. */
export function noise(length: number, seed = 1): Uint8Array<ArrayBuffer> {
  const next = sequence(seed);
  return Uint8Array.from({ length }, () => next() >>> 24);
}

/** Text of about so many characters that shrinks as text does. */
export function prose(length: number, seed = 1): string {
  const next = sequence(seed);
  const words: string[] = [];
  for (let size = 0; size < length; ) {
    const word = (next() >>> (8 + (next() >>> 28))).toString(36);
    words.push(word);
    size += word.length + 1;
  }
  return words.join(' ');
}

export const entryOf = (path: string, content: string | Uint8Array<ArrayBuffer>, compressed = false): ZipEntryIn => {
  const bytes = typeof content === 'string' ? utf8(content) : content;
  return { path, size: bytes.length, bytes: async () => bytes, compressed };
};

const MIXED: readonly ZipEntryIn[] = [
  entryOf('bag/data/z.txt', prose(5000)),
  entryOf('bag/data/big.jsonl', prose(3_500_000, 2)),
  entryOf('bag/bagit.txt', 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n'),
  entryOf('bag/data/empty', ''),
  entryOf('bag/data/noise.bin', noise(70_000)),
  entryOf('bag/data/picture.png', noise(2_200_000, 3), true),
  entryOf('bag/data/text-said-to-be-media.txt', prose(3000), true),
  entryOf('bag/data/zeros', new Uint8Array(1_500_000)),
  entryOf('bag/data/A', 'upper case sorts first'),
  entryOf('bag/data-z', 'a hyphen sorts before a slash'),
  entryOf('bag/data/one', 'x'),
];

/** Something of every kind, not in order: empty, tiny, text, big text, noise, media, and much of nothing. */
export const mixed = (): ZipEntryIn[] => [...MIXED];
