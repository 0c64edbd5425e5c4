import { expect, test } from 'vitest';
import { textOf as bytesText } from '../../../src/lib/bytes';
import {
  call,
  conversation,
  draftOf,
  idsOf,
  message,
  partsOf,
  ROOT,
  read,
  readAnswer,
  readRow,
  result,
  text,
  textOf,
} from './compose';

/** The text of each version, by event. */
function versionsIn(messages: readonly Record<string, unknown>[], leaf: string): Map<string, string | null> {
  const { drafts, attachments } = read(conversation(messages, leaf));
  const texts = new Map(attachments.map(({ sha256, bytes }) => [`sha256:${sha256}`, bytesText(bytes)]));
  return new Map(
    drafts.flatMap(({ id, kind, body }) =>
      id.endsWith('/version')
        ? [[id.slice(7), kind === 'artifact' ? (texts.get((body as { artifact: string }).artifact) ?? null) : null]]
        : [],
    ),
  );
}

const create = (content: string) => call('c', 'artifacts', { id: 'doc', command: 'create', content });
const update = (old_str: unknown, new_str: string, more: object = {}) =>
  call('u', 'artifacts', { id: 'doc', command: 'update', old_str, new_str, ...more });

test('each branch has its own versions, rebuilt from what stands above it', () => {
  const messages = [
    message('q', 'human', 'Write.', ROOT),
    message('a', 'assistant', [create('one two')], 'q'),
    message('q1', 'human', 'Left', 'a'),
    message('l', 'assistant', [update('one', 'left')], 'q1'),
    message('q2', 'human', 'Right', 'a'),
    message('r', 'assistant', [update('one', 'right')], 'q2'),
    message('q3', 'human', 'On', 'r'),
    message(
      's',
      'assistant',
      [update('right two', 'end'), call('n', 'artifacts', { id: 'doc', command: 'rewrite', content: 'new' })],
      'q3',
    ),
  ];
  expect(Object.fromEntries(versionsIn(messages, 's'))).toEqual({
    'a/tool.call.0/version': 'one two',
    'l/tool.call.0/version': 'left two',
    'r/tool.call.0/version': 'right two',
    's/tool.call.0/version': 'end',
    's/tool.call.1/version': 'new',
  });
});

test.each([
  ['is not there', 'three', 'does not stand'],
  ['is there twice', 'o', 'several places'],
  ['was not sent', undefined, 'not known'],
  ['is empty', '', 'does not stand'],
])('an update whose old text %s is a gap, and so is what builds on it, until it is written anew', (_, old, because) => {
  const drafts = readAnswer(
    create('one two'),
    update(old, 'x'),
    update('x', 'y'),
    create('again'),
    update('again', 'and again'),
  );
  expect(draftOf(drafts, 'a/tool.call.1/version')).toMatchObject({
    kind: 'gap',
    body: { why: 'not-sent', what: { document: 'doc', because: expect.stringContaining(because) } },
  });
  expect(draftOf(drafts, 'a/tool.call.2/version').kind).toBe('gap');
  expect(draftOf(drafts, 'a/tool.call.4/version')).toMatchObject({
    kind: 'artifact',
    fidelity: 'derived',
    body: { version: 5 },
  });
});

test('a step that failed makes no version, and the next builds on the one before', () => {
  const drafts = readAnswer(
    create('one two'),
    update('three', 'x'),
    result('u', 'artifacts', 'old_str was not found', { is_error: true }),
    call('v', 'artifacts', { id: 'doc', command: 'update', old_str: 'two', new_str: '2' }),
  );
  expect([...drafts.keys()].filter((id) => id.endsWith('/version'))).toEqual([
    'claude:a/tool.call.0/version',
    'claude:a/tool.call.2/version',
  ]);
  expect(draftOf(drafts, 'a/tool.call.2/version').kind).toBe('artifact');
});

test('files of the sandbox have versions too', () => {
  const drafts = readAnswer(
    call('1', 'create_file', { path: '/mnt/user-data/outputs/a.md', file_text: 'one' }),
    call('2', 'str_replace', { path: '/mnt/user-data/outputs/a.md', old_str: 'one', new_str: 'two' }),
    call('3', 'str_replace', { path: '/never/made.md', old_str: 'x', new_str: 'y' }),
  );
  expect(draftOf(drafts, 'a/tool.call.1/version').body).toMatchObject({
    name: 'a.md',
    document: '/mnt/user-data/outputs/a.md',
    version: 2,
  });
  expect(draftOf(drafts, 'a/tool.call.2/version').kind).toBe('gap');
});

test('documents and thoughts inside old texts are versions and reasoning, the words around them stay in order', () => {
  const words =
    'Before. <antThinking>A new one.</antThinking>\n<antArtifact identifier="bay" type="text/html" title="The &quot;bay&quot;">\n<p>1</p>\n</antArtifact>\nAfter.';
  const drafts = readAnswer(text(words), text('<antArtifact identifier="bay" type="text/html">\n<p>2</p>'));
  expect(idsOf(drafts, 'message')).toEqual(['q', 'q/message.0', 'a', 'a/message.0', 'a/message.1', 'a/message.2']);
  expect(draftOf(drafts, 'a/reasoning.0').parents).toEqual(['claude:a/message.0']);
  expect(partsOf(draftOf(drafts, 'a/message.1')).map(({ type, text: said }) => [type, said])).toEqual([
    ['code', '<p>1</p>\n'],
    ['text', '\nAfter.'],
  ]);
  expect(draftOf(drafts, 'a/message.1/version.0').body).toMatchObject({
    name: 'The "bay"',
    document: 'bay',
    version: 1,
  });
  expect(draftOf(drafts, 'a/message.2/version.0').body).toMatchObject({ document: 'bay', version: 2 });
  expect(partsOf(draftOf(drafts, 'a/message.2'))).toMatchObject([{ type: 'code', cut: true }]);
});

test('a person who writes about the old tags has written them', () => {
  const words = 'What is <antArtifact identifier="x" type="text/html">this</antArtifact>?';
  expect(textOf(draftOf(readRow(message('q', 'human', words, null)), 'q/message.0'))).toBe(words);
});
