import { strangeField } from './extra';
import type { Limits, Policy } from './limits';
import { DEFLATE, FLAG, type Listed, STORE } from './listed';
import { pathRule } from './names';
import { type Refused, refused } from './refusals';

type Check = (entry: Listed, policy: Policy, limits: Limits) => Refused | null;

const UNIX_KIND = 0xf000;
const UNIX_LINK = 0xa000;
const UNIX_FILE = 0x8000;
const UNIX_FOLDER = 0x4000;
const DOS_LINK = 0x0400;
const DOS_FOLDER = 0x10;
const DOS_LABEL = 0x08;

/** The name as a person knows it, a folder's with its slash. */
export const nameOf = (entry: Listed): string => (entry.folder ? `${entry.path}/` : entry.path);

const no = (rule: Refused['rule'], entry: Listed, params: Refused['params'] = {}): Refused =>
  refused(rule, nameOf(entry), params);

const name: Check = (entry, policy) => {
  const rule = pathRule(entry.path, policy);
  return rule === null ? null : no(rule, entry);
};

const kind: Check = (entry) => {
  const unix = (entry.attributes >>> 16) & UNIX_KIND;
  const dos = entry.attributes & 0xffff;
  if (unix === UNIX_LINK || (dos & DOS_LINK) !== 0) return no('link', entry);
  const ordinary = unix === 0 || unix === (entry.folder ? UNIX_FOLDER : UNIX_FILE);
  const dosFits = (dos & DOS_LABEL) === 0 && (entry.folder || (dos & DOS_FOLDER) === 0);
  return ordinary && dosFits ? null : no('not-regular', entry);
};

const flags: Check = (entry, policy) => {
  if ((entry.flags & (FLAG.encrypted | FLAG.strong)) !== 0) return no('encrypted', entry);
  if (policy === 'foreign') return null;
  if ((entry.flags & FLAG.descriptor) !== 0) return no('data-descriptor', entry);
  const unknown = entry.flags & ~(FLAG.level | FLAG.utf8);
  return unknown === 0 ? null : no('flags', entry, { flags: `0x${unknown.toString(16)}` });
};

const disk: Check = (entry) => (entry.disk === 0 ? null : refused('multi-disk'));

const method: Check = (entry) =>
  entry.method === STORE || entry.method === DEFLATE ? null : no('method', entry, { method: entry.method });

const extras: Check = (entry, policy) => {
  if (policy === 'foreign') return null;
  if (entry.commentLength > 0) return no('comment', entry);
  const id = strangeField(entry.extra);
  return id === null ? null : no('extra-field', entry, { id: `0x${id.toString(16).padStart(4, '0')}` });
};

/** Deflate can make a thing a little bigger, never by an eighth: then the declared size is a lie. */
const mostPacked = (size: number): number => size + size / 8 + 64;

const sizes: Check = (entry, policy, limits) => {
  const { size, packed } = entry;
  if (entry.folder && size > 0) return no('folder-content', entry);
  const lies = entry.method === STORE ? size !== packed : policy === 'archive' && packed > mostPacked(size);
  if (lies) return no('size-lies', entry, { bytes: size });
  return size > limits.entryRatio * packed ? no('entry-ratio', entry, { limit: limits.entryRatio }) : null;
};

const CHECKS: readonly Check[] = [name, kind, flags, disk, method, extras, sizes];

/** The first rule that one entry breaks by itself, or null. */
export function entryRefusal(entry: Listed, policy: Policy, limits: Limits): Refused | null {
  for (const check of CHECKS) {
    const refusal = check(entry, policy, limits);
    if (refusal !== null) return refusal;
  }
  return null;
}
