import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { MOST } from '../../src/cli/serve/answer';

import { partsOf } from '../../src/projection/sources';
import { eventsOf, type SessionView } from '../../src/projection/view';
import { file, pack } from '../cli/run';
import { archiveOfTwo } from '../cli/serve-archive';
import { type Ask, allOf, ask } from '../cli/serve-client';
import { sessionsIn } from '../handoff/to/sessions-in';
import { overSamples } from '../samples';

const CLI = '.output/cli/valise.mjs';
const [major = 0] = process.versions.node.split('.').map(Number);
/** Node refuses whatever would write, or start another program. */
const ONLY_READING = ['--no-warnings', major >= 23 ? '--permission' : '--experimental-permission', '--allow-fs-read=*'];
const [INITIALIZE, READY, LIST] = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
].map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`) as [string, string, string];

let bytes = new Uint8Array();
beforeAll(async () => {
  bytes = await archiveOfTwo();
});
const two = (): string => file('two.zip', bytes);

/** A client that starts the built command line over an archive; what it says beside the protocol. */
async function started(zip: string): Promise<{ ask: Ask; heard: () => string }> {
  const args = [...ONLY_READING, CLI, 'serve', zip];
  const transport = new StdioClientTransport({ command: process.execPath, args, stderr: 'pipe' });
  const heard: string[] = [];
  transport.stderr?.on('data', (piece: Buffer) => void heard.push(String(piece)));
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { ask: (tool, given) => ask(client, tool, given), heard: () => heard.join('') };
}

interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly out: () => string;
  readonly err: () => string;
  readonly ended: Promise<number | null>;
}

function run(zip: string): Running {
  const child = spawn(process.execPath, [CLI, 'serve', zip]);
  const [out, err]: [string[], string[]] = [[], []];
  child.stdout.on('data', (piece: Buffer) => void out.push(String(piece)));
  child.stderr.on('data', (piece: Buffer) => void err.push(String(piece)));
  child.stdin.on('error', () => undefined); // it may have ended
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null);
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, out: () => out.join(''), err: () => err.join(''), ended };
}

const until = (holds: () => boolean): Promise<void> => expect.poll(holds, { timeout: 30_000 }).toBe(true);

describe('valise serve, built', () => {
  test('is listed, searched and read by a client of the official library, and writes nothing', async () => {
    const { ask, heard } = await started(two());
    const list = await ask('list_sessions');
    expect(list.text).toContain('`How deep is the lake?`');
    const found = await ask('search', { query: 'harbour 1987' });
    const [, number, session] = /### (V-\d+) of (\S+)/.exec(found.text) ?? [];
    expect((await ask('read_events', { session, from: number })).text).toContain('Measured in 1987 by the harbour.');
    expect((await ask('read_sources', { session })).text).toContain('### [3]');
    expect((await ask('read_artifact', { session, event: 'V-0002' })).text).toContain('depth,metres');
    expect((await ask('read_handoff', { session })).text).toContain('# Handoff:');
    expect(heard()).toMatch(
      /^Serving .*two\.zip: 2 sessions, \d+ events; only reading\. Ends when its input ends\.\n$/,
    );
  });

  test('says nothing but the protocol on its output, whatever it is sent, and goes on', async () => {
    const { child, out, ended } = run(two());
    child.stdin.write('not json\n{}\n[]\nnull\n{"jsonrpc":"2.0","id":7}\n\u0000\uffff\n');
    child.stdin.write(`{"jsonrpc":"2.0","id":8,"method":"${'x'.repeat(100_000)}"}\n`);
    child.stdin.write(INITIALIZE + READY + LIST);
    await until(() => out().includes('"id":2'));
    for (const line of out().trimEnd().split('\n')) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
    child.stdin.end();
    expect(await ended).toBe(0);
  });

  test('ends with its input, and with its output', async () => {
    const first = run(two());
    await until(() => first.err().includes('Serving'));
    first.child.stdin.end();
    expect(await first.ended).toBe(0);
    const second = run(two());
    await until(() => second.err().includes('Serving'));
    second.child.stdout.destroy();
    second.child.stdin.write(INITIALIZE);
    expect(await second.ended).toBe(0);
  });

  test('ends where a message has no end', async () => {
    const { child, ended, out } = run(two());
    const piece = 'x'.repeat(1 << 20);
    for (let sent = 0; sent < 64; sent++) child.stdin.write(piece);
    child.stdin.end();
    expect(await ended).toBe(0);
    expect(out()).toBe('');
  });

  test('ends where its client was killed', async () => {
    const program = `const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ${JSON.stringify([CLI, 'serve', two()])}, { stdio: ['pipe', 'pipe', 'inherit'] });
      console.log(child.pid); setInterval(() => undefined, 1000);`;
    const client = spawn(process.execPath, ['-e', program]);
    const [out, err]: [string[], string[]] = [[], []];
    client.stdout.on('data', (piece: Buffer) => void out.push(String(piece)));
    client.stderr.on('data', (piece: Buffer) => void err.push(String(piece)));
    await until(() => err.join('').includes('Serving'));
    const server = Number(out.join(''));
    client.kill('SIGKILL');
    await until(() => !isAlive(server));
  });

  test('refuses what is not sound before it says a word of the protocol', async () => {
    const at = Buffer.from(bytes).indexOf('raw.pack');
    const damaged = bytes.map((byte, index) => (index === at + 200 ? byte ^ 0xff : byte));
    for (const [zip, words] of [
      [file('damaged.zip', new Uint8Array(damaged)), /damaged/],
      [file('no.zip', 'no zip at all'), /no\.zip: /],
      ['/nowhere/x.zip', /there is no such file/],
    ] as const) {
      const { child, out, err, ended } = run(zip);
      child.stdin.write(INITIALIZE);
      expect(await ended).toBe(1);
      expect(out()).toBe('');
      expect(err()).toMatch(words);
      expect(err().trimEnd().split('\n').at(-1)).toContain(basename(zip));
    }
  });

  test('loads nothing that could open a network', () => {
    const loaded = readFileSync(CLI, 'utf8').matchAll(/^import .* from "([^"]+)";$|\brequire\("([^"]+)"\)/gm);
    const names = [...loaded]
      .flatMap(([, name, other]) => name ?? other ?? [])
      .map((name) => name.replace('node:', ''));
    expect(names).toContain('fs/promises');
    expect(names.filter((name) => /^(?:http|https|http2|net|tls|dgram|dns|inspector)\b/.test(name))).toEqual([]);
  });
});

/** Words of messages that are long enough to look for. */
const wordIn = (view: SessionView): string[] =>
  eventsOf(view, 'message').flatMap((event) =>
    partsOf(event).flatMap((part) => (part.type === 'text' ? (/\p{L}{5,}/u.exec(part.text) ?? []) : [])),
  );

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false; // there is none of that number any more
  }
}

for (const folder of ['chatgpt/tree', 'claude/api'])
  overSamples(`an archive of every sample of ${folder}`, folder, (paths) => {
    test.each(paths.map((path) => [basename(path), path]))('%s is read whole, page by page', async (_, path) => {
      const { zip } = await pack([path]);
      const { ask } = await started(zip);
      const word = (await sessionsIn(path)).flatMap(wordIn)[0];
      expect((await ask('search', { query: word })).text).toMatch(/events? found\./);
      const list = await ask('list_sessions');
      for (const [, session] of list.text.matchAll(/^## (\S+)$/gm)) {
        const texts = [
          ...(await allOf(ask, 'read_events', { session, from: 'V-0000', to: 'V-99999' })),
          ...(await allOf(ask, 'read_events', { session, branch: 'active' })),
          ...(await allOf(ask, 'read_handoff', { session })),
        ];
        for (const text of texts) expect(text.length).toBeLessThanOrEqual(MOST);
        expect(texts.join('\n')).not.toMatch(/gAAAA[A-Za-z0-9_-]{20}/);
      }
    });
  });
