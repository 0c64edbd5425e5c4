import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { pause, remove, temporaryFolder } from '../e2e/harness/temporary';

/** A disk of its own, small enough to be filled to the last byte from outside. */
export interface SmallDisk {
  /** An empty folder on it. */
  readonly folder: string;
  /** Free bytes. */
  left(): number;
  /** Fills it, and goes on filling what is given back, until `free`. */
  fill(): void;
  /** Fills it but for so many bytes. */
  leave(bytes: number): void;
  /** Fills it and gives so many bytes back, again and again in bursts, for so many milliseconds. Ends with all of it free. */
  flicker(bytes: number, milliseconds: number): Promise<void>;
  free(): void;
  close(): Promise<void>;
}

const MIB = 1024 * 1024;
const ONES = Buffer.alloc(MIB, 1);

/** True where a disk can be mounted: as root, and not in every container. */
export function canMount(): boolean {
  if (process.getuid?.() !== 0) return false;
  const folder = temporaryFolder('mount');
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0;
  if (mounted) spawnSync('umount', [folder]);
  remove(folder);
  return mounted;
}

/** Mounts one of so many MiB, in memory. */
export function smallDisk(size: number): SmallDisk {
  const mounted = temporaryFolder('disk');
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'tmpfs', mounted]);
  const unmount = (): boolean => spawnSync('umount', [mounted]).status === 0;
  const atExit = (): void => void spawnSync('umount', ['-l', mounted]);
  process.prependOnceListener('exit', atExit);
  const folder = join(mounted, 'profile');
  mkdirSync(folder);
  const path = join(mounted, 'filler');
  let filler: number | null = null;
  let again: NodeJS.Timeout | null = null;
  const begin = (): number => {
    filler ??= openSync(path, 'a');
    return filler;
  };
  const free = (): void => {
    if (again) clearInterval(again);
    if (filler !== null) closeSync(filler);
    again = null;
    filler = null;
    rmSync(path, { force: true });
  };
  return {
    folder,
    left() {
      const { bavail, bsize } = statfsSync(mounted);
      return bavail * bsize;
    },
    fill() {
      const file = begin();
      fillUp(file);
      again ??= setInterval(() => fillUp(file), 20);
    },
    leave(bytes) {
      const file = begin();
      fillUp(file);
      ftruncateSync(file, fstatSync(file).size - bytes);
    },
    async flicker(bytes, milliseconds) {
      const file = begin();
      for (const end = Date.now() + milliseconds; Date.now() < end; ) {
        fillUp(file);
        await pause(Math.random() * 50);
        ftruncateSync(file, Math.max(0, fstatSync(file).size - bytes));
        await pause(Math.random() * 150);
      }
      free();
    },
    free,
    async close() {
      free();
      for (let tries = 0; tries < 20 && !unmount(); tries++) await pause(250); // a browser that is just ending
      process.removeListener('exit', atExit);
      atExit();
      remove(mounted);
    },
  };
}

/** Writes until not one byte more fits. */
function fillUp(file: number): void {
  for (let size = MIB; size > 0; ) {
    const written = attempt(file, size);
    if (written < size) size = Math.floor(size / 2);
  }
}

function attempt(file: number, size: number): number {
  try {
    return writeSync(file, ONES, 0, size);
  } catch {
    return 0; // no room for so many
  }
}
