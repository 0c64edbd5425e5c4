import { describe, expect, test } from 'vitest';
import { utf8 } from '../../../src/lib/bytes';
import type { Draft } from '../../../src/providers/contract';
import { chain, conversation, draftOf, message, partsOf, read, textOf } from './compose';
import {
  adds,
  answer,
  begins,
  complete,
  DONE,
  delta,
  ends,
  heard,
  more,
  opening,
  readText,
  sse,
  stream,
  V1,
  WORDS,
} from './streams';

const asked = (more_: Record<string, unknown> = {}) => ({
  action: 'next',
  messages: [message('u', 'user', 'When is the ebb?', { status: undefined })],
  conversation_id: 'c-1',
  parent_message_id: 'a-0',
  ...more_,
});
const gapOf = (byId: ReadonlyMap<string, Draft>, own: string): unknown =>
  [...byId.values()].find(({ id }) => id.startsWith(`chatgpt:c-1/gap.${own}-`))?.body;
const texts = (reading: ReturnType<typeof heard>, id: string): string => textOf(draftOf(reading.byId, id));

describe('an answer in encoding v1', () => {
  const user = message('u', 'user', 'When is the ebb?', { metadata: { parent_id: 'a-0' } });
  const text = stream(
    begins(user),
    answer('a', 'From ten ', 'to four ', '🌊.'),
    sse({ type: 'title_generation', title: 'Ebb' }),
  );

  test('is put together from its pieces, each message once, below its parent', () => {
    const reading = heard(text);
    expect(reading).toMatchObject({ native: 'c-1', cut: false });
    expect(texts(reading, 'a')).toBe('From ten to four 🌊.');
    expect(draftOf(reading.byId, 'a')).toMatchObject({ parents: ['chatgpt:u'], fidelity: 'derived' });
    expect(draftOf(reading.byId, 'u')).toMatchObject({ parents: ['chatgpt:a-0'] });
    expect(reading.byId.get('chatgpt:a-0')).toMatchObject({ kind: 'gap', body: { why: 'not-sent' } });
    expect(reading.drafts[0]?.body).toMatchObject({ title: 'Ebb', leaf: 'chatgpt:a' });
  });

  test('points at the bytes that say it', () => {
    const { byId } = heard(text);
    const [place] = draftOf(byId, 'a').raw;
    if (!Array.isArray(place)) throw new Error('no range');
    const bytes = new TextDecoder().decode(utf8(text).subarray(place[0], place[1]));
    expect(JSON.parse(bytes.slice(0, bytes.indexOf('\n')))).toMatchObject({ v: { message: { id: 'a' } } });
    expect(bytes).toMatch(/🌊.*end_turn","o":"replace","v":true}\]}$/s);
  });

  test('gives the same events as the read of the same messages', () => {
    const heardOf = heard(text).byId;
    const final = { ...opening('a'), content: { content_type: 'text', parts: ['From ten to four 🌊.'] } };
    const tree = chain([
      message('a-0', 'assistant', 'Ask.'),
      user,
      { ...final, status: 'finished_successfully', end_turn: true },
    ]);
    for (const draft of read(conversation(tree, 'a')).drafts) {
      const same = heardOf.get(draft.id);
      if (draft.kind !== 'message' || !same || same.kind === 'gap') continue;
      const { raw: _, fidelity: __, native, ...rest } = draft;
      expect({ ...same, raw: undefined, fidelity: undefined, native: undefined }).toMatchObject(rest);
      expect(same.native.id).toBe(native.id);
    }
    expect(['chatgpt:u', 'chatgpt:a'].every((id) => heardOf.get(id)?.kind === 'message')).toBe(true);
  });
});

describe('what the page sent with it', () => {
  test('is the question where the stream does not repeat it, and says where it belongs', () => {
    const reading = heard(stream(answer('a', 'Ten.')), asked());
    expect(texts(reading, 'u')).toBe('When is the ebb?');
    expect(draftOf(reading.byId, 'u')).toMatchObject({
      parents: ['chatgpt:a-0'],
      raw: [{ request: '/messages/0' }],
    });
    expect(draftOf(reading.byId, 'a').parents).toEqual(['chatgpt:u']);
  });

  test('is not told twice where the stream repeats it', () => {
    const echo = message('u', 'user', 'When is the ebb?', { metadata: { parent_id: 'a-0', turn_trace_id: 't' } });
    const reading = heard(stream(sse({ type: 'input_message', input_message: echo }), answer('a', 'Ten.')), asked());
    expect(reading.drafts.filter(({ kind }) => kind === 'message')).toHaveLength(2);
    expect(draftOf(reading.byId, 'u')).toMatchObject({
      body: { status: 'finished_successfully', extra: { metadata: { turn_trace_id: 't' } } },
    });
  });

  test('of a regeneration is nothing but where it belongs', () => {
    const reading = heard(
      stream(answer('b', 'Eleven.')),
      asked({ action: 'variant', messages: [], parent_message_id: 'u' }),
    );
    expect(draftOf(reading.byId, 'b')).toMatchObject({ parents: ['chatgpt:u'] });
    expect(draftOf(reading.byId, 'b').fidelity).toBeUndefined();
  });

  test('of a new conversation has no parent: the root that the page made up holds no message', () => {
    for (const parent of ['client-created-root', 'made-up-by-the-page']) {
      const { byId, occurred } = heard(
        stream(answer('a', 'Ten.')),
        asked({ conversation_id: undefined, parent_message_id: parent }),
      );
      expect(draftOf(byId, 'u').parents).toEqual([]);
      expect([...byId.keys()].filter((id) => id.includes(parent))).toEqual([]);
      expect(occurred).toBe('2026-05-28T20:26:40.000Z');
    }
  });

  test('B39: of a temporary chat says that it is one, and that nobody can delete it by hand', () => {
    const { byId, native } = heard(stream(answer('a', 'Ten.')), asked({ history_and_training_disabled: true }));
    expect(native).toBe('c-1');
    expect(byId.get('chatgpt:c-1/config.temporary')).toMatchObject({
      body: { is_temporary_chat: true },
      raw: [{ request: '/history_and_training_disabled' }],
    });
    expect(byId.get('chatgpt:c-1/server.state')?.body).toMatchObject({ deletion: { how: 'none' } });
  });
});

describe('the older encoding', () => {
  const whole = (text: string, status: string) =>
    sse({ message: message('a', 'assistant', text, { status }), conversation_id: 'c-1', error: null });

  test('is messages that grow: the last one counts', () => {
    const reading = heard(
      `${whole('From', 'in_progress')}${whole('From ten', 'in_progress')}${whole('From ten.', 'finished_successfully')}${DONE}`,
    );
    expect(reading.cut).toBe(false);
    expect(texts(reading, 'a')).toBe('From ten.');
  });

  test('says what came before it was cut off', () => {
    const reading = heard(`${whole('From', 'in_progress')}${whole('From ten', 'in_progress').slice(0, -30)}`);
    expect(reading.cut).toBe(true);
    expect(texts(reading, 'a')).toBe('From');
  });
});

describe('a stream that is not whole', () => {
  test('keeps all that was said, and is cut', () => {
    const text = stream(begins(message('u', 'user', 'Q')), answer('a', 'From ten ', 'to four.'));
    const reading = heard(text.slice(0, text.indexOf('to four') + 3));
    expect(reading.cut).toBe(true);
    expect(texts(reading, 'a')).toBe('From ten ');
    expect(draftOf(reading.byId, 'a').body).toMatchObject({ status: 'in_progress' });
  });

  test('of which only the end came says so, and shows what it has', () => {
    const text = `${V1}${more('to four.')}${ends}${begins(opening('b'), 1)}${adds(WORDS, 'Whole.')}${ends}${complete()}`;
    const { drafts, byId } = heard(text, { conversation_id: 'c-1', offset: 12 });
    expect(textOf(draftOf(byId, 'b'))).toBe('Whole.');
    expect(gapOf(byId, 'stream-beginning')).toMatchObject({ why: 'not-sent' });
    expect(drafts.find(({ kind }) => kind === 'unknown')?.body).toMatchObject({
      text: expect.stringContaining('to four.'),
    });
  });

  test('an answer handed over to a socket is not over: what was asked is kept', () => {
    const handoff = {
      type: 'stream_handoff',
      options: [{ type: 'subscribe_ws_topic', topic_id: 'conversation-turn-1' }],
    };
    const text = `${V1}${sse({ ...handoff, conversation_id: 'c-1' })}${DONE}`;
    expect(readText(text)).toEqual({ kind: 'nothing', because: 'other-page' });
    expect(heard(text, asked())).toMatchObject({ native: 'c-1', cut: true });
  });

  test('an answer that the person stopped says so', () => {
    const finish = { finish_details: { type: 'interrupted', reason: 'client_stopped' } };
    const text = stream(
      begins(opening('a'), 0),
      adds(WORDS, 'From'),
      adds('/message/metadata', finish),
      delta({ p: '/message/status', o: 'replace', v: 'finished_partial_completion' }),
    );
    expect(draftOf(heard(text).byId, 'a').body).toMatchObject({
      status: 'finished_partial_completion',
      finish: { type: 'interrupted' },
    });
  });
});

test('thoughts, a call and its result, and the answer with its sources are what a tree makes of them', () => {
  const mark = '\ue200cite\ue202turn0search0\ue201';
  const found = { type: 'search_result', url: 'https://a.example/', title: 'Tides', snippet: 'Ebb at ten.' };
  const text = stream(
    begins(message('t', 'assistant', { content_type: 'thoughts', thoughts: [] }, { status: 'in_progress' }), 0),
    adds('/message/content/thoughts', [{ summary: 'Look', content: '', chunks: [], finished: false }]),
    adds('/message/content/thoughts/0/content', 'I look'),
    more(' it up.'),
    ends,
    begins(
      message('k', 'assistant', { content_type: 'code', language: 'unknown', text: '' }, { recipient: 'web.run' }),
      1,
    ),
    adds('/message/content/text', '{"search_query":'),
    more('[{"q":"ebb"}]}'),
    ends,
    begins(
      message('r', 'tool', '', {
        author: { role: 'tool', name: 'web.run', metadata: {} },
        metadata: {
          search_result_groups: [
            {
              domain: 'a.example',
              entries: [{ ...found, ref_id: { turn_index: 0, ref_type: 'search', ref_index: 0 } }],
            },
          ],
        },
      }),
      2,
    ),
    begins(opening('a'), 3),
    adds(WORDS, 'At ten '),
    delta({
      v: [
        { p: WORDS, o: 'append', v: `${mark}.` },
        {
          p: '/message/metadata/content_references',
          o: 'append',
          v: [{ matched_text: mark, start_idx: 7, type: 'grouped_webpages', items: [] }],
        },
        { p: '/message/metadata/content_references/0/items', o: 'append', v: [{ title: 'Tides', url: found.url }] },
      ],
    }),
    ends,
  );
  const { byId } = heard(text);
  expect(partsOf(draftOf(byId, 't'))).toMatchObject([{ text: 'Look' }, { text: 'I look it up.' }]);
  expect(draftOf(byId, 'k').body).toMatchObject({ name: 'web.run', input: { search_query: [{ q: 'ebb' }] } });
  expect(draftOf(byId, 'r').body).toMatchObject({ callId: 'k' });
  expect(textOf(draftOf(byId, 'a'))).toBe('At ten .');
  expect(partsOf(draftOf(byId, 'a'), 'citation')).toMatchObject([
    { url: found.url, evidence: ['chatgpt:r#turn0search0'] },
  ]);
  for (const [below, above] of [
    ['k', 't'],
    ['r', 'k'],
    ['a', 'r'],
  ])
    expect(draftOf(byId, below ?? '').parents).toEqual([`chatgpt:${above}`]);
});
