import { describe, expect, test } from 'vitest';
import { memorySource } from '../../../src/archive/zip/ports';
import { openZip } from '../../../src/archive/zip/reader';
import { targets } from '../../../src/handoff/targets';
import { artifactName } from '../../../src/lib/hash';
import { LAKE, OTHER } from '../../cli/serve-archive';
import { type Composed, soundArchive } from '../../cli/sound-archive';
import { PICTURE, PICTURE_HASH } from '../../handoff/to/wild';
import { compose, text } from '../../model/compose';
import { readMarkdown } from './markdown';

/** The section of a README, and all paths of the archive below its folder. */
async function sectionOf(
  composed: readonly Composed[],
  names: readonly string[] = ['messages'],
): Promise<{ section: string; paths: readonly string[] }> {
  const zip = await openZip(memorySource(await soundArchive(composed, { targets: [...names] })), 'archive');
  if (zip.kind === 'refused') throw new Error(zip.rule);
  const below = [...zip.entries].map(([path, entry]) => [path.replace(/^[^/]+\//, ''), entry] as const);
  const readme = await below.find(([path]) => path === 'README.md')?.[1].read();
  const page = new TextDecoder().decode(readme);
  return { section: page.slice(page.indexOf('## Continue it')), paths: below.map(([path]) => path) };
}

/** Every path that a section names, from the archive's folder on. */
const named = (section: string): string[] =>
  [...section.matchAll(/`((?:data|continue)\/[^`]+)`/g)].flatMap(([, path]) => path ?? []);

describe('what a README says of going on', () => {
  test('names files that are there, for one session by their whole path', async () => {
    const { section, paths } = await sectionOf([OTHER], ['messages', 'pi']);
    const [folder] = paths.filter((path) => path.endsWith('/handoff.md')).map((path) => path.replace('handoff.md', ''));
    const all = named(section).map((path) => path.replace(/^continue\//, `${folder}continue/`));
    expect(all).toHaveLength(5);
    for (const path of all) expect(paths).toContain(path);
    expect(section).toContain('No file goes with it: none lies in here.');
    expect(section).not.toContain('--session');
  });

  test('of several sessions says where each has its own', async () => {
    const { section, paths } = await sectionOf([LAKE, OTHER]);
    const slugs = paths.flatMap((path) => /^data\/sessions\/([^/]+)\/handoff\.md$/.exec(path)?.[1] ?? []);
    expect(slugs).toHaveLength(2);
    for (const slug of slugs)
      for (const path of named(section).filter((each) => each.startsWith('data/')))
        expect(paths).toContain(path.replace('<folder>', slug));
    expect(section).toContain('--session <folder>');
    expect(section).toContain('it\n  says where each lies');
  });

  test('says nothing of files that were not packed', async () => {
    const { section, paths } = await sectionOf([OTHER], []);
    expect(paths.filter((path) => path.includes('/continue/'))).toEqual([]);
    expect(named(section).filter((path) => path.includes('continue/'))).toEqual([]);
  });

  test('names a file that is known but not there as none that could be attached', async () => {
    const log = compose({ session: 'c-3' });
    log.user([text('See'), { type: 'image', artifact: artifactName(PICTURE_HASH), mime: 'image/png', name: 'x.png' }]);
    const without = await sectionOf([{ native: 'c-3', log }]);
    expect(without.section).toContain('none lies in here');
    const withIt = await sectionOf([{ native: 'c-3', log, files: [PICTURE] }]);
    expect(withIt.section).not.toContain('none lies in here');
  });

  test('names every target, the server, and is plain Markdown', async () => {
    const { section } = await sectionOf([LAKE]);
    for (const { name } of targets) expect(section).toContain(`\`${name}\``);
    expect(section).toContain('`valise serve X.zip`');
    const settings = /`(\{"mcpServers".*\})`/.exec(section)?.[1] ?? '';
    expect(JSON.parse(settings).mcpServers.session.args.slice(1)).toEqual(['serve', '/path/to/X.zip']);
    expect(readMarkdown(section).filter(({ type }) => type === 'list_item_open')).toHaveLength(5);
  });
});
