import { beforeAll, describe, expect, test } from 'vitest';
import { bundleSiteScripts, exportName } from '../../scripts/build/site-scripts';
import { chatgpt } from '../../src/providers/chatgpt/site';
import { practice } from '../../src/providers/practice/site';
import { root } from '../rooms/source';

describe('the scripts that run in a site’s page', () => {
  const scripts = new Map<string, string>();

  beforeAll(async () => {
    for (const { relativeDest, contents } of await bundleSiteScripts(root, 'practice', [chatgpt, practice])) {
      scripts.set(relativeDest, contents);
    }
  });

  test('are a tap and a relay for each site', () => {
    expect([...scripts.keys()]).toEqual(['tap-chatgpt.js', 'relay-chatgpt.js', 'tap-practice.js', 'relay-practice.js']);
  });

  test('carry one site each', () => {
    for (const [name, code] of scripts) {
      const own = name.includes('chatgpt') ? 'backend-' : '/^\\/api\\/chats';
      const other = name.includes('chatgpt') ? '/^\\/api\\/chats' : 'backend-';
      expect(code, name).toContain(own);
      expect(code, name).not.toContain(other);
    }
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
