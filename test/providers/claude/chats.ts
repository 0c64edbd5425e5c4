import { type Chat, cite, idsOf, page, type Said, text, thinking, tool, words } from './model';

type Fields = Record<string, unknown>;

const human = (uuid: string, parent: string | null, said: string, more: Partial<Said> = {}): Said => ({
  uuid,
  sender: 'human',
  parent,
  content: said === '' ? [] : [text(said)],
  ...more,
});

const answer = (uuid: string, parent: string, content: readonly Fields[], more: Partial<Said> = {}): Said => ({
  uuid,
  sender: 'assistant',
  parent,
  content,
  stop: 'end_turn',
  ...more,
});

type Make = (id: (name: string) => string) => Pick<Chat, 'messages'> & Partial<Chat>;

const MADE: readonly (readonly [string, Make])[] = [
  [
    'A plain exchange',
    (id) => ({
      messages: [human(id('u1'), null, 'What is a tide?'), answer(id('a1'), id('u1'), [text('The sea, moving.')])],
    }),
  ],
  [
    'Three answers to one question',
    (id) => ({
      messages: [
        human(id('u1'), null, 'Name a colour.'),
        answer(id('a1'), id('u1'), [text('Ochre.')]),
        answer(id('a2'), id('u1'), [text('Teal.')], { retry: true }),
        answer(id('a3'), id('u1'), [text('Plum.')], { retry: true }),
        human(id('u2'), id('a2'), 'Why teal?'),
        answer(id('a4'), id('u2'), [text('It was near.')]),
      ],
    }),
  ],
  [
    'A first question asked twice',
    (id) => ({
      messages: [
        human(id('u1'), null, 'How long is a bridge?'),
        answer(id('a1'), id('u1'), [text('Which bridge?')]),
        human(id('u2'), null, 'How long is the old bridge?'),
        answer(id('a2'), id('u2'), [text('As long as the river is wide.')]),
      ],
      leaf: id('a1'),
    }),
  ],
  [
    'Tools, with words between them',
    (id) => ({
      messages: [
        human(id('u1'), null, 'Add the numbers in the file.'),
        answer(id('a1'), id('u1'), [
          thinking('A file was given. First look at it.', ['Looking at the file']),
          text('I look at the file.'),
          ...tool('toolu_a', 'view', { path: '/mnt/user-data/uploads/n.csv' }, [words('1\n2\n3')]),
          text('Three numbers. I add them.'),
          ...tool('toolu_b', 'bash_tool', { command: 'python3 add.py', description: 'Add' }, [
            words('{"returncode": 0, "stdout": "6\\n", "stderr": ""}'),
          ]),
          ...tool('toolu_c', 'weather_fetch', { latitude: 30.5728, place: 'Chengdu' }, [words('Not found')], {
            is_error: true,
          }),
          text('They make six.'),
        ]),
      ],
    }),
  ],
  [
    'A search that is cited',
    (id) => ({
      messages: [
        human(id('u1'), null, 'When is high water?'),
        answer(id('a1'), id('u1'), [
          ...tool('toolu_s', 'web_search', { query: 'high water today' }, [
            page('Tide table', 'https://tides.example/today', 'High water at nine.'),
            page('Harbour', 'https://harbour.example/'),
          ]),
          ...tool('toolu_f', 'web_fetch', { url: 'https://tides.example/today' }, [
            page('Tide table', 'https://tides.example/today'),
          ]),
          text('🌊 High water is at nine. The harbour opens then.', [
            cite('c-1', 3, 25, 'Tide table', 'https://tides.example/today'),
            cite('c-2', 26, 49, 'Harbour', 'https://harbour.example/'),
          ]),
        ]),
      ],
    }),
  ],
  [
    'An artifact in three versions',
    (id) => ({
      messages: [
        human(id('u1'), null, 'Write a haiku page.'),
        answer(id('a1'), id('u1'), [
          text('Here:'),
          ...tool(
            'toolu_1',
            'artifacts',
            {
              command: 'create',
              id: 'haiku',
              type: 'text/markdown',
              title: 'Haiku',
              content: '# Rain\n\nfalls',
              version_uuid: 'v-1',
            },
            [words('OK')],
          ),
        ]),
        human(id('u2'), id('a1'), 'Make it snow.'),
        answer(id('a2'), id('u2'), [
          ...tool(
            'toolu_2',
            'artifacts',
            { command: 'update', id: 'haiku', old_str: 'Rain', new_str: 'Snow', version_uuid: 'v-2' },
            [words('OK')],
          ),
          text('Now it snows.'),
        ]),
        human(id('u3'), id('a1'), 'Start over.'),
        answer(id('a3'), id('u3'), [
          ...tool('toolu_3', 'artifacts', { command: 'rewrite', id: 'haiku', content: '# Sun', version_uuid: 'v-3' }, [
            words('OK'),
          ]),
        ]),
      ],
    }),
  ],
  [
    'Files and a long paste',
    (id) => ({
      messages: [
        human(id('u1'), null, '', {
          attachments: [
            {
              id: id('t1'),
              file_name: '',
              file_size: 21,
              file_type: 'txt',
              extracted_content: 'Pasted, and very long.',
            },
          ],
          files: [
            { file_kind: 'image', file_uuid: id('f1'), file_name: 'shore.png' },
            { file_kind: 'document', file_uuid: id('f2'), file_name: 'tides.pdf' },
          ],
        }),
        answer(id('a1'), id('u1'), [text('A shore and a table of tides.')]),
        human(id('u2'), id('a1'), 'Which is newer?'),
        answer(id('a2'), id('u2'), [text('The table.')]),
      ],
    }),
  ],
  [
    'An answer that was stopped',
    (id) => ({
      messages: [
        human(id('u1'), null, 'Count to a million.'),
        answer(id('a1'), id('u1'), [{ ...thinking(''), cut_off: true }, text('One, two, three')], {
          stop: 'user_canceled',
        }),
        human(id('u2'), id('a1'), 'Enough.'),
        answer(id('a2'), id('u2'), [text('All right.')]),
      ],
    }),
  ],
  [
    'A long chat whose beginning was summed up',
    (id) => ({
      messages: [
        human(id('u1'), null, 'Remember: the key is under the mat.'),
        answer(id('a1'), id('u1'), [text('Noted.')]),
        human(id('u2'), id('a1'), 'Where is it?', { compaction: [text('They told where the key is.')] }),
        answer(id('a2'), id('u2'), [text('Under the mat.')]),
      ],
    }),
  ],
  [
    'Привет, 世界 🌍',
    (id) => ({
      messages: [
        human(id('u1'), null, 'Скажи «мир» по-китайски 🌏\n\n\tи по-арабски'),
        answer(id('a1'), id('u1'), [
          thinking('世 and 界; سلام', ['想一想']),
          text('世界 — 👩‍👩‍👧‍👦 «سلام»\n```js\nconst e = "é";\n```'),
        ]),
      ],
      project: { uuid: id('p1'), name: 'Слова' },
    }),
  ],
];

/** Ten conversations of every kind. */
export const chats: readonly Chat[] = MADE.map(([name, make], i) => {
  const id = idsOf(i + 1);
  const made = make(id);
  return { uuid: id('chat'), name, leaf: made.messages.at(-1)?.uuid ?? '', ...made };
});
