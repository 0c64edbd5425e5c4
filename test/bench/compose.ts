import { utf8 } from '../../src/lib/bytes';
import { conversation, growTree, type Message, MORNING, message, text } from '../sites/chatgpt/tree';

const WORDS =
  'the a of ebb flood harbour tide table model answer because however “quoted” naïve über 世界 therefore log part list code value \\n path/to/file 3.14 2026 and or not which that with from into over'.split(
    ' ',
  );

/** Numbers that look like chance and are the same every time (a linear congruence, its upper bits). */
export function dice(seed: number): (sides: number) => number {
  let state = seed >>> 0;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

export function prose(roll: (sides: number) => number, length: number): string {
  const pieces: string[] = [];
  for (let size = 0; size < length; ) {
    const word = WORDS[roll(WORDS.length)] ?? '';
    pieces.push(roll(14) === 0 ? `${word}.\n\n` : `${word} `);
    size += word.length + 1;
  }
  return pieces.join('');
}

/** One exchange of question and answer as the site sends it, with the metadata that every message carries. */
function pair(roll: (sides: number) => number, n: number, size: number): readonly Message[] {
  const id = (part: string): string => `00000000-0000-4000-8000-${String(n).padStart(8, '0')}${part}`;
  const at = MORNING + n * 60;
  const metadata = { model_slug: 'gpt-5-6', parent_id: id('0000'), request_id: `r${n}`, timestamp_: 'absolute' };
  return [
    message(id('0001'), 'user', text(prose(roll, size / 8)), { create_time: at, metadata }),
    message(id('0002'), 'assistant', text(prose(roll, (size * 7) / 8)), {
      create_time: at + 2,
      channel: 'final',
      metadata: { ...metadata, finish_details: { type: 'stop', stop_tokens: [200002] }, is_complete: true },
    }),
  ];
}

/** A conversation of about this many bytes of JSON: some 6 KB each question and answer, one branch in eight. */
export function composed(id: string, bytes: number, seed = 1): string {
  const roll = dice(seed);
  const tree = growTree();
  let leaf = tree.add(`${id}-root`, null, null);
  for (let n = 0, size = 0; size < bytes; n++) {
    const messages = pair(roll, seed * 100_000 + n, 6_000);
    const end = tree.chain(leaf, ...messages);
    if (n % 8 !== 7) leaf = end;
    size += JSON.stringify(messages).length + 500;
  }
  return JSON.stringify(conversation(id, `Composed ${seed}`, tree, leaf));
}

/** The text of a page, about so many bytes of it. */
export const pageText = (bytes: number, seed: number): Uint8Array<ArrayBuffer> => utf8(prose(dice(seed), bytes));

/** Bytes that no codec makes smaller. */
export function noise(bytes: number, seed: number): Uint8Array<ArrayBuffer> {
  const roll = dice(seed);
  const words = new Uint32Array(bytes / 4);
  for (let at = 0; at < words.length; at++) words[at] = roll(2 ** 32);
  const all = new Uint8Array(words.buffer);
  all.set([0xff, 0xd8, 0xff, 0xe0]); // begins as a photograph does
  return all;
}
