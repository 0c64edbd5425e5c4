import { afterEach, describe, expect, test, vi } from 'vitest';
import { openScratch, sweepScratch } from '../../src/platform/scratch';
import { storageFault } from '../../src/store/faults';

/** What a browser has of it, as far as it is asked: files of one folder in memory. `write` may be another one. */
function folder(write?: (bytes: Uint8Array) => number) {
  const files = new Map<string, Uint8Array>();
  const held = new Set<string>();
  const fileOf = (name: string) => ({
    createSyncAccessHandle: async () => {
      held.add(name);
      return {
        truncate: () => files.set(name, new Uint8Array()),
        write(bytes: Uint8Array, { at }: { at: number }) {
          if (write) return write(bytes);
          const before = files.get(name) ?? new Uint8Array();
          const after = new Uint8Array(Math.max(before.length, at + bytes.length));
          after.set(before);
          after.set(bytes, at);
          files.set(name, after);
          return bytes.length;
        },
        close: () => held.delete(name),
      };
    },
    getFile: async () => new Blob([files.get(name) as Uint8Array<ArrayBuffer>]),
  });
  const exports = {
    getFileHandle: async (name: string) => {
      files.set(name, new Uint8Array());
      return fileOf(name);
    },
    removeEntry: async (name: string) => {
      if (held.has(name)) throw new DOMException('held', 'NoModificationAllowedError');
      files.delete(name);
    },
    async *keys() {
      yield* [...files.keys()];
    },
  };
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => ({ getDirectoryHandle: async () => exports }) } });
  return { files, held };
}

afterEach(() => vi.unstubAllGlobals());

describe('a file of the browser', () => {
  test('holds what was written, piece after piece, and says what it is', async () => {
    folder();
    const scratch = await openScratch('a');
    for (const piece of ['PK', 'one', 'two']) await scratch?.write(new TextEncoder().encode(piece));
    const file = await scratch?.file('application/zip');
    expect(await file?.text()).toBe('PKonetwo');
    expect(file?.type).toBe('application/zip');
  });

  test.each([
    ['takes less than it was given', () => 1],
    [
      'throws, and does not say why',
      () => {
        throw new DOMException('Failed to write to the access handle', 'InvalidStateError');
      },
    ],
  ])('on a full disk, which %s, is a full storage', async (_, write) => {
    folder(write);
    const scratch = await openScratch('a');
    const refused = await scratch?.write(new Uint8Array(9)).catch((error: unknown) => error);
    expect(storageFault(refused)?.code).toBe('storage-full');
  });

  test('is none where the browser gives none', async () => {
    vi.stubGlobal('navigator', {
      storage: { getDirectory: () => Promise.reject(new DOMException('no', 'SecurityError')) },
    });
    expect(await openScratch('a')).toBeNull();
    await sweepScratch(() => false);
  });

  test('goes with the next sweep, unless it is wanted; one that is held, as soon as it is let go of', async () => {
    const { files, held } = folder();
    for (const name of ['kept', 'old', 'held']) await (await openScratch(name))?.file('');
    held.add('held');
    const swept = sweepScratch((name) => name === 'kept');
    await expect.poll(() => [...files.keys()]).toEqual(['kept', 'held']);
    held.delete('held');
    await swept;
    expect([...files.keys()]).toEqual(['kept']);
  });
});
