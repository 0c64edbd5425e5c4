import { asRead } from '../../providers/claude/render';
import { harbour } from '../../sites/chatgpt/harbour';
import { BRANCHES, SEARCH } from '../../sites/claude/chats';
import { keepIn, logOf } from '../../ui/kept';
import type { Browser } from '../harness/browser';
import { dumpOf, seed } from '../pages-seed';
import { passage } from './passage';

/** Sessions of the library, by what they are for. */
export const TIDES = '11111111-1111-4111-8111-111111111111';
export const COPY = '22222222-2222-4222-8222-222222222222';
export const PASSAGE = '33333333-3333-4333-8333-333333333333';
export const COLOURS = '44444444-4444-4444-8444-444444444444';
const WATER = '55555555-5555-4555-8555-555555555555';

const copied = { from: 'valise-tides.zip', at: '2026-10-05T10:00:00.000Z', logHash: 'x' };

/** Puts sessions of two sites into a browser's library: own ones and a copy. */
export async function fill(browser: Browser): Promise<void> {
  const dump = await dumpOf(async (db) => {
    await keepIn(db, COLOURS, asRead(BRANCHES), null, 'claude');
    await keepIn(db, WATER, asRead(SEARCH), null, 'claude');
    await keepIn(db, COPY, harbour(), copied);
    await keepIn(db, PASSAGE, passage());
    await keepIn(db, TIDES, harbour());
  });
  await (await seed(browser, dump)).close();
}

/** The same sessions as logs, for archives. */
export const logs = () =>
  Promise.all([logOf(harbour()), logOf(passage()), logOf(asRead(SEARCH), 'claude'), logOf(asRead(BRANCHES), 'claude')]);
