import { Buffer } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { memorySource } from '../../../src/archive/zip/ports';
import { openZip } from '../../../src/archive/zip/reader';
import type { Rule } from '../../../src/archive/zip/refusals';
import { buildZip, bytes, extra, fields, type Spec } from './build-zip';

const good: Spec = { name: 'conversations.json', content: '[]' };
const later = (crc: number, packed: number, size: number) => fields([4, 0x08074b50], [4, crc], [4, packed], [4, size]);
const streamed: Spec = {
  name: 'streamed.json',
  content: 'x',
  store: true,
  both: { flags: 0x0808 },
  local: { crc: 0, packed: 0, size: 0 },
  after: later(0x8cdc1683, 1, 1),
};

describe('an official export of a site', () => {
  test('names of any characters, folders, dates, hidden fields and sizes that come later are fine', async () => {
    const times = extra(0x5455, bytes(1, 0, 0, 0, 0));
    const zip = buildZip(
      [
        { name: 'Gespräche/', both: { attributes: 0x41ed0010, time: 0x5a1b7c3d } },
        { name: 'Gespräche/was? nun: "Ü".txt', content: 'a', both: { extra: times, time: 0x5a1b7c3d } },
        { name: 'CON', content: 'b' },
        { name: 'con', content: 'c', comment: 'of the entry' },
        { name: Buffer.from('caf\xe9.txt', 'latin1'), content: 'd', both: { flags: 0, madeBy: 20, attributes: 0x20 } },
        { name: 'old\\windows.txt', content: 'e', local: { extra: extra(0xcafe, bytes(1, 2, 3, 4)) } },
        streamed,
      ],
      { comment: 'of the zip' },
    );
    expect((await openZip(memorySource(zip), 'archive')).kind).toBe('refused');
    const opened = await openZip(memorySource(zip), 'foreign');
    if (opened.kind === 'refused') throw new Error(opened.rule);
    const contents = new Map<string, string>();
    for (const [path, entry] of opened.entries) contents.set(path, Buffer.from(await entry.read()).toString());
    expect([...contents]).toEqual([
      ['Gespräche/was? nun: "Ü".txt', 'a'],
      ['CON', 'b'],
      ['con', 'c'],
      ['caf\xe9.txt', 'd'],
      ['old\\windows.txt', 'e'],
      ['streamed.json', 'x'],
    ]);
  });

  const rows: readonly (readonly [string, Rule, Spec[]])[] = [
    ['a path that leads out', 'path-escape', [good, { name: '../evil', content: 'x' }]],
    ['a path that leads out the Windows way', 'path-escape', [good, { name: 'a\\..\\..\\evil', content: 'x' }]],
    ['an absolute path', 'absolute-path', [good, { name: '/etc/x', content: 'x' }]],
    ['a drive', 'absolute-path', [good, { name: 'C:\\x', content: 'x' }]],
    ['NUL in a name', 'nul', [good, { name: 'a\0b', content: 'x' }]],
    ['a name that lies about being UTF-8', 'not-utf8', [good, { name: Buffer.from([0xe9]), content: 'x' }]],
    ['the same name twice', 'duplicate', [good, good]],
    ['a link', 'link', [good, { name: 'l', content: '/etc/passwd', both: { attributes: 0o120777 * 0x10000 } }]],
    ['an encrypted entry', 'encrypted', [good, { name: 'e', content: 'x', both: { flags: 1 } }]],
    ['another method', 'method', [good, { name: 'z', content: 'x', both: { method: 93 } }]],
    ['an overlap', 'overlap', [good, { name: 'twin', content: '[]', sameAs: 0 }]],
    ['a bomb', 'entry-ratio', [good, { name: 'bomb', content: Buffer.alloc(1_000_000) }]],
    [
      'another name in the local header',
      'local-differs',
      [{ ...good, local: { name: Buffer.from('conversations.exe!') } }],
    ],
    [
      'later sizes that are there and differ',
      'local-differs',
      [{ ...streamed, local: { crc: 0, packed: 1, size: 2 } }],
    ],
  ];
  test.each(rows)('is refused for %s', async (_, rule, specs) => {
    expect(await openZip(memorySource(buildZip(specs)), 'foreign')).toMatchObject({ kind: 'refused', rule });
  });

  test('bytes before and after it are refused too', async () => {
    const [before, after] = [buildZip([good], { before: bytes(1) }), buildZip([good], { after: bytes(1) })];
    expect(await openZip(memorySource(before), 'foreign')).toMatchObject({ rule: 'leading-bytes' });
    expect(await openZip(memorySource(after), 'foreign')).toMatchObject({ rule: 'trailing-bytes' });
  });
});

describe('an archive of ours that another program packed again', () => {
  test('is read in spite of folder entries, real dates and fields of times and owners', async () => {
    const fieldsOfTimes = Buffer.concat([extra(0x5455, bytes(1, 0, 0, 0, 0)), extra(0x7875, bytes(1, 1, 0, 1, 0))]);
    const zip = buildZip([
      { name: 'bag/', both: { attributes: 0o40755 * 0x10000 + 0x10 } },
      { name: 'bag/data/', both: { attributes: 0o40755 * 0x10000 + 0x10 } },
      { name: 'bag/data/a.txt', content: 'a', both: { extra: fieldsOfTimes, time: 0x5a1b7c3d } },
    ]);
    const opened = await openZip(memorySource(zip), 'archive');
    expect(opened.kind === 'zip' && [...opened.entries.keys()]).toEqual(['bag/data/a.txt']);
  });
});
