import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openArchive } from '../../src/archive/open';
import { memorySource } from '../../src/archive/zip/ports';
import { readLog } from '../../src/model/chain';
import type { Event } from '../../src/model/event';
import { buildZip } from '../archive/zip/build-zip';
import { chats } from '../providers/claude/chats';
import { asExport } from '../providers/claude/render';
import { overSamples } from '../samples';
import { file, folder, pack, verify } from './run';

type Fields = Record<string, unknown>;

const PROJECT = 'b1000000-0000-4000-8000-00000000000d';
const inProject: Fields = { ...asExport(chats[0] as (typeof chats)[0]), project_uuid: PROJECT };
const FILES: Readonly<Record<string, unknown>> = {
  'conversations.json': [
    inProject,
    ...chats.slice(1, 4).map(asExport),
    { uuid: 'empty', name: 'Nothing', summary: '', account: { uuid: 'x' }, chat_messages: [] },
  ],
  'projects.json': [
    {
      uuid: PROJECT,
      name: 'Tides',
      prompt_template: 'Speak of the sea.',
      docs: [{ filename: 'sea.md', content: '# Sea' }],
    },
    { uuid: 'other', name: 'Other', prompt_template: 'Never seen anywhere.', docs: [] },
  ],
  'memories.json': [
    {
      account_uuid: 'x',
      conversations_memory: 'Everything about them.',
      project_memories: { [PROJECT]: 'They like salt.' },
    },
  ],
  'users.json': [{ uuid: 'x', full_name: 'Somebody Here', email_address: 'somebody@mail.example' }],
  'design_chats/d1.json': {
    uuid: 'd1',
    project: { uuid: 'dp', name: 'Poster' },
    messages: [{ uuid: 'dm1', role: 'user', content: { role: 'user', content: 'Make it blue.' } }],
  },
};

function asFolder(): string {
  const path = folder();
  mkdirSync(join(path, 'design_chats'));
  for (const [name, value] of Object.entries(FILES)) writeFileSync(join(path, name), JSON.stringify(value));
  return path;
}

const asZip = (): string =>
  file(
    'export.zip',
    buildZip(Object.entries(FILES).map(([name, value]) => ({ name, content: JSON.stringify(value) }))),
  );

async function logsIn(zip: string): Promise<Map<string, Event[]>> {
  const archive = await openArchive(memorySource(new Uint8Array(readFileSync(zip))));
  if (archive.kind === 'refused') throw new Error(archive.flaw.sentence);
  return new Map(archive.sessions.map(({ identity, lines }) => [identity.native, readLog(lines).events]));
}

describe('an official export of Claude, as it comes', () => {
  test.each([
    ['a folder', asFolder],
    ['a zip', asZip],
  ])('as %s: every conversation and design chat; nothing of whose account it is', async (_, made) => {
    const packed = await pack([made()]);
    expect(packed).toMatchObject({ code: 0, complained: '' });
    expect(packed.said).toMatch(/: not packed, files without a conversation that can be read: users\.json\.\n/);
    expect(packed.said).toMatch(/: packed in part, .*: memories\.json, projects\.json\.\n/);
    expect(packed.said).toMatch(/: left out: 1 conversation without a message\.$/);
    const logs = await logsIn(packed.zip);
    expect([...logs.keys()].sort()).toEqual([...chats.slice(0, 4).map(({ uuid }) => uuid), 'd1'].sort());
    for (const events of logs.values())
      expect(new Set(events.filter(({ seq }) => seq > 0).map(({ source }) => source.form))).toEqual(
        new Set(['export']),
      );
    const all = JSON.stringify([...logs.values()]);
    expect(all).toContain('Make it blue.');
    for (const other of ['Somebody Here', 'somebody@mail', 'Everything about them', 'Never seen anywhere'])
      expect(all).not.toContain(other);
    expect((await verify(packed.zip, true)).said).toMatch(/^Sound: .* 0 different, 0 not read again/);
  });

  test.each([
    ['a folder', asFolder],
    ['a zip', asZip],
  ])('as %s: what was in force in a project is told in its conversations, and in no other', async (_, made) => {
    const logs = await logsIn((await pack([made()])).zip);
    for (const [native, events] of logs) {
      const settings = JSON.stringify(events.filter(({ kind }) => kind === 'config'));
      for (const words of ['Speak of the sea.', '# Sea', 'They like salt.'])
        expect(settings.includes(words), `${words} in ${native}`).toBe(native === chats[0]?.uuid);
    }
  });

  test('a list alone does not look at what lies beside it', async () => {
    const logs = await logsIn((await pack([join(asFolder(), 'conversations.json')])).zip);
    expect(JSON.stringify([...logs.values()])).not.toContain('Speak of the sea.');
  });

  test('one conversation of it comes alone', async () => {
    const { zip, ...ran } = await pack([asZip()], { only: [chats[2]?.uuid ?? ''] });
    expect(ran).toMatchObject({ code: 0, complained: '' });
    expect([...(await logsIn(zip)).keys()]).toEqual([chats[2]?.uuid]);
  });

  test.each(['projects.json', 'memories.json', 'users.json'])('%s alone is refused in a sentence', async (name) => {
    const packed = await pack([file(name, FILES[name])]);
    expect(packed.code).toBe(1);
    expect(packed.last).toContain(name);
  });
});

overSamples('an official export recorded elsewhere', 'claude/export', (paths) => {
  test.each(paths.map((path) => [basename(path), path]))(
    '%s is packed, sound, and reads the same again',
    async (_, path) => {
      const packed = await pack([path]);
      expect(packed).toMatchObject({ code: 0, complained: '' });
      expect((await verify(packed.zip, true)).said).toMatch(/^Sound: .* 0 different, 0 not read again/);
    },
  );
});

overSamples('streams recorded elsewhere', 'claude/stream', (paths) => {
  test.each(paths.filter((path) => !path.includes('.expected.')).map((path) => [basename(path), path]))(
    '%s is packed, sound, and reads the same again',
    async (_, path) => {
      const packed = await pack([path]);
      expect(packed).toMatchObject({ code: 0, complained: '' });
      expect((await verify(packed.zip, true)).said).toMatch(/^Sound: .* 0 different, 0 not read again/);
    },
  );
});
