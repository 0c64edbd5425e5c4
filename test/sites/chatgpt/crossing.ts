import { TABLE } from './harbour-messages';
import { type Conversation, conversation, growTree, type Message, MORNING, message, text } from './tree';

export const CROSSING = '6a3f1c20-f140-8321-9d8e-5b1e6a1c0009';

/** What whoever goes on with this chat needs: each stands in another place of it. */
export const NEEDED = {
  goal: 'Plan a crossing to Skerry for the cutter Ruth, draught 1.9 m, that needs no engine.',
  constraint: 'Never cross the bar on the ebb.',
  decision: 'Decided: leave at 07:40, because the bar needs two metres and has them until 11:50.',
  rejected: 'Not at 13:00: the ebb has set in by then.',
  thirdPassage: 'Over the bar at Skerry the chart shows 0.4 m at datum, and the swell takes half a metre of it.',
  openFile: 'log.csv',
  document: '07:40 slip the mooring. 09:42 high water, 3.1 m.',
  nextStep: 'Next: ring the harbour master before Thursday noon and ask for the berth behind the mole.',
} as const;

const PAGES = [
  { title: 'Tides at Skerry', snippet: 'High water at 09:42, 3.1 m above datum.' },
  { title: 'The cutter Ruth', snippet: 'Ruth was built in 1931 and draws 1.9 m.' },
  { title: 'Pilot of the coast', snippet: NEEDED.thirdPassage },
].map((page, n) => ({
  type: 'search_result',
  url: `https://pages.example/crossing/${n}`,
  ...page,
  ref_id: { turn_index: 0, ref_type: 'search', ref_index: n },
  pub_date: null,
  attribution: 'pages.example',
}));

/** A chat that stops in the middle of some work: a goal, sources, a document, a decision, an open file, a next step. */
export function crossing(): Conversation {
  let last = 0;
  const said = (role: string, content: Message['content'], rest: Parameters<typeof message>[3] = {}): Message => {
    const id = `0b5e7d10-3c2a-4f6e-9a41-2${String(++last).padStart(11, '0')}`;
    return message(id, role, content, { create_time: MORNING + last * 60, ...rest });
  };
  const call = (recipient: string, words: string): Message =>
    said('assistant', text(words), { recipient, end_turn: false });
  const tree = growTree();
  const leaf = tree.chain(
    tree.add('client-created-root', null, null),
    said('user', text(`${NEEDED.goal} ${NEEDED.constraint}`), {
      metadata: { attachments: [{ id: TABLE, name: NEEDED.openFile, mime_type: 'text/csv', size: 60 }] },
    }),
    call('web.run', '{"search_query":[{"q":"depth over the bar at Skerry"}]}'),
    said('tool', text('Done.'), {
      name: 'web.run',
      metadata: { search_result_groups: [{ type: 'search_result_group', domain: 'pages.example', entries: PAGES }] },
    }),
    said('assistant', text('There are two windows that day.'), { channel: 'final' }),
    said('user', text('Take the morning, and write it down.')),
    call(
      'canmore.create_textdoc',
      JSON.stringify({ name: 'passage-plan', type: 'document', content: `# Passage plan\n\n${NEEDED.document}` }),
    ),
    said('tool', text('Done.'), {
      name: 'canmore.create_textdoc',
      metadata: {
        canvas: {
          textdoc_id: 'd0c9',
          textdoc_type: 'document',
          version: 1,
          title: 'Passage plan',
          has_user_edit: false,
        },
      },
    }),
    said('assistant', text(`${NEEDED.decision} ${NEEDED.rejected}\n\n${NEEDED.nextStep}`), { channel: 'final' }),
  );
  return conversation(CROSSING, 'A crossing to Skerry', tree, leaf);
}
