import { deflateSync } from 'fflate';
import { numbers } from '../../../../src/archive/zip/binary';
import { crc32 } from '../../../../src/archive/zip/crc32';
import { inflateAtOnce } from '../../../../src/archive/zip/inflate';
import { concat, utf8 } from '../../../../src/lib/bytes';
import { prose } from '../samples';

type Bytes = Uint8Array<ArrayBuffer>;

/** Ways in which packed bytes are not what they are said to be, and the one in which they are. */
function told(content: Bytes): Record<string, [packed: Bytes, size: number, crc: number]> {
  const packed = deflateSync(content);
  const { length: size } = content;
  const crc = crc32(content);
  const trailer = numbers([4, crc], [4, size]);
  const broken = packed.slice();
  broken.fill(255, 100, 140);
  return {
    whole: [packed, size, crc],
    'followed by a byte': [concat([packed, Uint8Array.of(0)]), size, crc],
    'followed by what ends a gzip file': [concat([packed, trailer]), size, crc],
    'followed by that and more': [concat([packed, trailer, utf8('a secret letter')]), size, crc],
    'followed by another': [concat([packed, packed]), size, crc],
    'cut off by a byte': [packed.slice(0, -1), size, crc],
    'cut off in the middle': [packed.slice(0, packed.length / 2), size, crc],
    'longer than said': [packed, size - 1, crc32(content.subarray(0, -1))],
    'shorter than said': [packed, size + 1, crc],
    'of another checksum': [packed, size, crc ^ 1],
    broken: [broken, size, crc],
    'no bytes at all': [new Uint8Array(0), size, crc],
  };
}

/** What each way of inflating in one piece makes of them: how many right bytes, or null. The same wherever it runs. */
export async function run(): Promise<Record<string, number | null>> {
  const made: Record<string, number | null> = {};
  for (const [name, length] of Object.entries({ small: 5_000, big: 400_000 }))
    for (const [way, [packed, size, crc]] of Object.entries(told(utf8(prose(length).slice(0, length))))) {
      const bytes = await inflateAtOnce(packed, { size, crc: crc >>> 0 });
      made[`${name}, ${way}`] = bytes && crc32(bytes) === crc >>> 0 ? bytes.length : null;
    }
  return made;
}
