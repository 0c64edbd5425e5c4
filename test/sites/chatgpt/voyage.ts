import { DRAWING, PICTURE, TABLE } from './harbour-messages';
import { type Conversation, conversation, growTree, type Message, MORNING, message, text } from './tree';

export const VOYAGE = '6a3f1c20-f140-8321-9d8e-5b1e6a1c0008';
/** What a program made in the sandbox: its path, and the id under which the file host has it. */
export const MADE = { path: '/mnt/data/log of the day.csv', id: 'file_000000006a3071f5a1b2c3d4e5f60005' } as const;

/** The project that the chat is of, as its own call gives it: what the person tells for all of its chats, and a file. */
export const PROJECT = 'g-p-6a3f1c20f14083219d8e5b1e6a1c0080';
export const PILOT = 'file_000000006a3071f5a1b2c3d4e5f60007';
export const project = () => ({
  gizmo: {
    id: PROJECT,
    short_url: `${PROJECT}-voyages`,
    author: { user_id: 'user-of-the-stand-in', display_name: 'Account' },
    display: { name: 'Voyages', description: '', prompt_starters: [], emoji: 'boat', theme: '#2f6f8f' },
    instructions: 'Times in UTC.',
    share_recipient: 'private',
    created_at: '2026-03-01T09:00:00.000000+00:00',
    updated_at: '2026-08-01T09:00:00.000000+00:00',
    num_interactions: 3,
    gizmo_type: 'snorlax',
    memory_scope: 'project_enabled',
  },
  tools: [],
  files: [{ id: 'gzm_file_0', type: 'text/plain', file_id: PILOT, name: 'pilot notes.txt', size: 24 }],
});

const id = (n: number): string => `0b5e7d10-3c2a-4f6e-9a41-1${String(n).padStart(11, '0')}`;
let last = 0;
const said = (role: string, content: Message['content'], rest: Parameters<typeof message>[3] = {}): Message =>
  message(id(++last), role, content, { create_time: MORNING + last, ...rest });
const call = (recipient: string, words: string): Message =>
  said('assistant', text(words), { recipient, end_turn: false });
const result = (name: string, metadata: Message['metadata'], words = 'Done.'): Message =>
  said('tool', text(words), { name, metadata });

/** Twenty pages that a search found, of which an answer cites four. */
export const PAGES = Array.from({ length: 20 }, (_, n) => ({
  type: 'search_result',
  url: `https://pages.example/${n}`,
  title: `Page ${n}`,
  snippet: `What page ${n} says of the passage.`,
  ref_id: { turn_index: 0, ref_type: 'search', ref_index: n },
  pub_date: null,
  attribution: 'pages.example',
}));
export const CITED = [1, 4, 9, 16].map((n) => `https://pages.example/${n}`);

function citing(): Message {
  const references: object[] = [];
  let words = '';
  for (const n of [1, 4, 9, 16]) {
    const mark = `\u{e200}cite\u{e202}turn0search${n}\u{e201}`;
    words += `Page ${n} was right. `;
    const { title, url, snippet, ref_id, attribution } = PAGES[n] ?? PAGES[0] ?? {};
    references.push({
      matched_text: mark,
      start_idx: words.length,
      end_idx: words.length + mark.length,
      type: 'grouped_webpages',
      items: [{ title, url, snippet, attribution, refs: [ref_id], supporting_websites: [] }],
      status: 'done',
    });
    words += `${mark}\n`;
  }
  return said('assistant', text(words), { channel: 'final', metadata: { content_references: references } });
}

const document = (version: number, edited = false): Message['metadata'] => ({
  canvas: { textdoc_id: 'd0c1', textdoc_type: 'document', version, title: 'Passage plan', has_user_edit: edited },
});
/** The document as the person has left it: no message has that. */
export const NOW = '# Plan\n\nStay, and paint the hull.';
export const documents = () => [
  { id: 'd0c1', version: 4, title: 'Passage plan', textdoc_type: 'document', content: NOW, comments: [] },
];
const change = (pattern: string, replacement: string): string =>
  JSON.stringify({ updates: [{ pattern, multiple: false, replacement }] });

/** The texts of a canvas document, version by version. */
export const VERSIONS = ['# Plan\n\nLeave at eight.', '# Plan\n\nLeave at nine.', '# Plan\n\nStay.'] as const;

const RESEARCH = { async_task_type: 'research', async_task_id: 'deepresch_01', async_task_title: 'The passage' };
export const REPORT = '# The passage\n\nIt was open all year.';

/**
 * Everything that a session may bring along: what the person told for the chats of its project and for all chats, a picture
 * and a table, a search, a canvas document in three versions, a picture that was made, a file out of the sandbox, and a
 * report of research.
 */
export function voyage(): Conversation {
  last = 0;
  const tree = growTree();
  const root = tree.add('client-created-root', null, null);
  const picture = { content_type: 'image_asset_pointer', asset_pointer: `sediment://${PICTURE}`, width: 1, height: 1 };
  const drawn = { ...picture, asset_pointer: `sediment://${DRAWING}`, metadata: { dalle: { prompt: 'a chart' } } };
  const leaf = tree.chain(
    root,
    said(
      'user',
      { content_type: 'user_editable_context', user_profile: 'Sails.', user_instructions: 'Depths in metres.' },
      { metadata: { is_visually_hidden_from_conversation: true } },
    ),
    said(
      'user',
      { content_type: 'multimodal_text', parts: [picture, 'Is the passage open?'] },
      {
        metadata: {
          attachments: [
            { id: PICTURE, name: 'passage.png', mime_type: 'image/png', size: 68 },
            { id: TABLE, name: 'log.csv', mime_type: 'text/csv', size: 60 },
          ],
        },
      },
    ),
    call('web.run', '{"search_query":[{"q":"is the passage open"}]}'),
    result('web.run', {
      search_result_groups: [{ type: 'search_result_group', domain: 'pages.example', entries: PAGES }],
    }),
    citing(),
    said('user', text('Write a plan.')),
    call('canmore.create_textdoc', JSON.stringify({ name: 'plan', type: 'document', content: VERSIONS[0] })),
    result('canmore.create_textdoc', document(1)),
    call('canmore.update_textdoc', change('eight', 'nine')),
    result('canmore.update_textdoc', document(2)),
    call('canmore.update_textdoc', change('.*', VERSIONS[2])),
    result('canmore.update_textdoc', document(3)),
    said('assistant', text('It is written.'), { channel: 'final' }),
    said('user', text('Draw it, and give me the log.'), { metadata: document(3, true) }),
    call('t2uay3k.sj1i4kz', '{"prompt":"a chart"}'),
    said('tool', { content_type: 'multimodal_text', parts: [drawn] }, { name: 't2uay3k.sj1i4kz' }),
    said('assistant', text(`Here: [the log](sandbox:${MADE.path.replaceAll(' ', '%20')}).`), { channel: 'final' }),
    said('user', text('Now research it.'), { metadata: { system_hints: ['research'] } }),
    call('research_kickoff_tool.start_research_task', '{"title":"The passage","prompt":"The passage, all year."}'),
    result('research_kickoff_tool.start_research_task', RESEARCH, 'Research task started.'),
    said('assistant', text(REPORT), {
      metadata: { ...RESEARCH, is_async_task_result_message: true, model_slug: 'research' },
    }),
  );
  const of = { gizmo_id: PROJECT, gizmo_type: 'snorlax', conversation_template_id: PROJECT };
  return conversation(VOYAGE, 'The passage', tree, leaf, of);
}
