import { expect, test } from 'vitest';
import { draftOf, idsOf, message, partsOf, readAnswer, readRow, text, thinking } from './compose';

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
