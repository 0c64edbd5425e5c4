import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { sha256Hex } from '../../src/lib/hash';
import { stageArtifacts } from '../../src/store/adopt';
import { artifactSizes, readArtifact, readArtifacts } from '../../src/store/sessions';
import { newDatabase } from '../capture/offer';

const MIB = 1024 * 1024;

test('many artifacts come in the order in which they were asked for, small and big, and null for what is not there', async () => {
  const db = await newDatabase();
  const sizes = [0, 3, 5 * MIB, ...Array.from({ length: 600 }, (_, n) => n + 10), 3 * MIB, 3 * MIB + 1, 7];
  const kept = sizes.map((size) => new Uint8Array(size).fill(size % 251));
  await stageArtifacts(db, 's', new Map(kept.map((bytes) => [sha256Hex(bytes), bytes])));
  const gone = sha256Hex('nowhere');
  const asked = [gone, ...kept.map(sha256Hex).reverse(), sha256Hex(kept[1] ?? ''), gone];

  for (const known of [await artifactSizes(db, ['s']), new Map()]) {
    const given: (string | null)[] = [];
    for await (const bytes of readArtifacts(db, asked, known)) given.push(bytes && sha256Hex(bytes));
    expect(given).toEqual(asked.map((hash) => (hash === gone ? null : hash)));
  }
  expect(await readArtifact(db, gone)).toBeNull();

  const sizesOf = await artifactSizes(db, ['s', 'no other']);
  expect(kept.map((bytes) => sizesOf.get(sha256Hex(bytes)))).toEqual(sizes);
});
