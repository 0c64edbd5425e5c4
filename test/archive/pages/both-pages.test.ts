import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bothPages } from '../../../src/archive/pages/both-pages';
import { indexHtml, indexPieces } from '../../../src/archive/pages/index-html';
import { sessionHtml } from '../../../src/archive/pages/session-html';
import { transcriptBytes, transcriptOf } from '../../../src/archive/pages/transcript';
import { looseText, utf8 } from '../../../src/lib/bytes';
import { poisonLog } from './poison';
import { ARCHIVE, pageOf, richLog } from './rich';
import { oddLog } from './shapes';

test.each([
  ['a session of everything', richLog],
  ['shapes that no site sends', () => fc.sample(oddLog, { seed: 7, numRuns: 1 })[0] ?? []],
  [
    'words made against us',
    () => poisonLog(['</details>', '[^1]: a\n\n[^1]', '```', '\ud800', '> - 1. # x', '$$', '|-|']),
  ],
])('%s: written for both pages at once, each is what it is by itself', async (_, log) => {
  const page = pageOf(log());
  const said = await bothPages(page, '', async () => undefined);
  expect(looseText(transcriptBytes(page, (turn) => said(turn).markdown))).toBe(transcriptOf(page));
  const section = sessionHtml(page, { prefix: '', sheet: '' }, (turn) => said(turn).html);
  const pieces = indexPieces([page], ARCHIVE, [section]);
  const text = pieces.map((piece) => looseText('markup' in piece ? utf8(piece.markup) : piece)).join('');
  expect(text).toBe(indexHtml([page], ARCHIVE));
});
