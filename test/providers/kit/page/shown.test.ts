import { expect, test } from 'vitest';
import type { PageContent } from '../../../../src/providers/kit/page/content';
import { type ShownBlock, shownReading } from '../../../../src/providers/kit/page/shown';

const what = { name: 'gauge.png' };
const picture = (words: string): PageContent => ({
  parts: [
    { type: 'text', text: words, format: 'plain' },
    { type: 'image', artifact: null, mime: null, name: 'gauge.png' },
  ],
  lacking: [{ own: 'gauge', why: 'not-sent', what }],
  attachments: [],
});

/** The gaps of a page with one message, each with the events that it hangs beside; with what is missing. */
function gapsOf(blocks: readonly ShownBlock[], inBlocks: boolean) {
  const message = {
    number: 0,
    id: null,
    role: 'assistant' as const,
    model: null,
    occurred: null,
    status: null,
    blocks,
    versions: { shown: 1, of: 2 },
    place: [0, 1] as const,
  };
  const page = { native: 'c1', title: null, messages: [message], claimed: 1, windowed: false, servers: [] };
  const { drafts } = shownReading({ id: 'claude', blocks: inBlocks }, page);
  const names = (id: string): string => id.replace(/^.*\/page\./, '');
  return drafts.flatMap(({ id, kind, parents }) => (kind === 'gap' ? [[names(id), parents.map(names)]] : []));
}

const twice: readonly ShownBlock[] = [
  { kind: 'text', content: picture('Here.') },
  { kind: 'tool', name: 'measure', callId: null },
  { kind: 'text', content: picture('And here.') },
  { kind: 'reasoning', title: 'Thinking', content: null },
  { kind: 'search', query: null, results: [{ url: 'https://a.example/', title: 'A' }] },
];

test('a gap hangs beside every event that speaks of what lacks, and is one for all of them', () => {
  expect(gapsOf(twice, true)).toEqual([
    ['0/gap.gauge', ['0/message.0', '0/message.1']],
    ['0/gap.tool.call.0', ['0/tool.call.0']],
    ['0/gap.reasoning.0', ['0/reasoning.0']],
    ['0/gap.tool.call.1', ['0/tool.call.1']],
    ['0/gap.versions', ['0']],
  ]);
});

test('where a message is no list of blocks, what its text lacks hangs beside the message', () => {
  expect(gapsOf(twice, false)[0]).toEqual(['0/gap.gauge', ['0']]);
});
