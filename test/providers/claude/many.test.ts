import { describe, expect, test } from 'vitest';
import { claudeReader } from '../../../src/providers/claude/read';
import {
  call,
  conversation,
  draftOf,
  head,
  message,
  partsOf,
  ROOT,
  readAnswer,
  result,
  text,
  thinking,
} from './compose';

/** Each took minutes where every one more was held against all before it. */
const SOON = { timeout: 15_000 };
const MANY = 20_000;

const each = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

describe('what there is a lot of is read in the time of a little', () => {
  test('passages and titles of one page', SOON, () => {
    const citations = each(MANY, (n) => ({ url: 'https://a.example', title: `Title ${n}`, cited_text: `Words ${n}.` }));
    const drafts = readAnswer(text('Here.', { citations }));
    const [page] = partsOf(draftOf(drafts, 'a/message.0'), 'evidence');
    expect(page?.passages).toHaveLength(MANY);
    expect(page?.titles).toHaveLength(MANY - 1);
  });

  test('pages of one result', SOON, () => {
    const pages = each(MANY, (n) => ({ type: 'knowledge', title: `Page ${n}`, url: `https://a.example/${n}` }));
    const drafts = readAnswer(call('t', 'web_search', { query: 'x' }), result('t', 'web_search', pages));
    const found = partsOf(draftOf(drafts, 'a/tool.result.0'), 'evidence');
    expect(new Set(found.map(({ id }) => id)).size).toBe(MANY);
  });

  test('sealed values of one block: none of them stays in a text', SOON, () => {
    const sealed = (n: number): string => `gAAAAAB${n}${'Ab3_'.repeat(12)}`;
    const list = each(5_000, (n) => ({ type: 'x', token: sealed(n), note: `Token ${sealed(n)} of ${n}.` }));
    const drafts = readAnswer(thinking('I look.'), result('t', 'n', list));
    const found = draftOf(drafts, 'a/tool.result.0');
    expect(found.sealed).toHaveLength(5_000);
    expect(JSON.stringify(found.body)).not.toContain('gAAAA');
    expect(JSON.stringify(found.body)).toContain('Token [sealed] of 4999.');
  });

  test('calls whose numbers a double does not hold, in one long answer', SOON, () => {
    const blocks = each(2_000, (n) => [
      call(`t${n}`, 'n', { at: '@', n }),
      result(`t${n}`, 'n', `${'word '.repeat(800)}${n}`),
    ]);
    const value = conversation([message('a', 'assistant', blocks.flat(), ROOT)], 'a');
    const sent = JSON.stringify(value).replaceAll('"@"', '12345678901234567890');
    const reading = claudeReader.read({ head, value: JSON.parse(sent), text: sent, request: null });
    const calls = reading.kind === 'session' ? reading.drafts.filter(({ kind }) => kind === 'tool.call') : [];
    expect(calls).toHaveLength(2_000);
    expect(calls.at(-1)?.body).toMatchObject({ inputText: '{"at":12345678901234567890,"n":1999}' });
  });

  test('pieces of a stream that say the same beside', SOON, () => {
    const event = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;
    const start = { type: 'message_start', message: { uuid: 'a', parent_uuid: 'q', content: [] } };
    const piece = {
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text: 'a', note: 'Said again.' },
    };
    const sent = event(start) + event(piece).repeat(40_000) + event({ type: 'message_stop' });
    const about = { ...head, route: 'completion', form: 'stream' } as const;
    const reading = claudeReader.read({ head: about, value: undefined, text: sent, request: null });
    const beside = reading.kind === 'session' ? reading.drafts.filter(({ kind }) => kind === 'unknown') : [];
    expect(beside).toMatchObject([{ body: { text: 'Said again.' } }]);
    expect(beside[0]?.raw).toHaveLength(40_000);
  });
});
