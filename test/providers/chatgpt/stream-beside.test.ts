import { describe, expect, test } from 'vitest';
import type { Draft } from '../../../src/providers/contract';
import { draftOf, message, textOf } from './compose';
import { adds, answer, begins, DONE, delta, ends, heard, opening, readText, sse, stream, WORDS } from './streams';

const gapOf = (byId: ReadonlyMap<string, Draft>, own: string): unknown =>
  [...byId.values()].find(({ id }) => id.startsWith(`chatgpt:c-1/gap.${own}-`))?.body;

describe('what a stream says beside its messages', () => {
  const beside = (...events: string[]) => heard(stream(answer('a', 'Ten.'), ...events)).drafts;
  const notices = (...events: string[]) =>
    beside(...events).flatMap(({ kind, body, parents }) => (kind === 'notice' ? [{ body, parents }] : []));

  test('moderation that found something, and no other', () => {
    const moderation = (flagged: boolean) =>
      sse({ type: 'moderation', message_id: 'a', moderation_response: { flagged, blocked: flagged } });
    expect(notices(moderation(false))).toEqual([]);
    expect(notices(moderation(true))).toMatchObject([
      { body: { type: 'moderation', result: { blocked: true } }, parents: ['chatgpt:a'] },
    ]);
    const address = (is_safe: boolean) =>
      sse({ type: 'url_moderation', url_moderation_result: { full_url: 'https://a.example/', is_safe } });
    expect(notices(address(true), address(false))).toMatchObject([{ body: { result: { is_safe: false } } }]);
  });

  test('an error, which ends it early', () => {
    const text = stream(answer('a', 'Ten.'), sse({ type: 'error', error: 'Something went wrong', error_code: 'x' }));
    const reading = heard(text);
    expect(reading.cut).toBe(true);
    expect(reading.drafts.find(({ kind }) => kind === 'notice')?.body).toMatchObject({
      type: 'error',
      text: 'Something went wrong',
      code: 'x',
    });
    const older = `${sse({ message: message('a', 'assistant', 'Ten'), error: null })}${sse({ message: null, error: 'Gone' })}`;
    expect(heard(older).drafts.find(({ kind }) => kind === 'notice')?.body).toMatchObject({ text: 'Gone' });
  });

  test('another model than the message names', () => {
    const served = (slug: string) =>
      sse({ type: 'server_ste_metadata', metadata: { model_slug: slug, plan_type: 'plus', message_id: 'a' } });
    const named = begins(opening('a', { metadata: { model_slug: 'gpt-5-6' } }), 1);
    const drafts = (slug: string) => heard(stream(named, ends, served(slug))).drafts;
    expect(drafts('gpt-5-6').filter(({ kind }) => kind === 'notice')).toEqual([]);
    expect(drafts('i-mini').find(({ kind }) => kind === 'notice')).toMatchObject({
      body: { type: 'served', model: 'i-mini' },
      parents: ['chatgpt:a'],
    });
    expect(JSON.stringify(drafts('i-mini'))).not.toContain('plus');
  });

  test('types that nobody knows, as one event each, with their words', () => {
    const news = (text: string) => sse({ type: 'tide_warning', text, conversation_id: 'c-1' });
    const unknown = beside(news('Beware.'), news('It rises.'), sse({ new_shape: ['of words'] })).filter(
      ({ kind }) => kind === 'unknown',
    );
    expect(unknown.map(({ body }) => body)).toMatchObject([
      { type: 'event', text: 'of words' },
      { type: 'tide_warning', text: 'Beware.\nIt rises.', count: 2 },
    ]);
  });

  test('an event that is no JSON is a gap, and takes nothing else away', () => {
    const text = stream(begins(opening('a'), 0), sse('{"broken": '), adds(WORDS, 'Ten.'), ends);
    const { byId } = heard(text);
    expect(textOf(draftOf(byId, 'a'))).toBe('Ten.');
    expect(gapOf(byId, 'stream-event')).toMatchObject({ why: 'unreadable' });
  });

  test('a change that cannot be made is a gap beside its message, which is partial', () => {
    const text = stream(
      begins(opening('a'), 0),
      adds(WORDS, 'Ten.'),
      delta({ p: '/message/content/parts/0', o: 'rewrite', v: 's3cret' }),
    );
    const { byId } = heard(text);
    expect(draftOf(byId, 'a')).toMatchObject({ fidelity: 'partial' });
    expect(draftOf(byId, 'a/gap.changes').body).toMatchObject({
      why: 'unreadable',
      what: { changes: ['rewrite: not known'] },
    });
    expect(JSON.stringify([...byId.values()])).not.toContain('s3cret');
  });

  test('an encoding that is not known is left for a later release', () => {
    expect(readText(`${sse('"v2"', 'delta_encoding')}${answer('a', 'Ten.')}${DONE}`)).toEqual({
      kind: 'drift',
      because: 'shape',
      at: ['delta_encoding'],
    });
  });
});
