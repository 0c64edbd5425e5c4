import { describe, expect, test } from 'vitest';
import { type Target, targets } from '../../../src/handoff/targets';
import { viewOf } from '../../../src/projection/view';
import { compose, text } from '../../model/compose';
import { withPicture } from './carried';
import { CIPHER } from './wild';

function session() {
  const log = compose();
  log.user('The question of it all');
  log.call('web.search', { q: 'a' }, { callId: 'x' });
  log.result('web.search', [text('found', 'plain')], { callId: 'x' });
  log.assistant('The answer to it', { actor: { kind: 'assistant', name: null, model: 'model-1' } });
  log.user('Thanks');
  return viewOf(log.events());
}

const built = (target: Target): string => target.build(session(), withPicture).text;
const WITHOUT_CALLS: ReadonlySet<string> = new Set(['open-webui', 'librechat']);

/** Replaces one occurrence of what must be there. */
function once(whole: string, from: string | RegExp, to: string): string {
  expect(whole).toMatch(from);
  return whole.replace(from, to);
}

const WRONG: readonly (readonly [string, (whole: string) => string])[] = [
  ['nothing', () => ''],
  ['no JSON', (whole) => `${whole.slice(0, whole.length / 2)}`],
  ['another value', () => '"words"\n'],
  ['an empty list or object', (whole) => (whole.startsWith('[') ? '[]\n' : '{}\n')],
  ['half a character', (whole) => once(whole, 'The answer to it', 'The answer \\ud83d')],
  ['a sealed value', (whole) => once(whole, 'The answer to it', CIPHER)],
  ['a text without words', (whole) => once(whole, '"Thanks"', '""')],
  [
    'a member of its own',
    (whole) =>
      once(
        whole,
        /\{"(role|type|id|messageId|step_id|parentUuid|info|message|timestamp|sessionId|name)":/g,
        '{"x":1,"$1":',
      ),
  ],
];

const WRONG_CALLS: readonly (readonly [string, (whole: string) => string])[] = [
  ['an id that no API takes', (whole) => whole.replaceAll('call_V0002', 'call|V 2')],
  ['a name that no API takes', (whole) => whole.replaceAll('web_search_import', 'web.search import')],
];

describe.each(targets.map((target) => [target.name, target] as const))('the check of %s', (name, target) => {
  test('takes what was written', () => expect(target.validate(built(target))).toEqual([]));

  test.each(WRONG)('refuses %s', (_, wrong) => {
    expect(target.validate(wrong(built(target)))).not.toEqual([]);
  });

  test.runIf(!WITHOUT_CALLS.has(name)).each(WRONG_CALLS)('refuses %s', (_, wrong) => {
    expect(target.validate(wrong(built(target)))).not.toEqual([]);
  });
});

/** A result of another call, where call and result name each other. */
test.each(['messages', 'responses', 'anthropic', 'gemini', 'pi', 'codex', 'claude-code', 'atif', 'gemini-cli'])(
  'the check of %s refuses a result that belongs to no call',
  (name) => {
    const target = targets.find((each) => each.name === name);
    const whole = target ? built(target) : '';
    const last = whole.lastIndexOf('call_V0002');
    expect(target?.validate(`${whole.slice(0, last)}call_V0009${whole.slice(last + 10)}`)).not.toEqual([]);
  },
);

test.each([
  ['pi', /"parentId":"00000002"/, '"parentId":"00000001"', 'follow'],
  ['claude-code', /"parentUuid":"[^"]+"/, '"parentUuid":null', 'follow'],
  ['open-webui', /"parentId":"[^"]+"/, '"parentId":null', 'reached'],
  [
    'librechat',
    /"parentMessageId":"(?!0{8})[^"]+"/,
    '"parentMessageId":"00000000-0000-0000-0000-000000000000"',
    'follow',
  ],
  ['opencode', 'msg_000000000001', 'msg_000000000009', 'order'],
  ['atif', '"step_id":2', '"step_id":7', 'counted'],
  ['gemini-cli', '{"text":"# Handoff', '{"text":"/# Handoff', 'left out'],
  ['anthropic', /"tools":\[.*?\],\n/, '', 'not listed'],
])('the check of %s refuses what the client would lose in silence', (name, from, to, why) => {
  const target = targets.find((each) => each.name === name);
  expect(target?.validate(once(target ? built(target) : '', from, to)).join(' ')).toContain(why);
});
