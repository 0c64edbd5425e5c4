import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundled } from '../archive/zip/programs/bundle';
import { run } from '../archive/zip/programs/same-bytes';
import { certificateFor } from './harness/certificate';
import { launchChromium } from './harness/chromium';
import { launchFirefox } from './harness/firefox';
import { probeExtension } from './harness/probe';
import { remove } from './harness/temporary';

const launch = { chromium: launchChromium, firefox: launchFirefox };
const probe = probeExtension();
const certificate = await certificateFor(['chatgpt.com']);
const program = await bundled('same-bytes');
const server = createServer(certificate, (request, response) => {
  const script = request.url === '/program.js';
  response.setHeader('content-type', script ? 'text/javascript' : 'text/html; charset=utf-8');
  response.end(
    script
      ? `${program}\nrun().then((made) => { globalThis.made = made; }, (error) => { globalThis.made = String(error); });`
      : '<!doctype html><title>Zip</title><script type="module" src="/program.js"></script>',
  );
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
  remove(dirname(probe));
});

describe.each(['chromium', 'firefox'] as const)('zips in %s', (kind) => {
  test('are written and read as in Node, byte for byte, in another place and language', async () => {
    const browser = await launch[kind]({
      extension: probe,
      hosts: { 'chatgpt.com': (server.address() as AddressInfo).port },
      env: { TZ: 'Pacific/Apia' },
      language: 'de-DE',
    });
    try {
      const page = await browser.open('https://chatgpt.com/');
      const made = await page.waitUntil('the zips', () => (globalThis as { made?: unknown }).made);
      expect(made).toEqual(await run());
    } finally {
      await browser.close();
    }
  });
});
