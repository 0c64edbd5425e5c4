import { readFileSync } from 'node:fs';
import JSZip from 'jszip';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { sha256Hex } from '../../src/lib/hash';
import type { Event } from '../../src/model/event';
import { sourcesOf } from '../../src/projection/sources';
import { viewOf } from '../../src/projection/view';
import { DRAWING, PICTURE, TABLE } from '../sites/chatgpt/harbour-messages';
import { FILES } from '../sites/chatgpt/reads';
import { startChatgpt } from '../sites/chatgpt/server';
import * as ofChatgpt from '../sites/chatgpt/voyage';
import { SANDBOX, UPLOADS } from '../sites/claude/files';
import { startClaude } from '../sites/claude/server';
import * as ofClaude from '../sites/claude/voyage';
import type { StandIn } from '../sites/stand-in';
import { shows } from './chat-page';
import { browsers } from './harness/launch';
import { installed } from './installed';
import { exportChat } from './steps';
import { valise } from './valise';

const chatgpt = await startChatgpt();
const claude = await startClaude();
afterAll(() => Promise.all([chatgpt.close(), claude.close()]));
beforeEach(() => {
  for (const site of [chatgpt, claude]) site.reset();
  chatgpt.put({ conversation: ofChatgpt.voyage(), account: null, escaped: false });
});

const bytesOf = (text: string): Buffer => Buffer.from(text);

interface Everything {
  readonly site: StandIn;
  readonly id: string;
  readonly address: string;
  /** The bytes of every file, by what its pointer ends with. */
  readonly files: Readonly<Record<string, Buffer>>;
  readonly versions: readonly string[];
  readonly report: string;
  readonly cited: readonly string[];
  /** The project that the chat is of: what the person told for its chats, in both alike. */
  readonly project: string;
  readonly told: readonly string[];
}

const all: readonly (readonly [string, Everything])[] = [
  [
    'ChatGPT',
    {
      site: chatgpt,
      id: ofChatgpt.VOYAGE,
      address: `https://chatgpt.com/g/${ofChatgpt.PROJECT}-voyages/c/${ofChatgpt.VOYAGE}`,
      files: Object.fromEntries([
        ...[PICTURE, TABLE, DRAWING, ofChatgpt.PILOT].map((id) => [id, FILES[id]?.bytes ?? bytesOf('')] as const),
        ['log%20of%20the%20day.csv', FILES[ofChatgpt.MADE.id]?.bytes ?? bytesOf('')] as const,
      ]),
      versions: [...ofChatgpt.VERSIONS, ofChatgpt.NOW],
      report: ofChatgpt.REPORT,
      cited: ofChatgpt.CITED,
      project: ofChatgpt.PROJECT,
      told: ['Depths in metres.'],
    },
  ],
  [
    'Claude',
    {
      site: claude,
      id: ofClaude.VOYAGE.uuid,
      address: `https://claude.ai/chat/${ofClaude.VOYAGE.uuid}`,
      files: {
        [UPLOADS.picture.id]: UPLOADS.picture.bytes,
        [UPLOADS.original.id]: UPLOADS.original.bytes,
        '/uploads/depths.csv': SANDBOX.depths.bytes,
        '/outputs/chart.png': SANDBOX.chart.bytes,
        [ofClaude.PLAN]: SANDBOX.plan.bytes,
      },
      versions: ofClaude.TEXTS,
      report: ofClaude.REPORT,
      cited: ofClaude.CITED,
      project: ofClaude.PROJECT.uuid,
      told: ['Keep to the north bank.'],
    },
  ],
];

/** The log of the one session of an archive, and every file in it by its hash. */
async function unpacked(path: string) {
  const zip = await JSZip.loadAsync(readFileSync(path));
  const events = valise('show', path, '--format', 'jsonl')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Event);
  const files = new Map<string, Buffer>();
  for (const [name, entry] of Object.entries(zip.files)) {
    const bytes = await entry.async('nodebuffer');
    files.set(sha256Hex(bytes), bytes);
    if (name.endsWith('raw.pack')) {
      const index = await zip.file(name.replace('raw.pack', 'raw.index.json'))?.async('string');
      for (const { sha256, offset, bytes: size } of JSON.parse(index ?? '[]'))
        files.set(sha256, bytes.subarray(offset, offset + size));
    }
  }
  return { events, files };
}

describe.each(browsers)('a session with everything, in %s,', (kind) => {
  const at = installed(kind, 'e2e', {
    hosts: { ...chatgpt.hosts, ...claude.hosts },
    get refusals() {
      return [...chatgpt.refusals, ...claude.refusals];
    },
  });

  test.each(all)('of %s: all of it is in the archive, with its own bytes', async (_, every) => {
    const page = await at.browser.open(every.address);
    await shows(page, every.id);
    const path = await exportChat(at.browser, page);
    expect(valise('verify', path, '--reread')).toMatch(/^Sound/);
    const report = JSON.parse(valise('report', path, '--json'));
    const { events, files } = await unpacked(path);
    const view = viewOf(events);
    const current = [...view.current.values()];
    const artifacts = current.flatMap((each) => (each.kind === 'artifact' ? [each.body] : []));
    const bytes = (hash: unknown): string | undefined => files.get(String(hash).slice(7))?.toString('latin1');

    for (const [pointer, body] of Object.entries(every.files)) {
      const named = artifacts.filter((each) => String(each.pointer ?? '').endsWith(pointer));
      expect(
        named.map(({ artifact }) => bytes(artifact)),
        pointer,
      ).toEqual([body.toString('latin1')]);
    }
    const versions = artifacts.filter(({ role, document }) => role === 'version' && !/compass/.test(String(document)));
    expect(versions.map(({ artifact }) => bytes(artifact))).toEqual(every.versions);
    expect(artifacts.map(({ artifact }) => bytes(artifact))).toContain(every.report);
    const { sources } = sourcesOf(view);
    expect(sources).toHaveLength(20);
    expect(sources.filter(({ cited }) => cited).map(({ url }) => url)).toEqual(every.cited);
    const settings = current.filter((each) => each.kind === 'config');
    const own = settings.find(({ id }) => id.endsWith(`:${every.project}/config`));
    expect(own?.body).toMatchObject({ name: 'Voyages', parts: [{ text: 'Times in UTC.', of: 'instructions' }] });
    for (const words of every.told) expect(JSON.stringify(settings)).toContain(words);
    const lacking = current.flatMap((each) => (each.kind === 'gap' ? JSON.stringify(each.body.what) : []));
    expect(lacking.filter((what) => /project (?:instructions|documents)/.test(what))).toEqual([]);

    expect(Object.values(report)).toMatchObject([{ export: { verdict: 'pass', items: [] } }]);
    expect(at.kept.page.errors).toEqual([]);
    await page.close();
  });

  test('of a document of which only a preview is left, the preview is there and the gap stays', async () => {
    const { uuid } = ofClaude.PREVIEWED;
    const page = await at.browser.open(`https://claude.ai/chat/${uuid}`);
    await shows(page, uuid);
    const path = await exportChat(at.browser, page);
    expect(valise('verify', path, '--reread')).toMatch(/^Sound/);
    const { events, files } = await unpacked(path);
    const current = [...viewOf(events).current.values()];
    const { id, bytes } = UPLOADS.document;
    const gap = current.find((each) => each.kind === 'gap' && each.id.endsWith(`/${id}`));
    expect(gap?.body).toMatchObject({ why: 'not-found', what: { pointer: id, name: 'old chart.pdf' } });
    const preview = current.find((each) => each.kind === 'artifact' && each.id.endsWith(`/${id}/preview`));
    expect(preview).toMatchObject({
      fidelity: 'derived',
      body: { role: 'preview', mime: 'image/png', artifact: `sha256:${sha256Hex(bytes)}` },
    });
    expect(files.get(sha256Hex(bytes))).toEqual(bytes);
    await page.close();
  });
});
