import { describe, expect, test } from 'vitest';
import { handoffOf } from '../../src/handoff/handoff';
import { validateMessages } from '../../src/handoff/message-schema';
import { messagesOf } from '../../src/handoff/messages';
import { resultOf, targets } from '../../src/handoff/targets';
import type { Event } from '../../src/model/event';
import { pathTo } from '../../src/projection/branches';
import { viewOf } from '../../src/projection/view';
import { blockChat } from '../model/blocks';
import { compose } from '../model/compose';
import { unmarked } from './unmarked';

const nowhere = { artifactPath: () => null };
const ATTACHED = '[attached: "soundings.txt"]\n```\n1887: 41 m\n2019: 43 m\n```';
const PICTURE = '[image "lake.png", image/png: its bytes are not in the archive]';

/** A message without the marks between which it quotes. */
const plain = <T>(message: T): T =>
  JSON.parse(JSON.stringify(message), (_, value) => (typeof value === 'string' ? unmarked(value) : value));

const messages = (events: readonly Event[], leaf: string | null = null) => {
  const view = viewOf(events);
  const built = leaf === null ? messagesOf(view, nowhere) : messagesOf(view, nowhere, pathTo(view, leaf));
  expect(validateMessages(built.messages)).toEqual([]);
  return built.messages.slice(1).map(plain);
};

describe('messages of a chat that came in blocks', () => {
  test('a question is one message, its words first; an answer is its words, calls and results in their order', () => {
    const call = (number: string, name: string, given: string) => ({
      id: `call_V${number}`,
      type: 'function',
      function: { name: `${name}_import`, arguments: given },
    });
    expect(messages(blockChat())).toEqual([
      { role: 'user', content: `How deep is the lake now?\n\n${ATTACHED}\n\n${PICTURE}` },
      {
        role: 'assistant',
        content: null,
        tool_calls: [call('0006', 'web_search', '{"query":"depth of the lake"}')],
      },
      {
        role: 'tool',
        tool_call_id: 'call_V0006',
        content: '[1] The lake, https://lake.example/\nPassage (supplied by the provider): 43 m.',
      },
      {
        role: 'assistant',
        content: 'It is 43 m deep.[1]\n\nI write that down.',
        tool_calls: [call('0010', 'artifacts', '{"command":"update"}')],
      },
      { role: 'tool', tool_call_id: 'call_V0010', content: 'OK' },
      { role: 'assistant', content: 'Done.' },
    ]);
  });

  test('of another branch are that branch’s, and everything is in the file or in its loss report', () => {
    expect(messages(blockChat(), 'chatgpt:a2').at(-1)).toEqual({ role: 'assistant', content: 'It is' });
    const view = viewOf(blockChat());
    for (const target of targets) expect(resultOf(view, target, target.build(view, nowhere)).faults).toEqual([]);
  });

  test('words of two answers in a row stay two messages, and a call goes with the words of its own', () => {
    const log = compose();
    const q = log.user('Go', { id: 'q', parents: [] });
    const one = log.assistant([], { id: 'a', parents: [q] });
    log.assistant('One.', { id: 'a/message.0', parents: [one], native: { id: 'a' } });
    const two = log.assistant([], { id: 'b', parents: [one] });
    const call = log.call('look', {}, { id: 'b/tool.call.0', parents: [two], native: { id: 'b' }, callId: 'x' });
    log.result('look', [], { id: 'b/tool.result.0', parents: [call], native: { id: 'b' }, callId: 'x' });
    const three = log.assistant([], { id: 'c', parents: [two] });
    log.assistant('Three.', { id: 'c/message.0', parents: [three], native: { id: 'c' } });
    expect(messages(log.events()).map(({ role, content }) => [role, content])).toEqual([
      ['user', 'Go'],
      ['assistant', 'One.'],
      ['assistant', null],
      ['tool', '[The result is empty.]'],
      ['assistant', 'Three.'],
    ]);
  });
});

describe('the handoff of a chat that came in blocks', () => {
  const text = unmarked(handoffOf(viewOf(blockChat()), nowhere));

  test('has the whole first question, with what was sent along after the words', () => {
    expect(text).toContain(
      'V-0001, V-0002:\n\n````\nHow deep is the lake now?\n\n[attached: "soundings.txt"]\n```\n1887: 41 m',
    );
  });

  test('says an answer once, with all its words and the numbers they stand under', () => {
    expect(text).toContain(
      'V-0004, V-0008, V-0009, V-0013 the model: It is 43 m deep.[1] I write that down. Done.\n```',
    );
    expect(text.match(/^V-\d{4}[^\n]* the model/gm)).toHaveLength(1);
  });

  test('counts messages, and events apart', () => {
    expect(text).toContain(
      'the branch the person was on, 3 messages (12 events of the log) up to V-0016; 1 other branch is',
    );
  });

  test('says what the chat was set to where no message names its model', () => {
    const log = compose();
    log.add('config', { model: 'model-9' }, { parents: [] });
    log.user('Hello', { parents: [] });
    expect(handoffOf(viewOf(log.events()), nowhere)).toContain(
      'not said of any message; the chat was set to `model-9`',
    );
  });
});
