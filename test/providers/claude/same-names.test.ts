import { expect, test } from 'vitest';
import { conversation, draftOf, idsOf, message, partsOf, read, readAnswer, readRow, text, thinking } from './compose';

test('a short value under the name of a sealed one is looked for in no words, and in no names of members', () => {
  const drafts = readAnswer(thinking('We then see the reason.', { signature: 'e' }), text('Done.'));
  const thought = draftOf(drafts, 'a/reasoning.0');
  expect(thought.body).toEqual({
    form: 'summary',
    parts: [{ type: 'text', text: 'We then see the reason.', format: 'markdown', member: 'thinking' }],
  });
  expect(thought.sealed).toMatchObject([{ kind: 'reasoning', bytes: 1 }]);
  const named = readAnswer({ type: 'thinking', thinking: 'A text.', summaries: [], signature: 'text' });
  expect(partsOf(draftOf(named, 'a/reasoning.0'), 'text')).toMatchObject([{ text: 'A text.' }]);
});

test('a sealed value that is repeated in a text stands there as sealed', () => {
  const signature = `EqQB${'aB3'.repeat(20)}`;
  const drafts = readAnswer(thinking(`It is ${signature}.`, { signature }));
  expect(partsOf(draftOf(drafts, 'a/reasoning.0'))).toMatchObject([{ text: 'It is [sealed].' }]);
});

const sent = (more: object) => readRow(message('q', 'human', 'See these.', null, { ...more }));

test('files of one name and no id are told apart by their order, in either list', () => {
  const picture = { file_name: 'image.png' };
  const both = sent({ files: [picture, picture], files_v2: [picture, { ...picture, note: 'the second' }] });
  expect(partsOf(draftOf(both, 'q'), 'file')).toMatchObject([
    { name: 'image.png', pointer: 'image.png' },
    { name: 'image.png', pointer: 'image.png/2', more: { note: 'the second' } },
  ]);
  expect(idsOf(both, 'gap')).toEqual(['q/image.png', 'q/image.png/2']);
});

test('one file under several names keeps each of them', () => {
  const files = [
    { file_uuid: 'f', file_name: 'first.txt' },
    { file_uuid: 'f', file_name: 'second.txt' },
  ];
  const drafts = sent({ files, files_v2: [{ file_uuid: 'f', file_name: 'third.txt', preview_url: '/p' }, files[0]] });
  expect(partsOf(draftOf(drafts, 'q'), 'file')).toMatchObject([
    { name: 'first.txt', pointer: 'f', also: [{ file_name: 'second.txt' }, { file_name: 'third.txt' }] },
  ]);
});

test('a message whose id reads like that of a block has an id of its own, and so has a file that does', () => {
  const { drafts } = read(
    conversation(
      [
        message('x', 'human', 'The first.', null, { files: [{ file_name: 'message.0' }] }),
        message('x/message.0', 'assistant', 'The second.', 'x'),
        message('x~1message.0', 'human', 'The third.', 'x/message.0'),
      ],
      'x/message.0',
    ),
  );
  const ids = drafts.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(
    expect.arrayContaining(['claude:x', 'claude:x/message.0', 'claude:x/message.0/file', 'claude:x~1message.0']),
  );
  const second = drafts.find(({ native, kind }) => kind === 'message' && native.id === 'x/message.0');
  expect(second).toMatchObject({ id: 'claude:x~1message.0', parents: ['claude:x'], fidelity: 'normalised' });
  expect(drafts.find(({ native }) => native.id === 'x~1message.0')).toMatchObject({
    parents: ['claude:x~1message.0'],
  });
});

test('many messages that say the same, or have one id, are read in the time of a few', { timeout: 10_000 }, () => {
  const nameless = Array.from({ length: 20_000 }, () => ({ sender: 'human', text: 'x' }));
  const ids = read(conversation(nameless, null)).drafts.flatMap(({ id, kind }) => (kind === 'message' ? [id] : []));
  expect(ids.length).toBe(40_000);
  expect(new Set(ids).size).toBe(ids.length);
  expect(Math.max(...ids.map((id) => id.length))).toBeLessThan(80);
  const long = message('x', 'human', 'word '.repeat(100_000), null);
  const again = Array.from({ length: 1_000 }, () => message('x', 'human', 'Other.', null));
  const { drafts } = read(conversation([long, ...again], null));
  expect(drafts.filter(({ native }) => native.id === 'x').length).toBe(4);
});
