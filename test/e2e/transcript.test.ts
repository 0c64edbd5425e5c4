import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import MarkdownIt from 'markdown-it';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transcriptOf } from '../../src/archive/pages/transcript';
import { payloads } from '../archive/pages/payloads';
import { poisonLog } from '../archive/pages/poison';
import { pageOf } from '../archive/pages/rich';
import type { Browser } from './harness/browser';
import { launchChromium } from './harness/chromium';
import { probeExtension } from './harness/probe';
import { remove } from './harness/temporary';

/** The most trusting reader there is: HTML as it stands, links of every kind. */
const reader = new MarkdownIt({ html: true, linkify: true });
reader.validateLink = () => true;

const asked: string[] = [];
const pages = new Map<string, string>();
const server = createServer((request, response) => {
  const page = pages.get(request.url ?? '');
  if (page === undefined) asked.push(request.url ?? '');
  response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(page ?? '');
});

const probe = probeExtension();
let browser: Browser;
let address = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launchChromium({ extension: probe });
});
afterAll(async () => {
  await browser?.close();
  server.closeAllConnections();
  server.close();
  remove(dirname(probe));
});

interface Found {
  readonly ran: boolean;
  readonly tags: readonly string[];
  readonly attributes: readonly string[];
  readonly leads: readonly string[];
  readonly words: string;
}

/** Does in a page what a person does whom a text wants to: points at everything and follows what is no address. */
async function touch(): Promise<void> {
  for (const each of document.querySelectorAll('body, body *'))
    for (const kind of ['mouseover', 'focus', 'load', 'error']) each.dispatchEvent(new Event(kind, { bubbles: true }));
  for (const link of document.querySelectorAll('a')) if (/^(?:javascript|data):/i.test(link.href)) link.click();
  // what a click or an event began is done before the next frame is
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** Shows Markdown in a page, touches all there is in it, and tells what that did. */
async function shown(markdown: string): Promise<Found & { readonly loaded: readonly string[] }> {
  asked.length = 0;
  pages.set(
    '/a/b/c/d/',
    `<!doctype html><meta charset="utf-8"><title>x</title><link rel="icon" href="data:,">${reader.render(markdown)}`,
  );
  const page = await browser.open(`${address}/a/b/c/d/`);
  await page.evaluate(touch);
  const found = await page.evaluate(() => {
    const all = [...document.querySelectorAll('body, body *')];
    return {
      ran: 'ran' in window,
      tags: [...new Set(all.map(({ localName }) => localName))],
      attributes: [...new Set(all.flatMap((each) => each.getAttributeNames()))],
      leads: [...document.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? ''),
    };
  });
  const words = await page.text({ css: 'body' });
  await page.close();
  return { ...found, words, loaded: [...asked] };
}

test('poison that is not made safe runs and loads in this page', async () => {
  const { ran, loaded } = await shown(payloads(`${address}/evil`).join('\n\n'));
  expect([ran, loaded.some((path) => path.startsWith('/evil'))]).toEqual([true, true]);
});

test('B86: of a transcript full of poison nothing runs, loads, leads astray or is hidden', async () => {
  const all = payloads(`${address}/evil`);
  for (let first = 0; first < all.length; first += 20) {
    const markdown = transcriptOf(pageOf(poisonLog([...all.slice(first), ...all.slice(0, first)])));
    const { ran, tags, attributes, leads, words, loaded } = await shown(markdown);
    expect(ran).toBe(false);
    expect(loaded.filter((path) => !path.startsWith('/a/b/artifacts/sha256/'))).toEqual([]);
    expect(attributes.filter((name) => !/^(?:href|src|alt|title|start|class)$/.test(name))).toEqual([]);
    const known =
      'a blockquote body br code em h1 h2 h3 h4 h5 hr img li ol p pre s strong table tbody td th thead tr ul';
    expect(tags.filter((tag) => !known.split(' ').includes(tag))).toEqual([]);
    expect(
      leads.filter((to) => !/^(?:#(?:v|source)-\d+|#[a-z]+$|https?:|mailto:|\.\.\/\.\.\/artifacts\/)/.test(to)),
    ).toEqual([]);
    const marks = new Set(markdown.match(/q\d+z/g));
    expect([...marks].filter((mark) => !words.includes(mark) && !leads.join().includes(mark))).toEqual([]);
  }
  expect(browser.refused).toEqual([]);
});
