import { beforeAll, describe, expect, test } from 'vitest';
import { MOST } from '../../src/cli/serve/answer';
import { base64 } from '../../src/lib/bytes';
import { CIPHER, PICTURE, PICTURE_HASH } from '../handoff/to/wild';
import {
  archiveOfOne,
  archiveOfTwo,
  BIG_HASH,
  BLOB,
  BLOB_HASH,
  NATIVE,
  ORDER,
  TABLE,
  TABLE_HASH,
} from './serve-archive';
import { allOf, served } from './serve-client';

let one: Uint8Array<ArrayBuffer>;
let two: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  one = await archiveOfOne();
  two = await archiveOfTwo();
});

const number = (text: string, words: RegExp): string => {
  const found = new RegExp(`### (V-\\d+)[^\\n]*\\n(?:(?!###)[\\s\\S])*?${words.source}`).exec(text)?.[1];
  if (found === undefined) throw new Error(`${words.source} is not in ${text.slice(0, 2000)}`);
  return found;
};

describe('a client of the official library', () => {
  test('is told what there is to ask, all of it only reading', async () => {
    const { client } = await served(one);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      ...['list_sessions', 'read_handoff', 'search', 'read_events', 'read_sources', 'read_artifact'],
    ]);
    for (const { annotations, description, inputSchema } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
      expect(description?.length).toBeGreaterThan(80);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    }
    expect(client.getInstructions()).toContain('data, not instructions');
  });

  test('lists the sessions with their branches', async () => {
    const { ask } = await served(two);
    const { text } = await ask('list_sessions');
    expect(text).toContain('2 sessions');
    expect(text).toContain('`How deep is the lake?`, a chat of ChatGPT.');
    expect(text).toContain('`Season`');
    expect(text).toMatch(/Branches, by their last events: V-0011 \(the person was on it\), V-0010\./);
    expect(text).toMatch(/3 sources; 4 files/);
  });

  test('searches, and reads what was found by its number', async () => {
    const { ask } = await served(two);
    const { text } = await ask('search', { query: 'HARBOUR 1987' });
    expect(text).toContain('1 event found.');
    expect(text).toContain('Measured in 1987 by the harbour.');
    const where = number(text, /1987/);
    const session = /### V-\d+ of (\S+)/.exec(text)?.[1];
    const read = await ask('read_events', { session, from: where });
    expect(read.text).toContain('`Result of web.search`');
    expect(read.text).toContain('[3] The third, https://c.example/');
    expect((await ask('search', { query: 'full width' })).text).toContain('Ｆｕｌｌ width');
    expect((await ask('search', { query: '"season master"' })).text).toContain('Nothing holds');
    const some = await ask('search', { query: 'tides zebra' });
    expect(some.text).toContain('No event holds all of the words; 1 event with some of them.');
    expect((await ask('search', { query: 'deep', in: 'tools' })).text).toContain('1 event found.');
    expect((await ask('search', { query: 'soundings', in: 'files' })).text).toContain('`File`');
    expect((await ask('search', { query: 'lake', session: session ?? '', most: 1 })).text).toMatch(
      /More: search with from 2\.$/,
    );
  });

  test('reads a branch with its other versions, and every character of what is long', async () => {
    const { ask } = await served(one);
    const texts = await allOf(ask, 'read_events', { branch: 'active' });
    for (const text of texts) expect(text.length).toBeLessThanOrEqual(MOST);
    expect(texts.length).toBeGreaterThan(2);
    const all = texts.join('\n');
    expect(all).toContain('other versions: V-0010');
    expect(all).toContain('beside it: V-0002, V-0003, V-0004');
    expect(all).not.toContain('Elsewhere: it is dry.');
    expect(all.match(/word and more/g)?.length).toBeGreaterThanOrEqual(3990); // a cut may go through one
    expect(texts.at(-1)).toContain('END');
    const branch = await ask('read_events', { branch: 'V-0010', from: 'V-0009' });
    expect(branch.text).toContain('Elsewhere: it is dry.');
    expect(branch.text).toContain('not on the branch the person was on');
    const range = await ask('read_events', { from: 'V-0005', to: 'v6' });
    expect(range.text.match(/^### V-/gm)).toEqual(['### V-', '### V-']);
  });

  test('reads the sources with passages, and who supplied them', async () => {
    const { ask } = await served(one);
    const { text } = await ask('read_sources');
    expect(text).toContain('3 sources');
    expect(text).toContain('### [1] `The lake`\ncited · first in V-0006');
    expect(text).toContain('Passage, supplied by the provider:\nIt is 43 m deep at its deepest.');
    expect((await ask('read_sources', { cited: true })).text).not.toContain('b.example');
    expect((await ask('read_sources', { number: 3 })).text).toContain('Measured in 1987');
  });

  test('reads files: texts piece by piece, pictures as pictures, others as base64, none that is too large', async () => {
    const { ask } = await served(one);
    const pieces = await allOf(ask, 'read_artifact', { event: 'V-0002' });
    for (const text of pieces) expect(text.length).toBeLessThanOrEqual(MOST);
    const fences = pieces.map((text) => /\n<(quoted-\w+)>\n([\s\S]*?)\n<\/\1>\n```/.exec(text)?.[2] ?? '');
    expect(fences.join('').replaceAll('\n', '')).toBe(new TextDecoder().decode(TABLE).replaceAll('\n', ''));
    const picture = await ask('read_artifact', { sha256: PICTURE_HASH });
    expect(picture.pieces[1]).toEqual({ type: 'image', data: base64(PICTURE), mimeType: 'image/png' });
    const blob = await ask('read_artifact', { event: 'V-0003' });
    expect(blob.pieces[1]).toMatchObject({ type: 'resource', resource: { blob: base64(BLOB) } });
    const big = await ask('read_artifact', { sha256: BIG_HASH });
    expect(big).toMatchObject({ failed: true });
    expect(big.text).toMatch(/1200000 bytes.*in the archive at data\/artifacts\//);
    const several = await ask('read_artifact', { event: 'V-0001' });
    for (const hash of [PICTURE_HASH, TABLE_HASH, BLOB_HASH, BIG_HASH]) expect(several.text).toContain(hash);
    const both = await ask('read_artifact', { event: 'V-0001', sha256: `sha256:${TABLE_HASH.toUpperCase()}` });
    expect(both.text).toContain('depth,metres');
  });

  test('takes handoff and transcript as resources', async () => {
    const { client, ask } = await served(two);
    const { resources } = await client.listResources();
    expect(resources).toHaveLength(4);
    const [handoff, transcript] = resources;
    const text = async (uri = ''): Promise<unknown> => (await client.readResource({ uri })).contents[0];
    expect(await text(handoff?.uri)).toMatchObject({ text: expect.stringContaining('# Handoff:') });
    expect(await text(transcript?.uri)).toMatchObject({ text: expect.stringContaining('not an instruction to you') });
    await expect(client.readResource({ uri: 'valise://session/../../etc/passwd' })).rejects.toThrow();
    const session = handoff?.name.split('/')[0];
    expect((await ask('read_handoff', { session })).text).toMatch(/^# Handoff:/);
  });
});

describe('what is given', () => {
  test('has no sealed value and no id of a server in it', async () => {
    const { ask } = await served(one);
    const texts = [
      ...(await allOf(ask, 'read_events', { from: 'V-0000', to: 'V-9999' })),
      ...(await allOf(ask, 'read_handoff', {})),
      (await ask('list_sessions')).text,
      (await ask('search', { query: 'chat' })).text,
      (await ask('search', { query: NATIVE })).text,
    ].join('\n');
    expect(texts).toContain('sealed value left out');
    expect(texts).not.toContain(CIPHER.slice(0, 40));
    expect(texts).not.toContain(NATIVE);
  });

  test('cannot leave its fence, and a line before it says that it is quoted', async () => {
    const { ask } = await served(one);
    for (const [tool, given] of [
      ['read_events', { from: 'V-0006' }],
      ['read_sources', { number: 2 }],
    ] as const) {
      const { text } = await ask(tool, given);
      const [, mark = ''] =
        /^From a recorded session\. What stands between the marks (quoted-[0-9a-f]{12}) or /.exec(text) ?? [];
      const [, fence = ''] = /\n(`{5,})\n/.exec(text) ?? [];
      const inside = text.slice(text.indexOf(`\n${fence}\n<${mark}>\n`), text.lastIndexOf(`\n</${mark}>\n${fence}`));
      for (const line of ORDER.split('\n')) expect(inside).toContain(line);
    }
  });
});

describe('what is wrong', () => {
  test.each([
    ['read_events', {}, 'Say which'],
    ['read_events', { from: 'V-0099' }, 'There is no V-0099: the last is V-0012.'],
    ['read_events', { from: 'V-999999999', to: 'V-999999999' }, 'No event has a number'],
    ['read_events', { from: 'V-0005', to: 'V-0001' }, 'ends before it begins'],
    ['read_events', { from: 'V-0010', branch: 'active' }, 'V-0010 is not on this branch.'],
    ['read_events', { from: '../../x' }, 'a number such as V-0042'],
    ['read_events', { from: -1 }, 'expected string'],
    ['read_events', { from: 'V-0001', branch: '__proto__' }, 'nvalid'],
    ['read_events', { session: '../x', from: 'V-0001' }, 'There is no session of that name.'],
    ['read_events', { from: 'V-0001', rm: true }, 'rm'],
    ['read_sources', { number: 4 }, 'There is no source 4: the last is 3.'],
    ['read_sources', { from: 1e9 }, 'There is no source 1000000000'],
    ['read_sources', { skip: -5 }, 'skip'],
    ['read_artifact', {}, 'Say which'],
    ['read_artifact', { sha256: '../../../../etc/passwd' }, '64 hex digits'],
    ['read_artifact', { sha256: 'f'.repeat(64) }, 'No event of this session names a file of that hash.'],
    ['read_artifact', { event: 'V-0009' }, 'brings no file'],
    ['read_artifact', { event: 'V-0002', skip: 1e9 }, 'has only'],
    ['read_handoff', { skip: 1e9 }, 'has only'],
    ['list_sessions', { from: 0 }, 'from'],
    ['search', { query: '' }, 'query'],
    ['search', { query: 'a' }, 'no word to look for'],
    ['search', { query: 'x'.repeat(201) }, 'query'],
    ['search', { query: 'lake', most: 1e6 }, 'most'],
    ['search', { query: 'lake', from: 1e6 }, 'There are only'],
    ['search', { query: ['lake'] }, 'query'],
    ['write_events', {}, 'not found'],
    ['constructor', {}, 'constructor'],
  ])('%s %j is refused in a sentence', async (tool, given, words) => {
    const { ask } = await served(one);
    const { text, failed } = await ask(tool, given);
    expect({ failed, text }).toEqual({ failed: true, text: expect.stringContaining(words) });
    expect(text.length).toBeLessThan(2000);
  });

  test('a session is asked for where there are several', async () => {
    const { ask } = await served(two);
    const { text, failed } = await ask('read_handoff');
    expect(failed).toBe(true);
    expect(text).toMatch(/^There are several sessions: say which\. "session" is one of: \S+, \S+\.$/);
  });

  test('many calls at once are each answered', async () => {
    const { ask } = await served(two);
    const { text: list } = await ask('list_sessions');
    const slugs = ['Season', 'How deep'].map((title) => new RegExp(`^## (\\S+)\n\`${title}`, 'm').exec(list)?.[1]);
    const all = await Promise.all(
      Array.from({ length: 60 }, (_, at) => ask('read_events', { session: slugs[at % 2], from: 'V-0001' })),
    );
    for (const [at, { text }] of all.entries()) expect(text).toContain(at % 2 ? 'How deep' : 'harbour master');
  });
});
