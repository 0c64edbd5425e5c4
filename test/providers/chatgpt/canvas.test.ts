import { describe, expect, test } from 'vitest';
import { chain, conversation, draftOf, message, node, read, readChain } from './compose';

type Fields = Record<string, unknown>;

const call = (id: string, step: string, input: unknown): Fields =>
  message(
    id,
    'assistant',
    { content_type: 'code', language: 'json', text: JSON.stringify(input) },
    { recipient: `canmore.${step}` },
  );
const result = (id: string, step: string, canvas: Fields): Fields =>
  message(id, 'tool', 'Done.', {
    author: { role: 'tool', name: `canmore.${step}`, metadata: {} },
    metadata: { canvas: { textdoc_id: 'd1', textdoc_type: 'document', title: 'Tides', ...canvas } },
  });
const create = (content: unknown, canvas: Fields = { version: 1 }): Fields[] => [
  call('c1', 'create_textdoc', { name: 'tides', type: 'document', content }),
  result('r1', 'create_textdoc', canvas),
];
const update = (n: number, updates: unknown, canvas: Fields = {}): Fields[] => [
  call(`c${n}`, 'update_textdoc', { updates }),
  result(`r${n}`, 'update_textdoc', { version: n, ...canvas }),
];
const change = (pattern: unknown, replacement: unknown, multiple = false): Fields => ({
  pattern,
  replacement,
  multiple,
});

/** The versions of a conversation, by the event that made each: its text, or why there is none. */
function versionsIn(mapping: Fields, current: string): Map<string, unknown> {
  const { drafts, attachments } = read(conversation(mapping, current));
  const texts = new Map(attachments.map(({ sha256, bytes }) => [`sha256:${sha256}`, new TextDecoder().decode(bytes)]));
  const versions = drafts.filter(({ id }) => id.includes('/version-'));
  return new Map(
    versions.map(({ id, body }) => {
      const { artifact, what } = body as { artifact?: string; what?: { because: string } };
      return [id.slice('chatgpt:'.length), artifact ? texts.get(artifact) : { because: what?.because }];
    }),
  );
}
const ofChain = (...messages: Fields[][]) => [...versionsIn(chain(messages.flat()), 'r1').values()];

describe('B55: canvas documents', () => {
  test('have every version: created, changed in places, everywhere, and written anew', () => {
    expect(
      ofChain(
        create('High at ten. Low at four. High again.'),
        update(2, [change('at ten\\.', 'at 10.'), change('High', 'Flood', true)]),
        update(3, [change('Low', 'Ebb')]),
        update(4, [change('.*', 'All new: $& \\1 and $1.')]),
      ),
    ).toEqual([
      'High at ten. Low at four. High again.',
      'Flood at 10. Low at four. Flood again.',
      'Flood at 10. Ebb at four. Flood again.',
      'All new: $& \\1 and $1.',
    ]);
  });

  test('are artifacts of the result, with title, type and number', () => {
    const drafts = readChain(create('High at ten.'));
    expect(draftOf(drafts, 'r1/version-d1')).toMatchObject({
      kind: 'artifact',
      parents: ['chatgpt:r1'],
      actor: { kind: 'assistant' },
      body: {
        name: 'Tides',
        role: 'version',
        document: 'd1',
        command: 'create_textdoc',
        version: 1,
        type: 'document',
        bytes: 12,
      },
      fidelity: 'derived',
    });
  });

  test('go their own way on each branch', () => {
    const [c1, r1] = create('One.');
    const [c2, r2] = update(2, [change('One', 'Two')]);
    const [c3, r3] = update(3, [change('One', 'Three')]);
    const mapping = {
      c1: node('c1', null, ['r1'], c1),
      r1: node('r1', 'c1', ['c2', 'c3'], r1),
      c2: node('c2', 'r1', ['r2'], c2),
      r2: node('r2', 'c2', [], r2),
      c3: node('c3', 'r1', ['r3'], c3),
      r3: node('r3', 'c3', [], r3),
    };
    expect(versionsIn(mapping, 'r3')).toEqual(
      new Map([
        ['r1/version-d1', 'One.'],
        ['r2/version-d1', 'Two.'],
        ['r3/version-d1', 'Three.'],
      ]),
    );
  });

  test.each([
    ['a pattern that is more than words', [change('(\\w+) at', 'x')], {}, 'it was changed by a search pattern'],
    ['a pattern that would run for ever', [change('(a+)+$', 'x')], {}, 'it was changed by a search pattern'],
    [
      'escapes in what is put in',
      [change('High', '\\g<0>')],
      {},
      'what was put in has escapes that may mean something else',
    ],
    [
      'words that do not stand there',
      [change('Nowhere', 'x')],
      {},
      'what it replaces does not stand in the version before it',
    ],
    [
      'another length than the site says',
      [change('High', 'x')],
      { textdoc_content_length: 99 },
      'it has not the length that the site says',
    ],
    ['no changes', [], {}, 'what was changed was not sent'],
    ['a change that is none', ['x'], {}, 'a change of an unknown form'],
    ['a change without a pattern', [change(7, 'x')], {}, 'a change of an unknown form'],
    [
      'a text that grows without end',
      Array.from({ length: 40 }, () => change('t', 'tt', true)),
      {},
      'it is too large to be followed',
    ],
    [
      'changes without end',
      Array.from({ length: 1_000 }, () => change('a', 'b')),
      {},
      'it is too large to be followed',
    ],
  ])(
    'with %s are a gap, and so is what builds on it, until the whole is written again',
    (_, updates, canvas, because) => {
      expect(
        ofChain(
          create('High at ten'),
          update(2, updates, canvas),
          update(3, [change('ten', '10')]),
          update(4, [change('.*', 'Anew')]),
        ),
      ).toEqual(['High at ten', { because }, { because: 'the version before it is not known' }, 'Anew']);
    },
  );

  test('that the person changed are not guessed; those a person began are kept', () => {
    const edited = message('u', 'user', 'Go on.', {
      metadata: { canvas: { textdoc_id: 'd1', version: 2, has_user_edit: true } },
    });
    const began = message('p', 'user', 'Mine.', {
      metadata: {
        canvas: {
          user_created_textdocs: [{ title: 'Notes', type: 'document', content: 'My own words' }, { title: 'Lost' }],
        },
      },
    });
    expect(ofChain(create('One.'), [edited], update(3, [change('One', 'Two')]), [began])).toEqual([
      'One.',
      { because: 'the version before it is not known' },
      'My own words',
      { because: 'its text was not sent' },
    ]);
    expect(draftOf(readChain([began]), 'p/version-0')).toMatchObject({
      actor: { kind: 'user' },
      body: { name: 'Notes' },
    });
  });

  test('a comment makes no version, nor does a call that is no JSON', () => {
    const comments = [
      call('c2', 'comment_textdoc', { comments: [{ pattern: 'One', comment: 'Which?' }] }),
      result('r2', 'comment_textdoc', { version: 1 }),
    ];
    expect(ofChain(create('One.'), comments)).toEqual(['One.']);
    expect(draftOf(readChain(comments), 'c2').body).toMatchObject({ input: { comments: [{ comment: 'Which?' }] } });
    const broken = message('c1', 'assistant', '{"content": "cut', { recipient: 'canmore.create_textdoc' });
    expect(ofChain([broken, result('r1', 'create_textdoc', {})])).toEqual([{ because: 'its text was not sent' }]);
  });
});
