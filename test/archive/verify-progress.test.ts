import { describe, expect, test } from 'vitest';
import { openArchive } from '../../src/archive/open';
import { verifyArchive } from '../../src/archive/verify';
import { memorySource } from '../../src/archive/zip/ports';
import { chain, tree } from '../cli/trees';
import { archiveOf } from './make';

describe('a long archive', () => {
  const opened = async () => {
    const archive = await openArchive(memorySource(await archiveOf(tree(chain(500)))));
    if (archive.kind === 'refused') throw new Error(archive.flaw.sentence);
    return archive;
  };

  test('tells how far it is to the end, event by event too, and rests meanwhile', async () => {
    const archive = await opened();
    const told: (readonly [number, number])[] = [];
    let rests = 0;
    const verdict = await verifyArchive(archive, {
      progress: (done, of) => void told.push([done, of]),
      rest: async () => void rests++,
    });
    expect(verdict.kind).toBe('sound');
    const events = archive.sessions[0]?.lines.length ?? 0;
    expect(new Set(told.map(([, of]) => of))).toEqual(new Set([archive.manifest.size + events]));
    expect(told.map(([done]) => done)).toEqual(told.map(([done]) => done).toSorted((a, b) => a - b));
    expect(told.at(-1)?.[0]).toBeGreaterThan(archive.manifest.size + events - 200);
    expect(rests).toBeGreaterThan(2);
  });

  test('is let go in the middle of its events', async () => {
    const stop = new AbortController();
    let rests = 0;
    const rest = async (): Promise<void> => {
      if (++rests === 2) stop.abort();
    };
    await expect(verifyArchive(await opened(), { signal: stop.signal, rest })).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(rests).toBe(2);
  });
});
