import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { overSamples } from '../../samples';
import { checkTargets } from './check-targets';
import { sessionsIn } from './sessions-in';

const FOLDERS = [
  ...['chatgpt/tree', 'chatgpt/paged', 'chatgpt/stream', 'chatgpt/dom', 'chatgpt/export'],
  ...['claude/api', 'claude/viewer-samples', 'claude/stream', 'claude/dom', 'claude/export'],
];

for (const under of FOLDERS)
  overSamples(`what is in ${under}`, under, (paths) => {
    const sessions = paths.filter((path) => !/\.expected\.|\.md$/.test(path));
    test.for(sessions.map((path) => [basename(path), path] as const))(
      '%s: every target is valid, says the same, and loses no text of a message in silence',
      async ([, path], context) => {
        const views = await sessionsIn(path);
        if (views.length === 0) context.skip('no session of it is read');
        for (const view of views) checkTargets(view);
        expect(views.length).toBeGreaterThan(0);
      },
    );
  });
