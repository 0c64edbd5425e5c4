import { writeZip } from '../../../../src/archive/zip/write';
import { entryOf, noise, prose } from '../samples';

/**
 * Writes many entries to a sink that keeps nothing: text, each different, or noise that is said to be media. Gives the
 * number of bytes written.
 */
export async function run(count: number, size: number, media: boolean): Promise<number> {
  const text = prose(size + count);
  const picture = noise(media ? size : 0);
  let written = 0;
  const entries = Array.from({ length: count }, (_, i) => ({
    path: `bag/data/${i.toString().padStart(6, '0')}`,
    size,
    compressed: media,
    bytes: () => entryOf('', media ? picture.slice() : text.slice(i, i + size)).bytes(),
  }));
  const write = async (chunk: Uint8Array): Promise<void> => {
    written += chunk.length;
  };
  await writeZip(entries, { write });
  return written;
}
