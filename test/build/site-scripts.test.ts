import { beforeAll, describe, expect, test } from 'vitest';
import { bundleSiteScripts, exportName } from '../../scripts/build/site-scripts';
import { chatgpt } from '../../src/providers/chatgpt/site';
import { claude } from '../../src/providers/claude/site';
import { practice } from '../../src/providers/practice/site';
import { root } from '../rooms/source';

/** What only the routes of each site say. */
const OWN = { chatgpt: 'backend-', claude: 'chat_conversations', practice: '/^\\/api\\/chats' } as const;

describe('the scripts that run in a site’s page', () => {
  const scripts = new Map<string, string>();

  beforeAll(async () => {
    for (const { relativeDest, contents } of await bundleSiteScripts(root, 'practice', [chatgpt, claude, practice])) {
      scripts.set(relativeDest, contents);
    }
  });

  test('are a tap, a relay, what fetches files and what lists for each site, and one for every composer', () => {
    const names = (id: string): string[] => [
      ...[`tap-${id}.js`, `relay-${id}.js`, `files-${id}.js`],
      ...(id === 'practice' ? [] : [`lists-${id}.js`]),
    ];
    expect([...scripts.keys()]).toEqual(['compose.js', ...Object.keys(OWN).flatMap(names)]);
  });

  test('only what lists carries how a site’s conversations are listed', () => {
    for (const [name, code] of scripts)
      expect(/is_archived|chat_conversations_v2/.test(code), name).toBe(name.startsWith('lists-'));
  });

  test('carry one site each', () => {
    for (const [name, code] of scripts)
      for (const [id, words] of Object.entries(OWN))
        expect(code.includes(words), `${name} holds ${words}`).toBe(name.endsWith(`-${id}.js`));
  });

  test('run when they are injected, leave no name behind, and load nothing', () => {
    for (const [name, code] of scripts) {
      expect(code.trimStart().slice(0, 12), name).toMatch(/^\(function|^\(\(\)=>/);
      expect(code, name).not.toMatch(/\bimport\b|\bexport\b|\brequire\(/);
    }
  });

  test('write nothing to the page’s console', () => {
    for (const [name, code] of scripts) expect(code, name).not.toContain('console.');
  });
});

test('a provider’s files export under the site’s id', () => {
  expect(exportName('open-webui')).toBe('openWebui');
  expect(exportName('chatgpt')).toBe('chatgpt');
});
