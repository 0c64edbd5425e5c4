import { describe, expect, test } from 'vitest';
import { draftOf, message, textOf } from './compose';
import { adds, answer, begins, delta, ends, heard, opening, sse, stream, WORDS } from './streams';

const bodies = (text: string, kind: string) =>
  heard(text).drafts.flatMap((draft) => (draft.kind === kind ? [draft.body] : []));

describe('what went wrong in a stream is told', () => {
  test('by a change of the error that stands around a message, once, however long it gets', () => {
    const change = (o: string, v: unknown) => delta({ p: '/error', o, v });
    const text = stream(
      begins(opening('a')),
      adds(WORDS, 'Ten.'),
      change('add', 'The words'),
      change('append', ' broke off'),
    );
    expect(bodies(text, 'notice')).toMatchObject([{ type: 'error', text: 'The words broke off' }]);
    expect(heard(text).cut).toBe(true);
    const object = stream(begins(opening('a')), change('replace', { message: 'Too many', code: 'limit' }));
    expect(bodies(object, 'notice')).toMatchObject([{ text: 'Too many', more: { code: 'limit' } }]);
  });

  test('by a reason why there is no message', () => {
    const none = (more: object) => sse({ message: null, error: null, moderation_response: null, ...more });
    expect(bodies(stream(answer('a', 'Ten.'), none({ detail: 'No more today' })), 'notice')).toMatchObject([
      { type: 'error', text: 'No more today' },
    ]);
    expect(bodies(stream(answer('a', 'Ten.'), none({ reason: 'new words' })), 'unknown')).toMatchObject([
      { text: 'new words' },
    ]);
    expect(bodies(stream(answer('a', 'Ten.'), none({ conversation_id: 'c-1' })), 'unknown')).toEqual([]);
  });
});

describe('a message that another beginning of it follows', () => {
  const version = (text: string, status: string) => begins(message('a', 'assistant', text, { status }));

  test('goes on where it was finished for now, and what it said before stays readable', () => {
    const text = stream(
      version('The first words', 'finished_partial_completion'),
      version('Later words', 'in_progress'),
    );
    expect(textOf(draftOf(heard(text).byId, 'a'))).toBe('Later words');
    expect(bodies(text, 'unknown')).toMatchObject([{ type: 'version', text: 'The first words' }]);
  });

  test('is what was finished, and later words are readable; none is told twice', () => {
    const text = stream(version('Done with it', 'finished_successfully'), version('Anew', 'in_progress'));
    expect(textOf(draftOf(heard(text).byId, 'a'))).toBe('Done with it');
    expect(bodies(text, 'unknown')).toMatchObject([{ type: 'version', text: 'Anew' }]);
    const grown = stream(
      version('Done', 'in_progress'),
      version('Done with it', 'finished_successfully'),
      version('Done', 'in_progress'),
    );
    expect(bodies(grown, 'unknown')).toEqual([]);
  });

  test('of another id in its place: both stay, and changes go to the later one', () => {
    const other = { p: '/message', o: 'replace', v: message('b', 'assistant', 'Second', { status: 'in_progress' }) };
    const { byId } = heard(
      stream(version('First', 'finished_successfully'), delta(other), adds(WORDS, ' words'), ends),
    );
    expect(textOf(draftOf(byId, 'a'))).toBe('First');
    expect(textOf(draftOf(byId, 'b'))).toBe('Second words');
    expect(draftOf(byId, 'b').parents).toEqual(['chatgpt:a']);
  });
});

test('messages that name each other as their parents: all are there, and each event says where it stands', () => {
  const under = (id: string, parent_id: string) =>
    begins(message(id, 'assistant', `I am ${id}`, { metadata: { parent_id } }));
  const { drafts, byId } = heard(stream(under('a', 'b'), under('b', 'a')));
  expect(textOf(draftOf(byId, 'a'))).toBe('I am a');
  expect(textOf(draftOf(byId, 'b'))).toBe('I am b');
  for (const { id, raw } of drafts) expect(raw, id).not.toEqual([]);
});

test('another conversation in a stream is named, and neither its messages nor its title are mixed in', () => {
  const title = (id: string, words: string) => sse({ type: 'title_generation', title: words, conversation_id: id });
  const text = stream(
    answer('a', 'Mine.'),
    title('c-1', 'My title'),
    begins(message('b', 'assistant', 'Of another'), 2, 'c-2'),
    title('c-2', 'Another title'),
  );
  const { byId, native } = heard(text);
  expect(native).toBe('c-1');
  expect(textOf(draftOf(byId, 'a'))).toBe('Mine.');
  expect(byId.has('chatgpt:b')).toBe(false);
  expect(byId.get('chatgpt:c-1/session.updated')?.body).toMatchObject({ title: 'My title', leaf: 'chatgpt:a' });
  expect(bodies(text, 'gap')).toContainEqual({
    what: { of: 'other-conversations', conversations: ['c-2'], messages: ['b'] },
    why: 'unsupported',
    where: 'stream',
    native: null,
  });
});

describe('words that a change takes away stay readable', () => {
  const replaces = (p: string, v: unknown) => delta({ p, o: 'replace', v });
  const versions = (text: string) =>
    bodies(text, 'unknown').map((body) => [(body as { type: string }).type, (body as { text: string }).text]);

  test.each([
    ['another text in its place', [replaces(WORDS, 'No longer said')]],
    ['another content', [replaces('/message/content', { content_type: 'text', parts: ['No longer said'] })]],
    ['the same message anew', [replaces('/message', opening('a')), adds(WORDS, 'No longer said')]],
    ['nothing, and then another', [delta({ p: WORDS, o: 'remove' }), adds('/message/content/parts', 'No longer said')]],
    ['less of it', [adds(WORDS, '. No longer said'), delta({ p: WORDS, o: 'truncate', v: 0 }), adds(WORDS, 'Other')]],
  ])('%s', (_, changes) => {
    const { drafts } = heard(stream(begins(opening('a')), adds(WORDS, 'First draft'), ...changes));
    const shown = JSON.stringify(drafts.map(({ body }) => body));
    expect(shown).toContain('First draft');
    expect(shown).toContain('No longer said');
    expect(drafts.filter(({ kind }) => kind === 'unknown')).toMatchObject([{ body: { type: 'version' } }]);
  });

  test('once, and not where they came back, or went on as a longer text', () => {
    const said = ['One', 'One two', 'Three', 'One two', 'One two three'].map((words) => replaces(WORDS, words));
    expect(versions(stream(begins(opening('a')), ...said))).toEqual([['version', 'Three']]);
    expect(versions(stream(begins(opening('a')), replaces('/message/status', 'done')))).toEqual([]);
    const swapped = [
      adds('/message/metadata', { x: 'A heading here' }),
      adds('/message/metadata', { x: 'Another one' }),
    ];
    expect(versions(stream(begins(opening('a')), ...swapped))).toEqual([['version', 'A heading here']]);
  });

  test('of a message whose beginning was not sent, too', () => {
    expect(versions(stream(adds(WORDS, 'A first draft'), replaces(WORDS, 'Then this')))).toEqual([
      ['delta', 'Then this\nA first draft'],
    ]);
  });
});

describe('words that stand where nobody looks for them are told', () => {
  const shown = (...events: readonly string[]): string =>
    JSON.stringify(heard(stream(...events, answer('z', 'Ten.'))).drafts.map(({ body }) => body));

  test.each([
    ['beside a change', [begins(opening('a')), delta({ p: WORDS, o: 'append', v: 'x', note: 'Some odd words' })]],
    [
      'in a list of changes',
      [begins(opening('a')), delta({ v: [{ p: WORDS, o: 'append', v: 'x', n: 'Some odd words' }] })],
    ],
    ['where a place should be', [begins(opening('a')), delta({ p: { of: 'Some odd words' }, v: 'x' })]],
    ['as what to do', [begins(opening('a')), delta({ p: WORDS, o: ['Some odd words'], v: 'x' })]],
    ['in a change that cannot be made', [begins(opening('a')), delta({ p: WORDS, o: 'rewrite', v: 'Some odd words' })]],
    ['in one without a place', [begins(opening('a')), delta({ p: 7, o: 'append', v: 'Some odd words' })]],
    ['around a message', [delta({ v: { message: opening('a'), note: 'Some odd words', conversation_id: 'c-1' } })]],
    ['as a message', [delta({ v: { message: 'Some odd words' } })]],
    ['around none', [delta({ v: { message: null, note: 'Some odd words' } })]],
    ['as an answer of the older encoding', [sse({ message: 'Some odd words', conversation_id: 'c-1' })]],
    ['as what the person said', [sse({ type: 'input_message', input_message: 'Some odd words' })]],
    ['as an error that is a list', [begins(opening('a')), delta({ p: '/error', o: 'add', v: ['Some odd words'] })]],
    ['in what is for the page alone', [sse({ type: 'toast', message_text: 'Some odd words' })]],
    ['in what says how much is left', [sse({ type: 'conversation_detail_metadata', banner: ['Some odd words'] })]],
    [
      'in what found nothing',
      [sse({ type: 'moderation', moderation_response: { flagged: false, n: 'Some odd words' } })],
    ],
    ['beside an error', [sse({ type: 'error', error: 'It failed', detail: 'Some odd words' })]],
  ])('%s', (_, events) => {
    expect(shown(...events)).toContain('Some odd words');
  });

  test('and what says nothing is not', () => {
    const { drafts } = heard(
      stream(
        answer('a', 'Ten.'),
        sse({ type: 'conversation_detail_metadata', limits_progress: [{ feature_name: 'research', remaining: 5 }] }),
        sse({ type: 'message_marker', marker: 'user_visible_token', event: 'first', conversation_id: 'c-1' }),
      ),
    );
    const odd = drafts.filter(({ kind }) => kind === 'unknown' || kind === 'notice' || kind === 'gap');
    expect(odd.map(({ id }) => id)).toEqual(['chatgpt:c-1/gap.instructions']); // of every conversation
  });
});
