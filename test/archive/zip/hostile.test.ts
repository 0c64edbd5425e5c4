import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Limits, Policy } from '../../../src/archive/zip/limits';
import { memorySource } from '../../../src/archive/zip/ports';
import { openZip } from '../../../src/archive/zip/reader';
import { type Rule, refusalSentence } from '../../../src/archive/zip/refusals';
import { buildZip, bytes, extra, fields, type Spec } from './build-zip';

/** What becomes of a zip that is opened without reading an entry: `ok`, or the rule and the entry. */
async function verdict(zip: Uint8Array, policy: Policy = 'archive', limits: Partial<Limits> = {}) {
  const opened = await openZip(memorySource(zip), policy, limits);
  if (opened.kind === 'zip') return { rule: 'ok', entry: null, sentence: '' };
  return { rule: opened.rule, entry: opened.entry, sentence: refusalSentence(opened) };
}

const good: Spec = { name: 'bag/good.txt', content: 'good' };
const named = (...names: (string | Uint8Array)[]): Uint8Array =>
  buildZip([good, ...names.map((name) => ({ name, content: 'x' }))]);

type Row = readonly [what: string, rule: Rule, entry: string | null, zip: Uint8Array];
const latin = (value: string): Uint8Array => Buffer.from(value, 'latin1');

const names: readonly Row[] = [
  ['a path that leads out', 'path-escape', '../evil', named('../evil')],
  ['a path that leads out from within', 'path-escape', 'a/../../x', named('a/../../x')],
  ['an absolute path', 'absolute-path', '/etc/x', named('/etc/x')],
  ['a drive with slash', 'absolute-path', 'C:/x', named('C:/x')],
  ['a drive with backslash', 'backslash', 'C:\\x', named('C:\\x')],
  ['a backslash', 'backslash', 'a\\b', named('a\\b')],
  ['the same name twice', 'duplicate', 'bag/a', named('bag/a', 'bag/a')],
  ['names that differ in case', 'collision', 'bag/a.txt', named('bag/A.txt', 'bag/a.txt')],
  ['folders that differ in case', 'collision', 'Bag/x', named('bag/y', 'Bag/x')],
  ['a file that is a folder too', 'collision', 'bag/a/b', named('bag/a', 'bag/a/b')],
  ['a folder that becomes a file', 'collision', 'bag/a', named('bag/a/b', 'bag/a')],
  ['names that differ in Unicode form', 'name-characters', 'é', named('\u00e9', 'e\u0301')],
  ['a letter beyond ASCII', 'name-characters', 'bag/é', named('bag/é')],
  ['a space', 'name-characters', 'bag/a b', named('bag/a b')],
  ['a colon', 'name-characters', 'bag/a:b', named('bag/a:b')],
  ['B77 ? and * in a name', 'name-characters', 'bag/what?*', named('bag/what?*')],
  ['B77 CON', 'device-name', 'bag/CON', named('bag/CON')],
  ['aux with a suffix', 'device-name', 'aux.txt', named('aux.txt')],
  ['com1 as a folder', 'device-name', 'bag/com1/x', named('bag/com1/x')],
  ['B77 a dot at the end', 'trailing-dot', 'bag/a.', named('bag/a.')],
  ['a folder with a dot at the end', 'trailing-dot', 'bag./a', named('bag./a')],
  ['a lone dot', 'dot-segment', './a', named('./a')],
  ['an empty segment', 'empty-name', 'bag//a', named('bag//a')],
  ['no name', 'empty-name', '', named('')],
  ['NUL in a name', 'nul', 'bag/a\0.txt', named('bag/a\0.txt')],
  ['a name that is not UTF-8 and says so', 'not-utf8', 'bag/\xe9', named(latin('bag/\xe9'))],
  [
    'a name that is not UTF-8 and does not say so',
    'name-characters',
    'bag/\xe9',
    buildZip([good, { name: latin('bag/\xe9'), content: 'x', both: { flags: 0 } }]),
  ],
];

const one = (spec: Omit<Spec, 'name'>): Uint8Array => buildZip([good, { name: 'bag/odd', content: 'x', ...spec }]);
const mode = (value: number): Uint8Array => one({ both: { attributes: value * 0x10000 } });

const kinds: readonly Row[] = [
  ['a symbolic link', 'link', 'bag/odd', mode(0o120777)],
  ['a device', 'not-regular', 'bag/odd', mode(0o060644)],
  ['a pipe', 'not-regular', 'bag/odd', mode(0o010644)],
  ['a folder without slash', 'not-regular', 'bag/odd', mode(0o040755)],
  ['a folder without slash, as DOS says it', 'not-regular', 'bag/odd', one({ both: { madeBy: 20, attributes: 0x10 } })],
  ['a link of Windows', 'link', 'bag/odd', one({ both: { madeBy: 0x0a14, attributes: 0x400 } })],
  [
    'a folder with content',
    'folder-content',
    'bag/f/',
    buildZip([{ name: 'bag/f/', content: 'x', both: { attributes: 0 } }]),
  ],
  ['an encrypted entry', 'encrypted', 'bag/odd', one({ both: { flags: 0x0801 } })],
  ['a strongly encrypted entry', 'encrypted', 'bag/odd', one({ both: { flags: 0x0840 } })],
  ['hidden headers', 'encrypted', 'bag/odd', one({ both: { flags: 0x2800 } })],
  ['patch data', 'flags', 'bag/odd', one({ both: { flags: 0x0820 } })],
  ['bzip2', 'method', 'bag/odd', one({ both: { method: 12 } })],
  ['deflate64', 'method', 'bag/odd', one({ both: { method: 9 } })],
  ['AES', 'method', 'bag/odd', one({ both: { method: 99 } })],
  ['a part of several', 'multi-disk', null, one({ central: { disk: 1 } })],
  ['a comment of an entry', 'comment', 'bag/odd', one({ comment: 'hello' })],
  [
    'a second name in a hidden field',
    'extra-field',
    'bag/odd',
    one({ both: { extra: extra(0x7075, bytes(1, 0, 0, 0, 0, 65)) } }),
  ],
  [
    'a size that comes after the content',
    'data-descriptor',
    'bag/odd',
    one({
      both: { flags: 0x0808 },
      local: { crc: 0, size: 0, packed: 0 },
      after: fields([4, 0x08074b50], [4, 0], [4, 3], [4, 1]),
    }),
  ],
];

const long = 'abcdefghij'.repeat(40);
const noise = randomBytes(1000);
const two = buildZip([good, { name: 'bag/b', content: long }]);
const evilTwin: Spec = { name: 'bag/twin', content: 'good', sameAs: 0 };

const layout: readonly Row[] = [
  ['another name in the local header', 'local-differs', 'bag/odd', one({ local: { name: Buffer.from('bag/eve') } })],
  [
    'a longer name in the local header',
    'local-differs',
    'bag/odd',
    one({ local: { name: Buffer.from('bag/../../evil') } }),
  ],
  ['another method in the local header', 'local-differs', 'bag/odd', one({ local: { method: 0 } })],
  ['other flags in the local header', 'local-differs', 'bag/odd', one({ local: { flags: 0 } })],
  ['another size in the local header', 'local-differs', 'bag/odd', one({ local: { size: 7 } })],
  ['another packed size in the local header', 'local-differs', 'bag/odd', one({ local: { packed: 1 } })],
  ['another checksum in the local header', 'local-differs', 'bag/odd', one({ local: { crc: 1 } })],
  [
    'a hidden field in the local header alone',
    'local-differs',
    'bag/odd',
    one({ local: { extra: extra(0x7075, bytes(1, 2)) } }),
  ],
  [
    'no local header at all',
    'local-differs',
    'bag/odd',
    one({ raw: bytes(...buildZip([good]).slice(0, 80)), store: true, central: { offset: 51, packed: 1, size: 1 } }),
  ],
  ['two entries over one range', 'overlap', 'bag/good.txt', buildZip([good, evilTwin])],
  [
    'an entry inside another',
    'overlap',
    'bag/outer',
    buildZip([
      { name: 'bag/outer', content: noise, store: true },
      { name: 'bag/inner', content: 'x', central: { offset: 100 } },
    ]),
  ],
  ['an entry that reaches into the list', 'overlap', 'bag/odd', one({ store: true, both: { packed: 90, size: 90 } })],
  ['an entry beyond the end', 'overlap', 'bag/odd', one({ central: { offset: 100_000 } })],
  [
    'bytes between two entries',
    'hole',
    'bag/a',
    buildZip([{ name: 'bag/a', content: 'x', after: bytes(0, 0, 0) }, good]),
  ],
  ['bytes before the list', 'hole', 'bag/odd', one({ after: bytes(1) })],
  ['bytes before the zip', 'leading-bytes', 'bag/good.txt', buildZip([good], { before: Buffer.from('MZ stub') })],
  ['bytes put before a finished zip', 'stray-bytes', null, Buffer.concat([Buffer.from('MZ stub'), two])],
  ['bytes after the list', 'stray-bytes', null, buildZip([good], { beforeEnd: bytes(1, 2, 3) })],
  ['bytes after the zip', 'trailing-bytes', null, buildZip([good], { after: bytes(1, 2, 3) })],
  ['a second zip after the zip', 'stray-bytes', null, Buffer.concat([two, two])],
  ['a comment', 'comment', null, buildZip([good], { comment: 'hello' })],
  ['an end record in the comment', 'stray-bytes', null, buildZip([good], { comment: buildZip([]) })],
  ['no zip', 'not-a-zip', null, Buffer.from('{"not": "a zip"}')],
  ['an empty file', 'not-a-zip', null, bytes()],
  ['a zip cut off in its list', 'cut-off', null, two.slice(0, two.length - 30)],
  ['a zip cut off in an entry', 'cut-off', null, two.slice(0, 60)],
  ['a zip cut off in its comment', 'cut-off', null, buildZip([good], { comment: 'hello' }).slice(0, -2)],
  ['a zip without its first bytes', 'directory-lies', null, two.slice(10)],
  ['an end that counts too many', 'directory-lies', null, buildZip([good], { end: { entries: 9, entriesHere: 9 } })],
  [
    'an end that counts too few',
    'stray-bytes',
    null,
    buildZip([good, { name: 'bag/b' }], { end: { entries: 1, entriesHere: 1 } }),
  ],
  ['an end on another disk', 'multi-disk', null, buildZip([good], { end: { disk: 1 } })],
  ['entries on another disk', 'multi-disk', null, buildZip([good], { end: { entriesHere: 0 } })],
  [
    'a list that is none',
    'directory-broken',
    null,
    buildZip([good], { end: { from: 0, size: buildZip([good]).length - 22 } }),
  ],
  ['a zip64 end that lies', 'directory-lies', null, buildZip([good], { zip64: true, end: { from: 2 ** 40 } })],
];

const zeros = deflateRawSync(Buffer.alloc(2_000_000));
// 130-fold: a little noise before much of nothing.
const tightContent = Buffer.concat([randomBytes(1000), Buffer.alloc(150_000)]);
const tightRaw = deflateRawSync(tightContent);

const bombs: readonly Row[] = [
  ['2 MB of zeros in 2 KB', 'entry-ratio', 'bag/odd', one({ raw: zeros, content: Buffer.alloc(2_000_000) })],
  ['nothing that becomes something', 'entry-ratio', 'bag/odd', one({ raw: bytes(), both: { size: 10 } })],
  ['a stored entry with two sizes', 'size-lies', 'bag/odd', one({ store: true, both: { size: 2 } })],
  ['a declared size far below the packed one', 'size-lies', 'bag/odd', one({ content: noise, both: { size: 10 } })],
];

describe.each([
  ['names', names],
  ['kinds of entries', kinds],
  ['layout', layout],
  ['sizes', bombs],
])('a hostile zip is refused before inflating: %s', (_, rows) => {
  test.each(rows)('%s', async (_what, rule, entry, zip) => {
    const found = await verdict(zip);
    expect({ rule: found.rule, entry: found.entry }).toEqual({ rule, entry });
    expect(found.sentence).toMatch(/^[A-Z].*\.$/s);
    expect(found.sentence).not.toMatch(/\{[a-z]+\}|undefined|\0/);
  });
});

describe('limits', () => {
  const zip = buildZip([good, { name: 'bag/b', content: long }]);
  test.each<[string, Partial<Limits>, Rule]>([
    ['entries', { entries: 1 }, 'too-many-entries'],
    ['the list', { directoryBytes: 50 }, 'directory-too-big'],
    ['the zip', { totalBytes: 100 }, 'too-big'],
    ['all unpacked', { totalBytes: zip.length }, 'total-too-big'],
    ['what storage has left', { room: 300 }, 'no-room'],
  ])('%s', async (_, limits, rule) => {
    expect((await verdict(zip)).rule).toBe('ok');
    expect((await verdict(zip, 'archive', limits)).rule).toBe(rule);
    expect((await verdict(zip, 'foreign', limits)).rule).toBe(rule);
  });

  test('an entry below 200-fold, but all over 100-fold', async () => {
    const ratio = tightContent.length / tightRaw.length;
    expect(ratio > 100 && ratio < 200).toBe(true);
    const tight = buildZip([{ name: 'bag/a', raw: tightRaw, content: tightContent }]);
    expect((await verdict(tight)).rule).toBe('total-ratio');
    expect((await verdict(tight, 'archive', { totalRatio: 200 })).rule).toBe('ok');
  });

  test('200,001 entries are refused by their number alone', async () => {
    const claim = buildZip([good], { zip64: true, end: { entries: 200_001, entriesHere: 200_001 } });
    expect((await verdict(claim)).rule).toBe('too-many-entries');
  });
});
