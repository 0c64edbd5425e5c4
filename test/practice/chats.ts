import { png } from '../sites/picture';

export interface Source {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly quote: string;
}

export interface Message {
  readonly id: string;
  readonly parent: string | null;
  readonly author: 'user' | 'assistant';
  readonly model: string | null;
  readonly sent: string;
  readonly text: string;
  readonly sources?: readonly Source[];
  readonly citations?: readonly { readonly start: number; readonly end: number; readonly source: string }[];
  readonly files?: readonly {
    readonly id: string;
    readonly name: string;
    readonly type: string;
    /** Absent: the file is to be asked for. */
    readonly base64?: string;
  }[];
}

export interface Chat {
  readonly chat: {
    readonly id: string;
    readonly title: string;
    readonly created: string;
    updated: string;
    leaf: string;
  };
  readonly messages: Message[];
}

const MODEL = 'practice-1';
const at = (minute: number): string => new Date(Date.UTC(2026, 8, 21, 8, minute)).toISOString();

const sources: readonly Source[] = [
  {
    id: 's1',
    url: 'https://kitchen.example.org/sourdough/hydration',
    title: 'Hydration, explained',
    quote: 'At 75 % hydration a dough of strong flour is soft but holds its shape.',
  },
  {
    id: 's2',
    url: 'https://mill.example.net/rye',
    title: 'What rye does to a dough',
    quote: 'Rye drinks more water than wheat and has next to no gluten.',
  },
];

/** A small bar chart, drawn here: the picture that an answer shows. */
function chart(): string {
  const heights = [20, 34, 52, 60, 44];
  const colour = (x: number, y: number): readonly number[] => {
    const bar = heights[Math.floor(x / 24)] ?? 0;
    return x % 24 > 3 && 79 - y < bar ? [0x2f, 0x6f, 0x8f] : [0xfb, 0xf7, 0xee];
  };
  return png(120, 80, colour).toString('base64');
}

/** The files that messages only name, by id. */
export const filesAsked: Readonly<Record<string, readonly [type: string, bytes: Buffer]>> = {
  f3: ['image/png', png(64, 64, (x, y) => [0xd8 - x, 0xb0 - y, 0x80])],
};

const table = 'hour,height_cm\n0,4.0\n2,5.1\n4,7.8\n6,9.0\n8,8.2\n';

/** A text with its citations: `[[s1:words]]` marks the words that rest on a source. */
function cited(marked: string): Pick<Message, 'text' | 'citations'> {
  const citations: { start: number; end: number; source: string }[] = [];
  let text = '';
  for (const piece of marked.split(/(\[\[\w+:[^\]]*\]\])/)) {
    const mark = /^\[\[(\w+):(.*)\]\]$/.exec(piece);
    if (mark) citations.push({ start: text.length, end: text.length + (mark[2] ?? '').length, source: mark[1] ?? '' });
    text += mark ? (mark[2] ?? '') : piece;
  }
  return { text, citations };
}

/** The chat that the practice server starts with: an edited question, two answers to it, citations, a picture, a file. */
export function sourdough(): Chat {
  const say = (id: string, parent: string | null, minute: number, text: string): Message => ({
    id,
    parent,
    author: 'user',
    model: null,
    sent: at(minute),
    text,
  });
  const answer = (
    id: string,
    parent: string,
    minute: number,
    rest: Pick<Message, 'text'> & Partial<Message>,
  ): Message => ({
    id,
    parent,
    author: 'assistant',
    model: MODEL,
    sent: at(minute),
    ...rest,
  });
  return {
    chat: { id: 'sourdough', title: 'A loaf with a third of rye 🍞', created: at(0), updated: at(9), leaf: 'm7' },
    messages: [
      say('m1', null, 0, 'How much water for a sourdough?'),
      answer('m2', 'm1', 1, cited('For strong wheat flour, [[s1:75 % is a good start]].')),
      say('m3', null, 2, 'How much water for a sourdough with a third of rye?'),
      answer('m4', 'm3', 3, cited('A little more than for wheat alone.')),
      answer('m5', 'm3', 4, {
        ...cited(
          'Take **78 to 80 %**: [[s2:rye drinks more water]], and [[s1:75 %]] is already soft with wheat.\n\n| flour | water |\n| --- | --- |\n| 500 g | 390 g |',
        ),
        sources,
      }),
      say('m6', 'm5', 6, 'Show me how it rises, and give me the numbers.'),
      answer('m7', 'm6', 9, {
        text: 'The dough doubles in about five hours at 24 °C; the table has a reading every two hours.\n\n```csv\nhour,height_cm\n```',
        files: [
          { id: 'f1', name: 'Rise of the dough.png', type: 'image/png', base64: chart() },
          { id: 'f2', name: 'rise.csv', type: 'text/csv', base64: Buffer.from(table).toString('base64') },
          { id: 'f3', name: 'Crumb.png', type: 'image/png' },
        ],
      }),
    ].map((each) => (each.id === 'm2' ? { ...each, sources: sources.slice(0, 1) } : each)),
  };
}

/** What the practice chat answers: it has a few loaves' worth of knowledge, and says what it was asked. */
export function replyTo(question: string, turn: number): Pick<Message, 'text' | 'citations' | 'sources'> {
  const asked = question.trim() === '' ? 'nothing yet' : `“${question.trim().slice(0, 200)}”`;
  const [first, second] = sources;
  const replies = [
    {
      ...cited(`You asked ${asked}. Give it time: [[s2:rye has next to no gluten]], so fold gently and bake it long.`),
      sources: second ? [second] : [],
    },
    {
      ...cited(`You asked ${asked}. A cooler dough keeps its shape; [[s1:at 75 % it still holds]] 🥖.`),
      sources: first ? [first] : [],
    },
    { ...cited(`You asked ${asked}. The crumb tells: if it is gummy, wait a day before you cut it.`) },
  ];
  return replies[turn % replies.length] ?? { text: asked };
}
