import { expect, test } from 'vitest';
import { sha256Hex } from '../../../src/lib/hash';
import { chatgptReader } from '../../../src/providers/chatgpt/read';
import type { Reading } from '../../../src/providers/contract';
import { head, message, readChain } from './compose';

const readDocuments = (value: unknown): Reading =>
  chatgptReader.read({
    head: { ...head, route: 'textdocs', address: 'https://chatgpt.com/backend-api/conversation/c-1/textdocs' },
    ...{ value, text: '', request: null },
  });
const draftsOf = (value: unknown) => {
  const reading = readDocuments(value);
  if (reading.kind !== 'session') throw new Error(JSON.stringify(reading));
  return reading;
};

const plan = {
  id: 'd-1',
  version: 4,
  title: 'Plan',
  textdoc_type: 'document',
  content: '# My own words',
  comments: [],
};

test('a canvas document as it is now is an artifact in the place of the gap that it was not asked for', () => {
  const edited = (id: string, version: number) =>
    message(id, 'user', 'Look.', { metadata: { canvas: { textdoc_id: 'd-1', has_user_edit: true, version } } });
  const told = [...readChain([edited('a', 2), edited('b', 3)]).values()].filter(({ id }) => id.includes('d-1/'));
  expect(told).toMatchObject([
    {
      id: 'chatgpt:d-1/version.now',
      kind: 'gap',
      parents: ['chatgpt:a'],
      body: { why: 'not-asked', what: { version: 3 } },
    },
  ]);
  const { drafts, attachments } = draftsOf([plan]);
  const sha256 = sha256Hex('# My own words');
  expect(drafts).toMatchObject([
    {
      ...{ id: 'chatgpt:d-1/version.now', kind: 'artifact', at: { updated: head.at }, raw: [''] },
      body: {
        artifact: `sha256:${sha256}`,
        name: 'Plan',
        role: 'version',
        document: 'd-1',
        version: 4,
        type: 'document',
      },
    },
  ]);
  expect(attachments).toMatchObject([{ sha256 }]);
});

test.each([
  ['in a member', { textdocs: [plan] }],
  ['with another id’s name', [{ ...plan, id: undefined, textdoc_id: 'd-1' }]],
])('a list %s is read alike', (_, value) => {
  expect(draftsOf(value).drafts).toMatchObject([{ id: 'chatgpt:d-1/version.now', body: { document: 'd-1' } }]);
});

test('comments and members that nobody knows are kept', () => {
  const more = { comments: [{ comment: 'Too long.' }], shared_with: 'the crew of the boat' };
  expect(draftsOf([{ ...plan, ...more }]).drafts[0]?.body).toMatchObject({
    comments: [{ comment: 'Too long.' }],
    more: { shared_with: 'the crew of the boat' },
  });
});

test('what has another form is told as it is, and nothing is made up', () => {
  const odd = [{ id: 'd-2', content: { blocks: ['Some words here.'] } }, 'a line', null, {}, [[['deep words']]]];
  expect(draftsOf(odd).drafts.map(({ kind, body }) => [kind, 'text' in body ? body.text : null])).toEqual([
    ['unknown', 'd-2\nSome words here.'],
    ['unknown', 'a line'],
    ['unknown', 'deep words'],
  ]);
  expect(new Set(draftsOf(odd).drafts.map(({ id }) => id)).size).toBe(3);
  expect(draftsOf({ detail: 'Some other answer.' }).drafts).toMatchObject([{ kind: 'unknown' }]);
  for (const nothing of [[], {}, null, undefined]) expect(readDocuments(nothing)).toMatchObject({ kind: 'nothing' });
});
