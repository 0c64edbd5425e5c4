import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { loaded } from '../archive/pages/cited';
import { overSamples } from '../samples';
import * as chatgpt from './count-chatgpt';
import * as claude from './count-claude';
import { pack } from './run';

type Fields = Record<string, unknown>;

/** The bibliographies of an archive, in both forms, and the events of its sessions. */
function packed(zip: string): { csl: string[]; ris: string[]; events: Fields[] } {
  const entries = Object.entries(unzipSync(readFileSync(zip)));
  const all = (name: string): string[] =>
    entries.flatMap(([path, bytes]) => (path.endsWith(`/${name}`) ? new TextDecoder().decode(bytes) : []));
  const lines = all('session.jsonl').flatMap((log) => log.trim().split('\n'));
  return { csl: all('sources.json'), ris: all('sources.ris'), events: lines.map((line) => JSON.parse(line) as Fields) };
}

/** Evidence in the results of tools, each result by itself. */
const hitsIn = (events: readonly Fields[]): number =>
  events
    .filter(({ kind }) => kind === 'tool.result')
    .flatMap(({ body }) => (body as { parts: Fields[] }).parts)
    .filter(({ type }) => type === 'evidence').length;

/** How many sources there are, and how many of them were cited, as the bibliography says. */
const told = (csl: readonly string[]): { sources: number; cited: number } => {
  const all = csl.flatMap((text) => JSON.parse(text) as { note: string }[]);
  return { sources: all.length, cited: all.filter(({ note }) => note.startsWith('cited')).length };
};

const filesOf = (path: string): string[] =>
  statSync(path).isDirectory()
    ? readdirSync(path).flatMap((name) => (/^conversations.*\.json$/.test(name) ? join(path, name) : []))
    : /\.expected\./.test(path)
      ? []
      : [path];

/** Bibliographies load where others read them, and both forms name the same. */
function checkLoaded({ csl, ris }: ReturnType<typeof packed>): void {
  for (const [i, text] of csl.entries()) {
    const sent = JSON.parse(text) as Fields[];
    const [fromCsl, fromRis] = [loaded(text), loaded(ris[i] ?? '')];
    expect(fromCsl.map(({ title, url }) => ({ title, url }))).toEqual(
      sent.map(({ title, URL: url }) => ({ title, url })),
    );
    expect(fromRis.map(({ id, type, title, url }) => ({ id, type, title, url }))).toEqual(
      fromCsl.map(({ id, type, title, url }) => ({ id, type, title, url })),
    );
    expect(fromRis.map(({ accessed }) => accessed)).toEqual(fromCsl.map(({ accessed }) => accessed));
    // of an article of a newspaper the library takes the year alone out of RIS
    const years = (all: typeof fromCsl) =>
      all.map(({ type, issued }) => (type === 'webpage' ? issued : [issued].flat()[0]));
    expect(years(fromRis)).toEqual(years(fromCsl));
  }
}

const SITES = [
  { site: 'chatgpt', folder: 'chatgpt/tree', count: (text: string) => chatgpt.countRead(JSON.parse(text)) },
  { site: 'chatgpt', folder: 'chatgpt/paged', count: (text: string) => chatgpt.countRead(JSON.parse(text)) },
  { site: 'chatgpt', folder: 'chatgpt/export', count: (text: string) => chatgpt.countRead(JSON.parse(text)) },
  { site: 'chatgpt', folder: 'chatgpt/stream', count: chatgpt.countStream },
  { site: 'claude', folder: 'claude/api', count: (text: string) => claude.countRead(JSON.parse(text)) },
  { site: 'claude', folder: 'claude/viewer-samples', count: (text: string) => claude.countRead(JSON.parse(text)) },
  { site: 'claude', folder: 'claude/export', count: (text: string) => claude.countRead(JSON.parse(text)) },
  { site: 'claude', folder: 'claude/stream', count: claude.countStream },
];

for (const { folder, count } of SITES)
  overSamples(`evidence in ${folder} is as much as the payload names`, folder, (paths) => {
    test.each(paths.flatMap(filesOf).map((path) => [basename(path), path]))('%s', async (_, path) => {
      const { found, cited, hits } = count(readFileSync(path, 'utf8'));
      const ran = await pack([path]);
      if (ran.code !== 0) {
        expect([...found, ...cited], ran.complained).toEqual([]); // no session: nothing of it may be lost
        return;
      }
      const archive = packed(ran.zip);
      expect(told(archive.csl)).toEqual({ sources: new Set([...found, ...cited]).size, cited: cited.size });
      expect(hitsIn(archive.events)).toBe(hits);
      checkLoaded(archive);
    });
  });

/** Links that cite; a file that is cited is a button without one. */
const CITING = /<a\b(?=[^>]*(?:data-testid="chatgpt-citation"|class="[^"]*group\/tag))[^>]*href="([^"]*)"/g;
const PILL = /data-testid="webpage-citation-pill"[^<]*>\s*(?:<(?!a\b)[^>]*>\s*)*<a\b[^>]*href="([^"]*)"/g;

for (const folder of ['chatgpt/dom', 'claude/dom'])
  overSamples(`citations on pages of ${folder} are as many as the page shows`, folder, (paths) => {
    const pages = paths.filter((path) => path.endsWith('.html'));
    test.each(pages.map((path) => [basename(path), path]))('%s', async (_, path) => {
      const html = readFileSync(path, 'utf8');
      const shown = [...html.matchAll(CITING), ...html.matchAll(PILL)].map(([, url]) => url);
      const ran = await pack([path]);
      const parts =
        ran.code === 0 ? packed(ran.zip).events.flatMap(({ body }) => (body as { parts?: Fields[] }).parts ?? []) : [];
      expect(new Set(parts.flatMap(({ type, url }) => (type === 'citation' && url !== null ? [url] : [])))).toEqual(
        new Set(shown),
      );
    });
  });
