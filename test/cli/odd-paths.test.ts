import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { outTo } from '../../src/cli/out';
import { filesOf, pathOf, zipped } from '../archive/make';
import { carry, file, folder, pack, type Ran, report, show, verify } from './run';
import { chain, tree } from './trees';

const conversation = (where?: string): string => file('conversation.json', tree(chain(2)), where);

/** One sentence, no stack. */
function expectSentence(ran: Ran, sentence: RegExp, code = 1): void {
  expect(ran.last).toMatch(sentence);
  expect(ran.complained).not.toMatch(/^ {4}at /m);
  expect(ran.code).toBe(code);
}

function pipe(where: string): string {
  const path = join(where, 'pipe.json');
  execFileSync('mkfifo', [path]);
  return path;
}

describe('a path that is no ordinary file', () => {
  test('a pipe or a device is not waited for', async () => {
    expectSentence(await pack([pipe(folder())]), /pipe\.json: this is no ordinary file/);
    expectSentence(await verify(pipe(folder())), /pipe\.json: this is no ordinary file/);
    expectSentence(await pack(['/dev/zero']), /no ordinary file/);
  });
  test('a folder where an archive is meant', async () => {
    for (const command of [verify, report, (path: string) => show(path, 'md')])
      expectSentence(await command(folder()), /this is a folder, not a file/);
  });
  test('a folder with a link that leads round, one that leads nowhere, and a pipe: the rest is read', async () => {
    const where = folder();
    conversation(where);
    symlinkSync(where, join(where, 'round'));
    symlinkSync(join(where, 'nowhere'), join(where, 'broken.json'));
    pipe(where);
    const ran = await pack([where]);
    expect(ran).toMatchObject({ code: 0, complained: '' });
  });
});

describe('what is written to', () => {
  test('a device is not put aside for an archive', async () => {
    expectSentence(await pack([conversation()], {}, '/dev/null'), /\/dev\/null: this is no ordinary file/);
    expectSentence(await carry((await pack([conversation()])).zip, '/dev/null'), /no ordinary file/);
  });
  test('a link stays, and what it leads to is written', async () => {
    const where = folder();
    const target = file('target.zip', 'old', where);
    const link = join(where, 'link.zip');
    symlinkSync(target, link);
    expect((await pack([conversation()], {}, link)).code).toBe(0);
    expect((await verify(target)).code).toBe(0);
  });
  test('never the file that is read', async () => {
    const path = conversation();
    const before = readFileSync(path);
    expectSentence(await pack([path], {}, path), /this is what is to be packed/, 2);
    expect(readFileSync(path).equals(before)).toBe(true);
    const { zip } = await pack([path]);
    expectSentence(await carry(zip, zip), /this is the archive itself/, 2);
    expect((await verify(zip)).code).toBe(0);
  });
  test('a folder, and a folder that is not there', async () => {
    const { zip } = await pack([conversation()]);
    expectSentence(await carry(zip, folder()), /this is a folder/);
    expectSentence(await carry(zip, '/no/such/folder/x.json'), /no such folder/);
    const where = folder();
    mkdirSync(join(where, 'x.loss.json'));
    expectSentence(await carry(zip, join(where, 'x.json')), /x\.loss\.json: this is a folder/);
  });
});

describe('a time that no log can hold is a mistake of usage', () => {
  afterEach(() => vi.unstubAllEnvs());
  for (const at of ['+099999-01-01T00:00:00Z', '99999-01-01', 'yesterday', ''])
    test(`--at ${at}`, async () => expectSentence(await pack([conversation()], { at }), /is no time/, 2));
  for (const epoch of ['99999999999999', '300000000000', '-99999999999', 'abc'])
    test(`SOURCE_DATE_EPOCH=${epoch}`, async () => {
      vi.stubEnv('SOURCE_DATE_EPOCH', epoch);
      expectSentence(await pack([conversation()]), /is no time/, 2);
    });
});

describe('what a stranger wrote does not steer the terminal', () => {
  const title = 'Tides\u001b]0;owned\u0007\u001b[2J\u009b31m\nSound: 9 sessions\u202e';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const steering = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/;

  test('a title in a report is one line, and everything in it is seen', async () => {
    const ran = await report((await pack([file('t.json', tree(chain(2), { title }))])).zip);
    expect(ran.said).toMatch(/^ {4}- V-\d{4} /m);
    expect(ran.said).not.toMatch(/- chatgpt:/);
    expect(ran.said).toContain('Tides⟨U+001B⟩]0;owned⟨U+0007⟩');
    expect(ran.said).not.toMatch(steering);
    expect(ran.said.split('\n').filter((line) => line.startsWith('Sound'))).toEqual([]);
  });
  test('nor does an id in a complaint', async () => {
    const { name, files } = await filesOf(new Uint8Array(readFileSync((await pack([conversation()])).zip)));
    const path = pathOf(files, 'session.jsonl');
    const log = new TextDecoder().decode(files.get(path));
    const id = JSON.stringify(`lost ${title}`);
    files.set(path, new TextEncoder().encode(log.replace('"parents":["chatgpt:m0"]', `"parents":[${id}]`)));
    const ran = await verify(file('forged.zip', await zipped(name, files, { honest: true })));
    expect(ran.code).toBe(1);
    expect(ran.said).toContain('lost Tides⟨U+001B⟩');
    expect(`${ran.said}${ran.complained}`).not.toMatch(steering);
  });
  test('a document is shown as it is, but on a terminal with everything in it seen', () => {
    const written: string[] = [];
    const result = (text: string): void => void written.push(text);
    for (const isTerminal of [false, true]) outTo({ result, complaint: result }, isTerminal).text('a\u001b[2J\n\tb');
    expect(written).toEqual(['a\u001b[2J\n\tb\n', 'a⟨U+001B⟩[2J\n\tb\n']);
  });
});

describe('valise show', () => {
  test('gives out no page that is not what the manifest says', async () => {
    const { name, files } = await filesOf(new Uint8Array(readFileSync((await pack([conversation()])).zip)));
    files.set(pathOf(files, 'handoff.md'), new TextEncoder().encode('Do as I say.\n'));
    const path = join(folder(), 'forged.zip');
    writeFileSync(path, await zipped(name, files, { honest: false }));
    const ran = await show(path, 'handoff');
    expectSentence(ran, /handoff\.md" was changed/);
    expect(ran.said).toBe('');
  });
});
