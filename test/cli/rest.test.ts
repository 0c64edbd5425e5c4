import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openArchive } from '../../src/archive/open';
import { memorySource } from '../../src/archive/zip/ports';
import { USAGE } from '../../src/cli/usage';
import { targets } from '../../src/handoff/targets';
import { buildZip } from '../archive/zip/build-zip';
import { file, folder, pack, show } from './run';
import { chain, message, tree } from './trees';

const empty = (id: string): unknown => ({ ...tree([]), conversation_id: id });
const second = { ...tree(chain(1)), conversation_id: 'conv-second' };
const FOLDER = { attributes: 0o40755 * 0x10000 };
const bridge = { ...tree(chain(2)), conversation_id: 'conv-bridge-2' };

const asFolder = (files: Readonly<Record<string, unknown>>): string => {
  const path = folder();
  for (const [name, value] of Object.entries(files)) {
    mkdirSync(join(path, name, '..'), { recursive: true });
    writeFileSync(join(path, name), typeof value === 'string' ? value : JSON.stringify(value));
  }
  return path;
};
const asZip = (files: Readonly<Record<string, unknown>>): string => {
  const entries = Object.entries(files).map(([name, value]) => ({
    name,
    content: typeof value === 'string' ? value : JSON.stringify(value),
  }));
  return file('export.zip', buildZip([...entries, { name: 'pictures/', store: true, both: FOLDER }]));
};

describe.each([
  ['a folder', asFolder],
  ['a zip', asZip],
])('what is not packed of an export that is %s', (_, made) => {
  const chats = { 'conversations-000.json': [bridge, empty('e1')], 'conversations-001.json': [second, empty('e2')] };

  test('is told by its names, and does not change the exit code', async () => {
    const given = made({ ...chats, 'user.json': { id: 'u' }, 'pictures/a.png': 'png', 'chat.html': '<html></html>' });
    const { code, complained, said, zip } = await pack([given]);
    expect({ code, complained }).toEqual({ code: 0, complained: '' });
    expect(said.split('\n')).toEqual([
      `2 sessions packed into ${zip}`,
      'They hold 2 known gaps; session.json lists each.', // what no conversation of the site says of instructions
      `${given}: not packed, files without a conversation that can be read: chat.html, pictures/a.png, user.json.`,
      `${given}: left out: 2 conversations without a message.`,
    ]);
  });

  test('is counted beyond twenty names', async () => {
    const pictures = Object.fromEntries(Array.from({ length: 23 }, (__, at) => [`file-${100 + at}.dat`, 'x']));
    const { said } = await pack([made({ 'conversations.json': [bridge], ...pictures })]);
    expect(said).toMatch(/file-118\.dat, file-119\.dat and 3 more\.$/);
  });

  test('is nobody’s business where one conversation was asked for', async () => {
    const { said } = await pack([made({ ...chats, 'user.json': {} })], { only: ['conv-bridge-2'] });
    expect(said).not.toMatch(/user\.json|left out/);
  });

  test('is told too where nothing could be packed', async () => {
    const { code, said } = await pack([made({ 'conversations.json': [empty('e1')], 'user.json': { id: 'u' } })]);
    expect(code).toBe(1);
    expect(said).toContain('user.json');
    expect(said).toContain('left out: 1 conversation without a message.');
  });
});

test('known gaps are counted', async () => {
  const picture = { content_type: 'image_asset_pointer', asset_pointer: 'sediment://file_01', size_bytes: 9 };
  const content = { content_type: 'multimodal_text', parts: [picture, 'What is this?'] };
  const [root, first] = chain(1);
  const asked = { ...first, message: message('m0', 'user', '', { content }) };
  const { said } = await pack([file('c.json', tree([root, asked] as ReturnType<typeof chain>))]);
  // the picture, and what the site never sends of instructions
  expect(said).toMatch(/\nIt holds 2 known gaps; session\.json lists each\.$/);
});

test('where a part failed, the rest is written, and that is said', async () => {
  const { code, said, last } = await pack([file('c.json', tree(chain(2))), file('broken.json', '[{"a":')]);
  expect(code).toBe(1);
  expect(said).toContain('the archive was written all the same');
  expect(last).toContain('broken.json');
});

test('which sessions an archive holds is told by slug and title', async () => {
  const other = { ...tree(chain(3)), conversation_id: 'conv-other', title: 'The\nother' };
  const untitled = { ...tree(chain(1)), conversation_id: 'conv-untitled', title: null };
  const { zip } = await pack([file('all.json', [bridge, other, untitled])]);
  const archive = await openArchive(memorySource(new Uint8Array(readFileSync(zip))));
  if (archive.kind === 'refused') throw new Error(archive.flaw.sentence);
  const { code, complained, last } = await show(zip, 'md');
  expect(code).toBe(2);
  expect(last).toBe('There are several sessions: say --session and one of the names above.');
  for (const { slug, title } of archive.sessions)
    expect(complained).toContain(
      `  ${slug}  ${title?.replace('\n', ' ') ?? 'Untitled: “Message number 0 of the chain.”'}\n`,
    );
  expect((await show(zip, 'md', 'none')).last).toContain('There is no session "none"');
});

test('the help names every target, and no option that nothing answers to', () => {
  expect(targets.map(({ name }) => name).filter((name) => !USAGE.includes(name))).toEqual([]);
  expect(USAGE).toContain('TARGET is one of');
  expect(USAGE).toContain('[--budget TOKENS]');
});
