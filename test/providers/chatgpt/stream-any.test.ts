import fc from 'fast-check';
import { expect, test } from 'vitest';
import { take } from '../../../src/intake/take';
import { utf8 } from '../../../src/lib/bytes';
import { chatgptReader } from '../../../src/providers/chatgpt/read';
import { head, message } from './compose';
import { adds, begins, complete, delta, ends, heard, more, readText, sse, V1, WORDS } from './streams';

const AT = '2026-06-01T08:00:00.000Z';
const opening = (id: string) => message(id, 'assistant', '', { status: 'in_progress' });
const WHOLE = [
  V1,
  sse({ type: 'resume_conversation_token', token: 'PLANTED', conversation_id: 'c-1' }),
  begins(
    message('u', 'user', 'Wann ist Ebbe? 🌊 退潮是什么时候？', { metadata: { parent_id: 'client-created-root' } }),
  ),
  begins(opening('a'), 1),
  adds(WORDS, 'Von zehn '),
  more('bis vier 🌊 — '),
  more('退潮。'),
  ends,
  sse({ type: 'title_generation', title: 'Ebbe 🌊', conversation_id: 'c-1' }),
  complete(),
].join('');
const BYTES = utf8(WHOLE);
const request = utf8(JSON.stringify({ messages: [message('u', 'user', 'Wann ist Ebbe?')], parent_message_id: 'x' }));

const taken = (body: Uint8Array<ArrayBuffer>) =>
  take({ head: { ...head, route: 'stream', capture: 'heard', form: 'stream' }, body, request }, chatgptReader, AT);

/** Texts of the messages of an exchange that was taken, by id. */
async function said(body: Uint8Array<ArrayBuffer>) {
  const { outcome } = await taken(body);
  if (outcome.kind !== 'session') return null;
  const all = outcome.observations.flatMap(({ id, kind, body: each, source }) =>
    kind === 'message' ? [{ id, text: textIn(each), form: source.form }] : [],
  );
  return { form: all[0]?.form, texts: new Map(all.map(({ id, text }) => [id, text])) };
}

const textIn = (body: unknown): string =>
  (body as { parts: { text?: string }[] }).parts.flatMap(({ text }) => text ?? []).join('');

test('cut off at any byte, a stream says all that was said, and that it was cut', { timeout: 60_000 }, async () => {
  const end = WHOLE.indexOf('data: {"type":"message_stream_complete"');
  for (let at = 1; at <= BYTES.length; at += (BYTES[at] ?? 0) > 0x7f ? 1 : 7) {
    const heardSoFar = await said(BYTES.slice(0, at));
    const told = new TextDecoder().decode(BYTES.subarray(0, at));
    if (heardSoFar === null) {
      expect(told.startsWith('event:') && told.length > 7, told).toBe(false); // nothing but the beginning of a field
      continue;
    }
    const { texts, form } = heardSoFar;
    const ended = told.includes('"c-1"}', end);
    expect(form, told.slice(-40)).toBe(ended ? 'stream' : 'cut');
    const words = ['Von zehn ', 'bis vier 🌊 — ', '退潮。'];
    const sent = words.filter((word) => told.includes(`${JSON.stringify(word)}}`));
    expect(texts.get('chatgpt:a') ?? '').toBe(sent.join(''));
    expect(texts.get('chatgpt:u')).toContain('Wann ist Ebbe?');
  }
});

/** What a stream may say that nobody has seen yet, and the words in it that must not be lost. */
const word = fc.stringMatching(/^[a-z]{3,9} [a-z]{3,9}$/);
const strange = fc.oneof(
  word.map((text) => ({ event: sse({ type: 'tide_warning', text }), text })),
  word.map((text) => ({ event: sse({ shape: [{ of: text }] }), text })),
  word.map((text) => ({ event: sse([text]), text })),
  word.map((text) => ({ event: sse(`{"broken": "${text}`), text: null })),
  word.map((text) => ({ event: delta({ p: WORDS, o: 'rewrite', v: text }), text: null })),
  word.map((text) => ({ event: delta({ p: '/message/content/parts/9', o: 'replace', v: text }), text: null })),
  word.map((text) => ({ event: delta({ p: WORDS, o: 'append', v: [text] }), text: null })),
  fc.constantFrom(': ping\n\n', 'id: 4\n\n', 'retry: 10\n\n').map((event) => ({ event, text: null, quiet: true })),
);
const CHUNKS = WHOLE.split(/(?<=\n\n)/);

test('what nobody knows takes no word away, and is shown or told as a gap', { timeout: 30_000 }, () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(strange, fc.nat()), { minLength: 1, maxLength: 6 }), (all) => {
      const chunks = [...CHUNKS];
      // where a change that is not known comes between, what follows it must name its place again
      const bare = chunks.findIndex((chunk) => chunk.includes('bis vier'));
      chunks.splice(bare, 2, adds(WORDS, 'bis vier 🌊 — '), adds(WORDS, '退潮。'));
      for (const [{ event }, where] of all) chunks.splice(4 + (where % (chunks.length - 5)), 0, event);
      const { drafts, byId } = heard(chunks.join(''));
      expect(textIn(byId.get('chatgpt:u')?.body)).toBe('Wann ist Ebbe? 🌊 退潮是什么时候？');
      expect(textIn(byId.get('chatgpt:a')?.body)).toBe('Von zehn bis vier 🌊 — 退潮。');
      const shown = JSON.stringify(drafts.flatMap(({ kind, body }) => (kind === 'unknown' ? [body] : [])));
      for (const [{ text }] of all) if (text !== null) expect(shown).toContain(text);
      const told = drafts.some(({ kind, body }) => kind === 'gap' && (body as { why: string }).why === 'unreadable');
      expect(told).toBe(all.some(([each]) => each.text === null && !('quiet' in each)));
    }),
    { numRuns: 500 },
  );
});

test('whatever a stream holds, nothing is thrown', { timeout: 30_000 }, () => {
  const value = fc.oneof(
    fc.jsonValue(),
    fc.record({ p: fc.constantFrom('', WORDS, '/x'), o: fc.constantFrom('add', 'patch', 'append'), v: fc.jsonValue() }),
    fc.record({ message: fc.oneof(fc.jsonValue(), fc.constant(opening('a'))), v: fc.jsonValue() }),
    fc.record({
      type: fc.constantFrom('error', 'moderation', 'input_message', 'server_ste_metadata', 'x'),
      metadata: fc.jsonValue(),
    }),
    fc.record({
      v: fc.record({ message: fc.oneof(fc.jsonValue(), fc.record({ id: fc.jsonValue(), metadata: fc.jsonValue() })) }),
    }),
  );
  const event = fc.tuple(value, fc.constantFrom('delta', undefined, 'delta_encoding', 'message'));
  fc.assert(
    fc.property(fc.array(event, { maxLength: 8 }), fc.constantFrom('stream', 'socket'), (all, route) => {
      const text = all.map(([each, name]) => sse(each, name)).join('');
      const lines = all.map(([each]) => JSON.stringify({ topic_id: 't', payload: each })).join('\n');
      const reading = readText(route === 'stream' ? `data: {}\n\n${text}` : lines, { messages: all[0] }, route);
      expect(['session', 'nothing', 'drift']).toContain(reading.kind);
    }),
    { numRuns: 2_000 },
  );
});
