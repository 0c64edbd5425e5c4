import fc from 'fast-check';
import { fromBase64 } from '../../../src/lib/bytes';
import { artifactName, sha256Hex } from '../../../src/lib/hash';
import type { Event } from '../../../src/model/event';
import { hostileText } from '../../archive/pages/hostile';
import { citation, compose, evidence, sealedValue, text } from '../../model/compose';

/** A value that only a provider can open. */
export const CIPHER = `gAAAAA${'Bk3_9xQz'.repeat(12)}`;
/** Of the session on the provider's server. */
export const SERVER_ID = 'c0ffee00-1234-5678';
/** One pixel. */
export const PICTURE = fromBase64(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
);
export const PICTURE_HASH = sha256Hex(PICTURE);

/** One thing that happens in a session that nobody tidied. */
export interface Move {
  readonly what: (typeof MOVES)[number];
  readonly words: string;
  readonly more: string;
  /** Which call is answered, which event a branch leaves. */
  readonly pick: number;
}

const MOVES = [
  ...['user', 'assistant', 'system', 'hidden', 'call', 'call text', 'result', 'orphan', 'failed', 'reasoning'],
  ...['picture', 'result picture', 'branch', 'unknown', 'compaction', 'agent', 'cites', 'secret', 'gap'],
] as const;

const words = fc.oneof(
  { weight: 6, arbitrary: hostileText(4) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', ' ', '/help me', ' ?what', '<session_context>x', '\ud83d', '[12]', '{"a":1}'),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 40_000 }).map((length) => 'long output 🚣 '.repeat(length / 8)) },
);

export const moves: fc.Arbitrary<readonly Move[]> = fc.array(
  fc.record({ what: fc.constantFrom(...MOVES), words, more: words, pick: fc.nat(20) }),
  { minLength: 1, maxLength: 24 },
);

/** A session in which these things happened. */
export function wildLog(done: readonly Move[]): Event[] {
  const log = compose({ session: SERVER_ID });
  const calls: string[] = [];
  const ids: string[] = [];
  const image = { type: 'image', artifact: artifactName(PICTURE_HASH), mime: 'image/png', name: 'lake.png' } as const;
  for (const { what, words: raw, more, pick } of done) {
    const said = raw.toWellFormed(); // no log holds half a character
    const other = more.toWellFormed();
    const callId = calls[pick % Math.max(calls.length, 1)] ?? 'none';
    const doing: Record<Move['what'], () => string> = {
      user: () => log.user(said),
      assistant: () => log.assistant([text(said), text(other)]),
      system: () => log.system(said),
      hidden: () => log.add('message', { role: 'user', status: null, hidden: true, parts: [text(said)] }),
      call: () => {
        calls.push(`c${calls.length}`);
        return log.call(
          said || 'web.search',
          { [other]: [said, { deep: other }], token: CIPHER },
          { callId: `c${calls.length - 1}` },
        );
      },
      'call text': () => log.call(said, undefined, { inputText: other }),
      result: () => log.result('web.search', [evidence('1', 'https://a.example/', said, other)], { callId }),
      orphan: () => log.result(said, [text(other)], { callId: 'no such call' }),
      failed: () => log.result('web.search', [text(said)], { callId, status: 'error' }),
      reasoning: () =>
        log.add(
          'reasoning',
          { form: 'summary', parts: [text(said)] },
          { sealed: [sealedValue('reasoning', 'missing')] },
        ),
      picture: () => log.user([text(said), image]),
      'result picture': () => log.result('web.search', [image, text(said)], { callId }),
      branch: () => {
        log.at(ids[pick % Math.max(ids.length, 1)] ?? null);
        return log.assistant(`Elsewhere: ${said}`);
      },
      unknown: () => log.add('unknown', { type: said, text: other }),
      compaction: () => log.add('compaction', { summary: [text(said)] }),
      agent: () =>
        log.add('agent.message', { author: said, recipients: [other], readable: 'full', parts: [text(said)] }),
      cites: () => log.assistant([text(`${said} cited`), citation([0, 1], `${ids.at(-1) ?? ''}#1`)]),
      secret: () => log.assistant(`My chat ${SERVER_ID} holds ${CIPHER} and ${said}`),
      gap: () => log.add('gap', { what: said, why: 'not-sent', where: other, native: null }),
    };
    ids.push(doing[what]());
  }
  return log.events();
}
