import { RESUME } from './secrets';
import { type Message, MORNING, message, text } from './tree';

/** A question as the page posts it. */
export interface Asked {
  readonly conversation: string;
  readonly parent: string;
  readonly message: Message;
}

/** An answer on its way: the pieces of the event stream, in order, and the messages that stand in the tree at the end. */
export interface Answer {
  readonly frames: readonly string[];
  readonly messages: readonly Message[];
}

const frame = (data: object | string, event?: string): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
const delta = (data: object): string => frame(data, 'delta');

/**
 * Answers a question in the site's delta encoding v1: a thought, then words one by one, the end of the text and the
 * references in one last list of changes, as the site does.
 */
export function answerTo(
  { conversation, parent, message: asked }: Asked,
  { turn, encoding }: { readonly turn: number; readonly encoding: string },
): Answer {
  const question = below(parent, asked);
  const id = (part: string): string => `5d7c9b00-0000-4000-8000-${String(turn).padStart(6, '0')}${part}`;
  const at = MORNING + 3600 + turn * 60;
  const words = `You asked: “${wordsOf(question)}”. The ebb runs from ten to four 🌊, and the flood after it; `.split(
    /(?<= )/,
  );
  const end = 'so leave at nine\u{e200}cite\u{e202}turn1search0\u{e201}.';
  const said = words.join('') + end;
  const before = said.slice(0, said.indexOf('\u{e200}'));
  const thought = { summary: 'Reading the tables', content: 'Ebb ten to four.', chunks: [], finished: true };
  const thinking = below(
    question.id,
    message(
      id('00000a'),
      'assistant',
      { content_type: 'thoughts', thoughts: [thought], source_analysis_msg_id: id('00000b') },
      {
        create_time: at + 1,
        end_turn: false,
        metadata: { reasoning_status: 'reasoning_ended', model_slug: 'gpt-5-6' },
      },
    ),
  );
  const references = [
    {
      matched_text: '\u{e200}cite\u{e202}turn1search0\u{e201}',
      start_idx: [...before].length,
      end_idx: [...before].length + 19,
      type: 'webpage',
      title: 'Streams off Skerry',
      url: 'https://tides.example.org/skerry/streams',
      snippet: 'The ebb begins at ten.',
      pub_date: null,
      attribution: 'tides.example.org',
      alt: '([tides.example.org](https://tides.example.org/skerry/streams))',
      prompt_text: null,
    },
  ];
  const metadata = { model_slug: 'gpt-5-6', is_complete: true, content_references: references };
  const final = below(
    thinking.id,
    message(id('00000b'), 'assistant', text(said), { create_time: at + 2, channel: 'final', metadata }),
  );
  const opening: Message = {
    ...final,
    content: text(''),
    status: 'in_progress',
    end_turn: null,
    metadata: { model_slug: 'gpt-5-6', parent_id: thinking.id },
  };
  const frames = [
    frame(JSON.stringify(encoding), 'delta_encoding'),
    frame({ type: 'resume_conversation_token', kind: 'topic', token: RESUME, conversation_id: conversation }),
    frame({ type: 'input_message', input_message: question, conversation_id: conversation }),
    delta({
      p: '',
      o: 'add',
      v: {
        message: { ...thinking, content: { ...thinking.content, thoughts: [] }, status: 'in_progress' },
        conversation_id: conversation,
        error: null,
      },
      c: 0,
    }),
    delta({ p: '/message/content/thoughts', o: 'append', v: [{ ...thought, content: '', finished: false }] }),
    delta({ p: '/message/content/thoughts/0/content', v: thought.content }),
    delta({
      p: '',
      o: 'patch',
      v: [
        { p: '/message/content/thoughts/0/finished', o: 'replace', v: true },
        { p: '/message/status', o: 'replace', v: 'finished_successfully' },
        { p: '/message/metadata', o: 'append', v: { reasoning_status: 'reasoning_ended' } },
      ],
    }),
    ': keep-alive\n\n',
    delta({ v: { message: opening, conversation_id: conversation, error: null }, c: 1 }),
    ...words.map((word, n) =>
      n === 0 ? delta({ p: '/message/content/parts/0', o: 'append', v: word }) : delta({ v: word }),
    ),
    delta({
      v: [
        { p: '/message/content/parts/0', o: 'append', v: end },
        { p: '/message/metadata', o: 'append', v: { is_complete: true, content_references: references } },
        { p: '/message/end_turn', o: 'replace', v: true },
        { p: '/message/status', o: 'replace', v: 'finished_successfully' },
      ],
    }),
    frame({ type: 'server_ste_metadata', metadata: { model_slug: 'i-mini', plan_type: 'plus', message_id: final.id } }),
    frame({ type: 'message_stream_complete', conversation_id: conversation }),
    frame('[DONE]'),
  ];
  return { frames, messages: [question, thinking, final] };
}

/** Streams and trees name a message's parent in its metadata too. */
const below = (parent: string, each: Message): Message => ({
  ...each,
  metadata: { ...each.metadata, parent_id: parent },
});

function wordsOf(question: Message): string {
  const parts = question.content.parts;
  return Array.isArray(parts) ? parts.filter((part) => typeof part === 'string').join(' ') : '';
}
