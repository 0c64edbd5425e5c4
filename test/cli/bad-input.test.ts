import { existsSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openArchive } from '../../src/archive/open';
import { memorySource } from '../../src/archive/zip/ports';
import { readLog } from '../../src/model/chain';
import type { Event } from '../../src/model/event';
import { activePath } from '../../src/projection/branches';
import { partsOf } from '../../src/projection/sources';
import { viewOf } from '../../src/projection/view';
import { archiveOf, filesOf, pathOf, zipped } from '../archive/make';
import { buildZip } from '../archive/zip/build-zip';
import { file, pack, show, verify } from './run';
import { chain, message, type Node, tree } from './trees';

/** Refused with one sentence that names the file; nothing is written. */
async function expectRefused(path: string, reason: RegExp): Promise<void> {
  const ran = await pack([path]);
  expect(ran.code).toBe(1);
  expect(ran.last).toContain(path);
  expect(ran.last).toMatch(reason);
  expect(ran.last.trim()).toMatch(/[.)]$/);
  expect(ran.complained).not.toMatch(/\bat .*:\d+:\d+/);
  expect(existsSync(ran.zip)).toBe(false);
}

async function logOf(zip: string): Promise<Event[]> {
  const opened = await openArchive(memorySource(readFileSync(zip)));
  if (opened.kind === 'refused') throw new Error(opened.flaw.sentence);
  return readLog(opened.sessions[0]?.lines ?? []).events;
}

/** Packed, sound, and the same when it is read again. */
async function expectKept(content: unknown): Promise<Event[]> {
  const ran = await pack([file('conversation.json', content)]);
  expect(ran.complained).toBe('');
  expect(ran.code).toBe(0);
  expect((await verify(ran.zip, true)).said).toMatch(/^Sound: /);
  return logOf(ran.zip);
}

const texts = (events: readonly Event[]): string[] =>
  events.flatMap((event) => partsOf(event).flatMap((part) => (part.type === 'text' ? [part.text] : [])));

describe('what is no conversation is refused in a sentence', () => {
  test('a text that is not JSON', () => expectRefused(file('notes.txt', 'Dear diary'), /not JSON/));
  test('JSON that is cut off', () =>
    expectRefused(file('cut.json', JSON.stringify(tree(chain(4))).slice(0, 700)), /cut off/));
  test('JSON of another site', () =>
    expectRefused(file('other.json', { thread: 'x', turns: [{ speaker: 'human', words: 'Hello there' }] }), /no site/));
  test('another site said on purpose', async () => {
    const ran = await pack([file('other.json', { uuid: 'x', chat_messages: [] })], { site: 'chatgpt' });
    expect(ran.last).toMatch(/not a conversation as ChatGPT sends it \(.*chat_messages/);
  });
  test('an archive that was unpacked, and a log out of one', async () => {
    const { zip } = await pack([file('conversation.json', tree(chain(2)))]);
    const { files } = await filesOf(new Uint8Array(readFileSync(zip)));
    const log = files.get(pathOf(files, 'session.jsonl'));
    await expectRefused(file('session.jsonl', new TextDecoder().decode(log)), /log out of an archive/);
    const bag = dirname(file('bagit.txt', 'BagIt-Version: 1.0'));
    await expectRefused(bag, /archive that was unpacked/);
    const folder = mkdtempSync(join(tmpdir(), 'valise-mixed-'));
    renameSync(bag, join(folder, 'unpacked'));
    writeFileSync(join(folder, 'c.json'), JSON.stringify(tree(chain(2))));
    const ran = await pack([folder]);
    expect(ran.complained).toMatch(/unpacked: this is an archive that was unpacked/);
    expect((await verify(ran.zip)).code).toBe(0);
  });
  test('a web page where JSON was expected', () =>
    expectRefused(file('wall.json', '<!doctype html><title>Just a moment</title>'), /web page/));
  test('an error in an answer of status 200', async () => {
    const ran = await pack([file('error.json', { detail: { message: 'secret text' } })], { site: 'chatgpt' });
    expect(ran.code).toBe(1);
    expect(ran.last).not.toContain('secret text');
  });
  test('a conversation without a message', () =>
    expectRefused(file('empty.json', tree([])), /without a single message/));
  test('bytes that are no text', () =>
    expectRefused(file('x.json', Uint8Array.of(0xff, 0xfe, 0, 1)), /neither text nor a zip/));
  test('a file that is not there', () => expectRefused('/no/such/file.json', /no such file/));
  test('a zip that is neither archive nor export', () =>
    expectRefused(
      file('photos.zip', buildZip([{ name: 'a/photo.txt', content: 'x' }])),
      /neither an archive nor an official export/,
    ));
  test('a zip that leads out of its folder', () =>
    expectRefused(file('evil.zip', buildZip([{ name: '../evil', content: 'x' }])), /"\.\.\/evil" leads out/));
  test('usage is exit code 2', async () => {
    expect((await pack([file('x.json', tree(chain(1)))], { site: 'nowhere' })).code).toBe(2);
    expect((await pack([file('x.json', tree(chain(1)))], { at: 'yesterday' })).code).toBe(2);
  });
});

describe('odd conversations are kept whole', () => {
  test('5,000 messages in one chain (B17)', async () => {
    const events = await expectKept(tree(chain(5000)));
    expect(activePath(viewOf(events))).toHaveLength(5000);
  }, 60_000);

  test('several roots (B19)', async () => {
    const second: Node = {
      id: 'n1',
      message: message('n1', 'user', 'A second beginning.'),
      parent: null,
      children: [],
    };
    const events = await expectKept(tree([...chain(2), second], { current_node: 'm1' }));
    expect(texts(events)).toContain('A second beginning.');
  });

  test('a cycle: the edge is left out and a gap names it', async () => {
    const [root, first, second] = chain(2) as [Node, Node, Node];
    const events = await expectKept(tree([root, { ...first, parent: 'm1' }, { ...second, children: ['m0'] }]));
    expect(
      events.filter(({ kind, body }) => kind === 'gap' && (body as { why: string }).why === 'cycle').length,
    ).toBeGreaterThan(0);
    expect(texts(events)).toHaveLength(2);
  });

  test('an orphan: its parent was never sent, and a gap has that node’s id', async () => {
    const events = await expectKept(
      tree([{ id: 'm9', message: message('m9', 'user', 'Where do I come from?'), parent: 'lost', children: [] }]),
    );
    const orphan = events.find(({ native }) => native.id === 'm9');
    expect(orphan?.parents).toEqual(['chatgpt:lost']);
    expect(events.find(({ id }) => id === 'chatgpt:lost')).toMatchObject({ kind: 'gap', body: { why: 'not-sent' } });
  });

  test('no leaf, and one that is not there', async () => {
    for (const current_node of [undefined, 'gone']) {
      const events = await expectKept(tree(chain(3), { current_node }));
      expect(activePath(viewOf(events)).map(({ native }) => native.id)).toEqual(['m0', 'm1', 'm2']);
    }
  });

  test('half a surrogate pair becomes U+FFFD and is marked', async () => {
    const events = await expectKept(
      JSON.stringify(tree(chain(1))).replace('Message number 0', 'A broken \\ud83d smile'),
    );
    const event = events.find(({ native }) => native.id === 'm0');
    expect(event?.fidelity).toBe('normalised');
    expect(texts(events)).toEqual(['A broken \ufffd smile of the chain.']);
  });

  test('members called __proto__ and constructor', async () => {
    const text = JSON.stringify(tree(chain(1)))
      .replace('"metadata":{}', '"metadata":{"__proto__":{"admin":true},"constructor":1}')
      .replace('"mapping":{', '"mapping":{"__proto__":{"id":"__proto__","message":null,"parent":null,"children":[]},');
    await expectKept(text);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  test('values nested thousands deep, and numbers no computer keeps', async () => {
    const deep = `${'['.repeat(3000)}1${']'.repeat(3000)}`;
    const text = JSON.stringify(tree(chain(1))).replace(
      '"metadata":{}',
      `"metadata":{"deep":${deep},"big":123456789012345678901234567890}`,
    );
    await expectKept(text);
  });

  test('two messages that begin alike are two (B21), and two of the same text are two', async () => {
    const long = 'The same first hundred and sixty characters. '.repeat(5);
    const events = await expectKept(tree(chain(4, (index) => (index < 2 ? `${long}${index}` : 'twice'))));
    expect(new Set(texts(events)).size).toBe(3);
    expect(events.filter(({ kind }) => kind === 'message')).toHaveLength(4);
  });

  test('an answer older than its question stays after it (B14)', async () => {
    const nodes = chain(2);
    const answer = nodes[2];
    if (answer) answer.message = message('m1', 'assistant', 'Answer', { create_time: 1 });
    const events = await expectKept(tree(nodes));
    expect(activePath(viewOf(events)).map(({ native }) => native.id)).toEqual(['m0', 'm1']);
  });

  test('all of three edits are kept, the one on the screen is active (B11, B12)', async () => {
    const edits = ['a1', 'a2', 'a3'].map(
      (id): Node => ({ id, message: message(id, 'user', `Edit ${id}`), parent: 'root', children: [] }),
    );
    const root: Node = { id: 'root', message: null, parent: null, children: ['a1', 'a2', 'a3'] };
    const events = await expectKept(tree([root, ...edits], { current_node: 'a2' }));
    expect(texts(events)).toEqual(['Edit a1', 'Edit a2', 'Edit a3']);
    expect(activePath(viewOf(events)).map(({ native }) => native.id)).toEqual(['a2']);
  });
});

describe('what can be read is packed, and what cannot is named', () => {
  test('one good file and one bad one', async () => {
    const ran = await pack([file('good.json', tree(chain(2))), file('bad.json', 'nothing')]);
    expect(ran.code).toBe(1);
    expect(ran.last).toMatch(/bad\.json: this file is not JSON/);
    expect((await verify(ran.zip)).code).toBe(0);
  });
  test('an id that is not there (B87)', async () => {
    const ran = await pack([file('all.json', [tree(chain(2))])], { only: ['conv-bridge', 'conv-gone'] });
    expect(ran.code).toBe(1);
    expect(ran.last).toContain('conv-gone');
    expect((await verify(ran.zip)).code).toBe(0);
  });
});

describe('an archive that lacks something', () => {
  test('is packed again with what is there, and what it lacks is named', async () => {
    const long = 'A text so long that it is a file of its own. '.repeat(40_000);
    const { name, files } = await filesOf(await archiveOf(tree(chain(2, (index) => (index ? long : 'Say much.')))));
    files.delete([...files.keys()].find((path) => path.startsWith('data/artifacts/')) ?? '');
    const ran = await pack([file('damaged.zip', await zipped(name, files, { honest: false }))]);
    expect(ran.code).toBe(1);
    expect(ran.complained).toMatch(/damaged\.zip: .*is missing/);
    expect((await show(ran.zip, 'md')).said).toContain('Say much.');
  });
});
