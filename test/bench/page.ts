import { createServer } from 'node:https';
import type { Page } from '../e2e/harness/browser';
import { certificateFor } from '../e2e/harness/certificate';
import { launchChromium } from '../e2e/harness/chromium';
import { buildFor } from '../e2e/harness/launch';
import { median } from './measure';
import type { Result } from './result';

const HOST = 'chatgpt.com';
const RUNS = 20;
const FRAMES = 20_000;
const WORDS = 'The ebb begins at ten and runs until four; the flood after it is weak. ';
const FRAME = `event: delta\ndata: ${JSON.stringify({ p: '/message/content/parts/0', o: 'append', v: WORDS })}\n\n`;

/** A page of the site, and an answer that streams as fast as it is read. */
async function startSite(): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer(await certificateFor([HOST]), (request, response) => {
    if (request.method !== 'POST')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const batch = FRAME.repeat(50);
    let left = FRAMES / 50;
    const more = (): void => {
      while (left > 0) {
        left--;
        if (!response.write(batch)) return void response.once('drain', more);
      }
      response.end('data: [DONE]\n\n');
    };
    request.resume().once('end', more);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the site has no port');
  return {
    port: address.port,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Milliseconds the page waits for a whole streamed answer. */
const stream = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const began = performance.now();
    const response = await fetch('/backend-api/f/conversation', { method: 'POST', body: '{}' });
    const reader = response.body?.getReader();
    while (reader && !(await reader.read()).done);
    return performance.now() - began;
  });

/** How fast the page gets a streamed answer with the extension watching, against the same browser not watching. */
export async function benchPage(): Promise<Result[]> {
  const site = await startSite();
  const hosts = { [HOST]: site.port };
  const idle = await launchChromium({ extension: buildFor('chromium'), hosts });
  const watching = await launchChromium({ extension: buildFor('chromium', 'e2e'), hosts });
  try {
    const without = await idle.open(`https://${HOST}/c/1`);
    const with_ = await watching.open(`https://${HOST}/c/1`);
    const times: { without: number[]; with: number[] } = { without: [], with: [] };
    await stream(without);
    await stream(with_);
    for (let run = 0; run < RUNS; run++) {
      times.without.push(await stream(without));
      times.with.push(await stream(with_));
    }
    const [bare, watched] = [median(times.without), median(times.with)];
    return [
      {
        what: 'page throughput of a streamed answer, watched / not watched',
        value: bare / watched,
        unit: '×',
        detail: `${((FRAME.length * FRAMES) / 1e6).toFixed(1)} MB in ${watched.toFixed(0)} ms against ${bare.toFixed(0)} ms, median of ${RUNS} runs each, taking turns`,
      },
    ];
  } finally {
    await idle.close();
    await watching.close();
    await site.close();
  }
}
