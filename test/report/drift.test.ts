import { expect, test } from 'vitest';
import { driftReport } from '../../src/report/drift';

test('a drift report names routes and places, and nothing that could be a word, an id or an address of a chat', () => {
  const report = driftReport('chatgpt', '0.1.0', [
    {
      event: 'chatgpt:0b2f/gap.1234567890abcdef',
      route: 'stream',
      because: 'shape',
      places: ['is object', '/delta_encoding', `/mapping/6f1c9a52-0000-4000-8000-000000000001/${'x'.repeat(60)}`],
      recorded: '2026-10-03T10:15:00.000Z',
      reader: 'chatgpt@2',
    },
  ]);
  expect(JSON.parse(report)).toEqual({
    valise: '0.1.0',
    site: 'chatgpt',
    exchanges: [
      {
        route: 'stream',
        because: 'shape',
        places: ['is object', '/delta_encoding', '/mapping/*/*'],
        day: '2026-10-03',
        reader: 'chatgpt@2',
      },
    ],
  });
});
