import { type Chat, cite, idsOf, page, type Said, text, tool, words } from '../../providers/claude/model';
import { UPLOADS } from './files';

const id = idsOf(711);

export const TEXTS = ['# Plan\n\nLeave at eight.', '# Plan\n\nLeave at nine.', '# Plan\n\nStay.'] as const;
/** The sandbox lists a plan under another path than a call names it by. */
export const PLAN = '/home/claude/plan.md';
export const REPORT = '# The passage\n\nIt was open all year.';
export const CITED = [1, 4, 9, 16].map((n) => `https://pages.example/${n}`);
const PAGES = Array.from({ length: 20 }, (_, n) =>
  page(`Page ${n}`, `https://pages.example/${n}`, `What page ${n} says of the passage.`),
);

const sentences = CITED.map((url) => `${url.slice(22)} was right.`);
const citing = text(
  sentences.join(' '),
  CITED.map((url, n) => {
    const start = sentences.slice(0, n).join(' ').length + (n === 0 ? 0 : 1);
    return cite(`c-${n}`, start, start + (sentences[n] ?? '').length, `Page ${url.slice(22)}`, url);
  }),
);

const human = (own: string, parent: string | null, said: string, more: Partial<Said> = {}): Said => ({
  uuid: id(own),
  sender: 'human',
  parent: parent === null ? null : id(parent),
  content: [text(said)],
  ...more,
});
const answer = (own: string, parent: string, ...content: Said['content']): Said => ({
  uuid: id(own),
  sender: 'assistant',
  parent: id(parent),
  content,
  stop: 'end_turn',
});

const artifact = (own: string, input: Record<string, unknown>) =>
  tool(own, 'artifacts', { id: 'plan', version_uuid: own, ...input }, [words('OK')]);

/** The project, and its documents, as calls of their own give them. */
export const PROJECT = {
  ...{ uuid: id('proj'), name: 'Voyages', description: '', is_private: true, is_starter_project: false },
  ...{ prompt_template: 'Times in UTC.', created_at: '2026-03-01T09:00:00Z', updated_at: '2026-08-01T09:00:00Z' },
};
export const DOCUMENTS = [
  {
    uuid: id('doc'),
    file_name: 'pilot notes.md',
    content: 'Keep to the north bank.',
    created_at: '2026-03-01T09:00:05Z',
  },
];

/**
 * Everything that a session may bring along: instructions of its project, uploads, a search, an artifact in three versions,
 * files out of the sandbox (one of them named by a path of its own), and a report of research.
 */
export const VOYAGE: Chat = {
  uuid: id('all'),
  name: 'The passage',
  leaf: id('a4'),
  project: { uuid: id('proj'), name: 'Voyages' },
  messages: [
    human('u1', null, 'Is the passage open?', {
      files: [
        { file_kind: 'image', file_uuid: UPLOADS.picture.id, file_name: 'passage.png' },
        { file_kind: 'document', file_uuid: UPLOADS.original.id, file_name: 'chart.pdf' },
        { file_kind: 'blob', file_name: 'depths.csv', path: '/mnt/user-data/uploads/depths.csv', size_bytes: 10 },
      ],
    }),
    answer('a1', 'u1', ...tool('toolu_s1', 'web_search', { query: 'is the passage open' }, PAGES), citing),
    human('u2', 'a1', 'Write a plan.'),
    answer(
      'a2',
      'u2',
      ...artifact('toolu_v1', { command: 'create', type: 'text/markdown', title: 'Plan', content: TEXTS[0] }),
      ...artifact('toolu_v2', { command: 'update', old_str: 'eight', new_str: 'nine' }),
      ...artifact('toolu_v3', { command: 'rewrite', content: TEXTS[2] }),
      text('It is written.'),
    ),
    human('u3', 'a2', 'Draw it, and give me the files.'),
    answer(
      'a3',
      'u3',
      ...tool('toolu_p1', 'present_files', { filepaths: ['/mnt/user-data/outputs/chart.png', PLAN] }, [
        {
          type: 'local_resource',
          file_path: '/mnt/user-data/outputs/chart.png',
          name: 'chart',
          mime_type: 'text/plain',
          uuid: id('r1'),
        },
        {
          type: 'local_resource',
          file_path: PLAN,
          name: 'plan',
          mime_type: 'image/gif',
          uuid: id('r2'),
        },
      ]),
      text('Here they are.'),
    ),
    human('u4', 'a3', 'Now research it.'),
    answer(
      'a4',
      'u4',
      ...tool('toolu_r1', 'launch_extended_search_task', { command: 'The passage, all year.' }, [
        words(JSON.stringify({ task_id: 'wf-01' })),
      ]),
      ...tool(
        'toolu_r2',
        'artifacts',
        {
          command: 'create',
          id: 'compass_artifact_wf-01_text/markdown',
          type: 'text/markdown',
          title: 'The passage',
          content: REPORT,
          version_uuid: 'r-1',
        },
        [words('OK')],
      ),
    ),
  ],
};

/** Of its one file the site has only a preview. */
export const PREVIEWED: Chat = {
  uuid: id('prev'),
  name: 'A document of which a preview is left',
  leaf: id('a9'),
  messages: [
    human('u9', null, 'What does it say?', {
      files: [{ file_kind: 'document', file_uuid: UPLOADS.document.id, file_name: 'old chart.pdf' }],
    }),
    answer('a9', 'u9', text('Little.')),
  ],
};
