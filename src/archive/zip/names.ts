import type { Policy } from './limits';
import type { Rule } from './refusals';

const DRIVE = /^[A-Za-z]:/;
const SEGMENT = /^[A-Za-z0-9._-]+$/;
// What Windows takes for a device, whatever stands behind the first dot.
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

function segmentRule(segment: string): Rule | null {
  if (segment === '') return 'empty-name';
  if (segment === '..') return 'path-escape';
  if (segment === '.') return 'dot-segment';
  if (!SEGMENT.test(segment)) return 'name-characters';
  if (DEVICE.test(segment)) return 'device-name';
  return segment.endsWith('.') ? 'trailing-dot' : null;
}

/** The rule of our own archives that a path breaks, or null. */
export function archivePathRule(path: string): Rule | null {
  if (path.includes('\0')) return 'nul';
  if (path.includes('\\')) return 'backslash';
  if (path.startsWith('/') || DRIVE.test(path)) return 'absolute-path';
  for (const segment of path.split('/')) {
    const rule = segmentRule(segment);
    if (rule !== null) return rule;
  }
  return null;
}

/** The rule that a path in somebody else's zip breaks, or null. Some programs write backslashes for slashes. */
function foreignPathRule(path: string): Rule | null {
  if (path === '') return 'empty-name';
  if (path.includes('\0')) return 'nul';
  if (/^[\\/]/.test(path) || /^[A-Za-z]:[\\/]/.test(path)) return 'absolute-path';
  return path.split(/[\\/]/).includes('..') ? 'path-escape' : null;
}

/** The rule of the policy that a path breaks, or null. The path of a folder comes without its last slash. */
export const pathRule = (path: string, policy: Policy): Rule | null =>
  policy === 'archive' ? archivePathRule(path) : foreignPathRule(path);

export interface Clash {
  readonly rule: 'duplicate' | 'collision';
  readonly other: string;
}

/** Takes one path after the other and says with which earlier one it clashes, or null. */
export type NameBook = (path: string, folder: boolean) => Clash | null;

interface Known {
  readonly spelled: string;
  readonly kind: 'file' | 'folder' | 'implied';
}

const folded = (path: string): string => path.normalize('NFC').toLowerCase();

function clashOf(path: string, folder: boolean, known: Known): Clash | null {
  if (known.spelled !== path) return { rule: 'collision', other: known.spelled };
  if (folder && known.kind === 'implied') return null;
  return { rule: folder === (known.kind !== 'file') ? 'duplicate' : 'collision', other: known.spelled };
}

/** Names that differ only in case or in Unicode form clash, and so does a file with a folder of the same name. */
function strictBook(): NameBook {
  const known = new Map<string, Known>();

  function parentClash(path: string): Clash | null {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const parent = path.slice(0, at);
      const key = folded(parent);
      const found = known.get(key);
      if (found === undefined) {
        known.set(key, { spelled: parent, kind: 'implied' });
      } else if (found.spelled !== parent || found.kind === 'file') {
        return { rule: 'collision', other: found.spelled };
      } else {
        return null; // its own parents were entered together with it
      }
    }
    return null;
  }

  return (path, folder) => {
    const key = folded(path);
    const found = known.get(key);
    const clash = (found && clashOf(path, folder, found)) ?? parentClash(path);
    known.set(key, { spelled: path, kind: folder ? 'folder' : 'file' });
    return clash;
  };
}

function exactBook(): NameBook {
  const known = new Set<string>();
  return (path, folder) => {
    const key = folder ? `${path}/` : path;
    if (known.has(key)) return { rule: 'duplicate', other: path };
    known.add(key);
    return null;
  };
}

/** A new, empty book of names. In foreign zips only the very same name twice is a clash. */
export const nameBook = (policy: Policy): NameBook => (policy === 'archive' ? strictBook() : exactBook());
