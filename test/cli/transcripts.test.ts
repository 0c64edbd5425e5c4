import { basename } from 'node:path';
import { expect, test } from 'vitest';
import type { OpenedArchive } from '../../src/archive/open';
import { withArchive } from '../../src/cli/open-file';
import { outTo } from '../../src/cli/out';
import { textOf } from '../../src/lib/bytes';
import { linkFaults } from '../archive/pages/links';
import { byMarkdownIt, readers } from '../prose/readers';
import { overSamples } from '../samples';
import { pack } from './run';

const FOLDERS = [
  ...['chatgpt/tree', 'chatgpt/stream', 'chatgpt/dom', 'chatgpt/export'],
  ...['claude/api', 'claude/viewer-samples', 'claude/stream', 'claude/dom', 'claude/export'],
];

/** The path of a link from a transcript, from the top of the zip. */
function resolved(from: string, link: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of link.split('/'))
    if (part === '..') parts.pop();
    else parts.push(part);
  return parts.join('/');
}

const tokens = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []);

/** What `index.html` says of a code that names this language: a transcript has it on the fence. */
const LANGUAGES: ReadonlySet<string> = new Set(['plain']);

/** Words of `index.html` that no transcript of its sessions has. */
function lost(page: string, transcripts: readonly string[]): string[] {
  const main = [...page.matchAll(/<article.*?<\/article>/gs)]
    .join(' ')
    .replace(/<math[^>]*>.*?<\/math>/gs, ' ')
    // the ways between versions are links of the page: a transcript has each version under its heading
    .replace(/<p class="versions[^>]*>.*?<\/p>/gs, ' ')
    // the first words of what a tool was given, cut anywhere, once more where it is closed
    .replace(/<span class="[^"]*\bpreview\b[^"]*">.*?<\/span>/gs, ' ')
    .replace(/<[^>]*>/g, (tag) => (/^<\/?(?:span|b|strong|em|del|bdi|code|a|br)\b/.test(tag) ? '' : ' '))
    .replace(/&(?:lt|gt|quot|#39|amp);/g, ' ');
  const said = transcripts.map((text) => {
    const { words, codes, links, images } = byMarkdownIt(text);
    return [text, words, ...codes, ...links, ...images].join(' ');
  });
  const all = tokens(said.join(' '));
  return [...tokens(main)].filter((word) => !all.has(word) && !LANGUAGES.has(word));
}

async function check(archive: OpenedArchive): Promise<number> {
  const text = async (path: string): Promise<string> =>
    textOf((await archive.entries.get(path)?.read()) ?? new Uint8Array()) ?? '';
  const made: string[] = [];
  for (const path of [...archive.entries.keys()].filter((each) => each.endsWith('/transcript.md'))) {
    const transcript = await text(path);
    made.push(transcript);
    for (const [name, read] of readers) {
      const seen = read(transcript);
      expect(linkFaults(seen, (link) => archive.entries.has(resolved(path, link)))).toEqual([]);
      expect([...seen.html, ...seen.images.filter((image) => !image.startsWith('../'))], name).toEqual([]);
      expect(new Set(seen.headings).size, name).toBe(seen.headings.length);
    }
  }
  expect(made.length).toBeGreaterThan(0);
  expect(lost(await text('index.html'), made)).toEqual([]);
  return 0;
}

for (const under of FOLDERS)
  overSamples(`the transcripts of ${under}`, under, (paths) => {
    const sessions = paths.filter((path) => !/\.expected\.|\.md$/.test(path));
    test.for(sessions.map((path) => [basename(path), path] as const))(
      '%s: every link leads to a file or a heading, or says that it leads outside, and no word of index.html is lost',
      async ([, path], context) => {
        const { code, zip, last } = await pack([path]);
        if (code !== 0) context.skip(last);
        expect(
          await withArchive(zip, outTo({ result: () => undefined, complaint: () => undefined }, false), check),
        ).toBe(0);
      },
    );
  });
