import { cite, page, type Said, text, thinking, tool } from '../../providers/claude/model';
import { streamOf } from '../../providers/claude/render';

/** An answer with a thought, a search whose result comes in pieces of one array, and a cited sentence. */
export function answerOf(uuid: string, parent: string, asked: string): Said {
  const words = `You asked: “${asked}”. 🌊 The harbour is open; slack water is at noon.`;
  const from = words.indexOf('slack');
  return {
    uuid,
    sender: 'assistant',
    parent,
    stop: 'end_turn',
    content: [
      thinking('The table of today is needed. I look for it.', ['Looking for the table']),
      text('I look it up.'),
      ...tool(`toolu_${uuid.slice(-6)}`, 'web_search', { query: 'slack water today' }, [
        page('Tide table', 'https://tides.example/today', 'Slack water at noon.'),
        page('Harbour', 'https://harbour.example/'),
      ]),
      text(words, [cite(`c-${uuid.slice(-6)}`, from, words.length, 'Tide table', 'https://tides.example/today')]),
    ],
  };
}

/** The frames of its stream. */
export const framesOf = (said: Said): string[] => [
  ': ping - 2026-07-20T10:00:00Z\n\n',
  ...streamOf(said)
    .split(/(?<=\n\n)/)
    .filter((frame) => frame !== ''),
];
