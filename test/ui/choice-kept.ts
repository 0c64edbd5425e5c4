import { expect } from 'vitest';
import { utf8 } from '../../src/lib/bytes';
import { artifactName, sha256Hex } from '../../src/lib/hash';
import { EMPTY } from '../../src/model/chain';
import type { Part } from '../../src/model/parts';
import { adopt, stageArtifacts } from '../../src/store/adopt';
import type { Database } from '../../src/store/database';
import { type Composer, compose, text } from '../model/compose';

/** The id of the chats that are kept here. */
export const ID = '11111111-1111-4111-8111-111111111111';

/** Keeps a composed chat. */
async function keepLog(db: Database, log: Composer, bytes: readonly string[] = []): Promise<void> {
  await stageArtifacts(db, ID, new Map(bytes.map((words) => [sha256Hex(words), utf8(words)])));
  const lines = log.lines();
  const kept = await adopt(db, {
    session: ID,
    identity: { key: 'composed', site: 'chatgpt', origin: 'https://chatgpt.com', native: 'composed' },
    copy: null,
    containers: [],
    after: EMPTY,
    lines: log.events().map((event, at) => ({ event, line: lines[at] ?? '' })),
    tail: { seq: lines.length, prev: sha256Hex(lines.at(-1) ?? '') },
  });
  expect(kept).toBe('kept');
}

/** Keeps a chat with files: the same one under two names, and another. */
export function keepWithFiles(db: Database): Promise<void> {
  const log = compose();
  const named = (words: string, name: string): Part => ({
    ...{ type: 'file', artifact: artifactName(sha256Hex(words)), mime: 'text/csv', name },
  });
  log.user([text('Which lake?'), named('a', 'lakes.csv'), named('a', 'again.csv'), named('b', 'depths.csv')]);
  log.assistant('Alpha.');
  return keepLog(db, log, ['a', 'b']);
}

/** Keeps a chat that is too long for some budgets. */
export function keepLong(db: Database): Promise<void> {
  const log = compose();
  for (let at = 0; at < 100; at++) {
    log.user(`Question ${at} about the lake?`);
    log.assistant(`Answer ${at}: ${'it was deep there, as far as anybody knows. '.repeat(9)}`);
  }
  return keepLog(db, log);
}
