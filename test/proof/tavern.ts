import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isObject } from '../../src/lib/json';
import { certificateFor } from '../e2e/harness/certificate';
import { installedBy } from './install';

/** The name under which the browser of a test finds it. */
export const TAVERN = 'tavern.example';

export interface Tavern {
  readonly hosts: Readonly<Record<string, number>>;
  /** What it printed. */
  said(): string;
  close(): Promise<void>;
}

/**
 * Installs SillyTavern into the cache, once, and starts it with a home of its own, set up to speak to a model at an
 * address. It runs as a program beside ours: nothing of it is a part of this project.
 */
export async function startTavern(model: string): Promise<Tavern> {
  const program = join(await installedBy('test/proof/tavern'), 'sillytavern');
  const home = mkdtempSync(join(tmpdir(), 'valise-tavern-'));
  const data = join(home, 'data');
  mkdirSync(join(data, 'default-user'), { recursive: true });
  writeFileSync(join(data, 'default-user/settings.json'), JSON.stringify(settingsFor(program, model)));
  const { key, cert } = await certificateFor([TAVERN]);
  writeFileSync(join(home, 'key.pem'), key);
  writeFileSync(join(home, 'cert.pem'), cert);
  const port = await freePort();
  const said: string[] = [];
  const args = [
    ...[join(program, 'server.js'), '--port', String(port), '--dataRoot', data, '--configPath', join(home, 'c.yaml')],
    ...['--browserLaunchEnabled', 'false', '--ssl', '--keyPath', join(home, 'key.pem')],
    ...['--certPath', join(home, 'cert.pem')],
  ];
  const child = spawn(process.execPath, args, { cwd: home, env: { PATH: process.env.PATH, HOME: home } });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => void said.push(String(piece)));
  const ended = once(child, 'close');
  const close = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    await answers(child, port);
  } catch (error) {
    await close();
    throw new Error(`SillyTavern did not start: ${said.join('').slice(-1000)}`, { cause: error });
  }
  return { hosts: { [TAVERN]: port }, said: () => said.join(''), close };
}

/** Its own settings, with a server of Chat Completions that it connects to by itself, and room for a long text. */
function settingsFor(program: string, model: string): Record<string, unknown> {
  const own: unknown = JSON.parse(readFileSync(join(program, 'default/content/settings.json'), 'utf8'));
  const settings = isObject(own) ? own : {};
  const more = (name: string): Record<string, unknown> => (isObject(settings[name]) ? settings[name] : {});
  return {
    ...settings,
    ...{ firstRun: false, main_api: 'openai' },
    power_user: { ...more('power_user'), auto_connect: true },
    oai_settings: {
      ...more('oai_settings'),
      ...{ chat_completion_source: 'custom', custom_url: `${model}/v1`, custom_model: 'other-model' },
      ...{ max_context_unlocked: true, openai_max_context: 200_000, stream_openai: true },
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || address === null) throw new Error('no free port');
  return address.port;
}

const SECONDS = 180;

/** Waits until it serves its page. The first start puts its own parts together. */
async function answers(child: ChildProcess, port: number): Promise<void> {
  for (let second = 0; second < SECONDS; second++) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
    if ((await statusAt(port)) === 200) return;
    await new Promise((later) => setTimeout(later, 1000));
  }
  throw new Error(`it did not answer in ${SECONDS} s`);
}

const statusAt = (port: number): Promise<number> =>
  new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, path: '/', rejectUnauthorized: false, servername: TAVERN };
    get(options, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    }).on('error', () => resolve(0)); // not yet
  });
