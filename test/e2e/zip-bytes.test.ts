import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run as inflateAtOnce } from '../archive/zip/programs/at-once';
import { bundled } from '../archive/zip/programs/bundle';
import { run as packTwice } from '../archive/zip/programs/pack-twice';
import { run as writeZips } from '../archive/zip/programs/same-bytes';
import { certificateFor } from './harness/certificate';
import { launchChromium } from './harness/chromium';
import { launchFirefox } from './harness/firefox';
import { probeExtension } from './harness/probe';
import { remove } from './harness/temporary';

const launch = { chromium: launchChromium, firefox: launchFirefox };
const probe = probeExtension();
const certificate = await certificateFor(['chatgpt.com']);
const programs = { 'at-once': inflateAtOnce, 'same-bytes': writeZips, 'pack-twice': packTwice };
const code = Object.fromEntries(
  await Promise.all(Object.keys(programs).map(async (name) => [name, await bundled(name)] as const)),
);
const server = createServer(certificate, (request, response) => {
  const [, name = '', script] = /^\/([\w-]*)(\.js)?$/.exec(request.url ?? '') ?? [];
  response.setHeader('content-type', script ? 'text/javascript' : 'text/html; charset=utf-8');
  response.end(
    script
      ? `${code[name]}\nrun().then((made) => { globalThis.made = made; }, (error) => { globalThis.made = String(error); });`
      : `<!doctype html><title>Zip</title><script type="module" src="/${name}.js"></script>`,
  );
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
  remove(dirname(probe));
});

describe.each(['chromium', 'firefox'] as const)('in %s, in another place and language', (kind) => {
  test('zips and archives are written and read as in Node, byte for byte', async () => {
    const browser = await launch[kind]({
      extension: probe,
      hosts: { 'chatgpt.com': (server.address() as AddressInfo).port },
      env: { TZ: 'Pacific/Apia' },
      language: 'de-DE',
    });
    try {
      for (const [name, run] of Object.entries(programs)) {
        const page = await browser.open(`https://chatgpt.com/${name}`);
        const made = await page.waitUntil(name, () => (globalThis as { made?: unknown }).made);
        expect(made).toEqual(await run());
      }
    } finally {
      await browser.close();
    }
  });
});
