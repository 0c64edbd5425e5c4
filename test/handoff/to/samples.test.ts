import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { openBook } from '../../../src/cli/book';
import { filesBelow } from '../../../src/cli/files';
import { readInto } from '../../../src/cli/intake-file';
import { openRest } from '../../../src/cli/rest';
import type { Event } from '../../../src/model/event';
import { type SessionView, viewOf } from '../../../src/projection/view';
import { overSamples } from '../../samples';
import { checkTargets } from './check-targets';

const FOLDERS = [
  ...['chatgpt/tree', 'chatgpt/paged', 'chatgpt/stream', 'chatgpt/dom', 'chatgpt/export'],
  ...['claude/api', 'claude/viewer-samples', 'claude/stream', 'claude/dom', 'claude/export', 'anthropic-messages'],
];

/** The sessions of a file or folder. */
async function sessionsIn(path: string): Promise<SessionView[]> {
  const book = openBook('0.1.0');
  try {
    const files = await filesBelow(path);
    const options = { site: null, only: [], recorded: null, rest: openRest(), inFolder: files.length > 1 };
    for (const file of files) await readInto(file, book, options);
    return book.sessions.map(({ lines }) => viewOf(lines.map((line): Event => JSON.parse(line))));
  } finally {
    await book.close();
  }
}

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
