import { harbour } from './harbour';
import { WORKSPACE } from './secrets';
import { type Conversation, conversation, growTree, MORNING, message, text } from './tree';

export const SHORT = '6a3f1c20-f140-8321-9d8e-5b1e6a1c0002';
export const PROJECT = '6a3f1c20-f140-8321-9d8e-5b1e6a1c0003';
export const WORK = '6a3f1c20-f140-8321-9d8e-5b1e6a1c0004';
export const EMPTY = '6a3f1c20-f140-8321-9d8e-5b1e6a1c0005';
export const BIG = '6a3f1c20-f140-8321-9d8e-5b1e6a1c0006';
export const CHAIN = '6a3f1c20-f140-8321-9d8e-5b1e6a1c0007';

/** A conversation on the server: its tree, the account it belongs to, and how its JSON is written. */
export interface Stored {
  readonly conversation: Conversation;
  /** Visible under this account only; null is the personal one. */
  readonly account: string | null;
  /** Everything but ASCII is written as `\\u….`, as some answers of the site are. */
  readonly escaped: boolean;
}

/** What the server holds when it starts: new objects at every call. */
export function startingConversations(): Map<string, Stored> {
  const personal = (each: Conversation, escaped = false): [string, Stored] => [
    each.conversation_id,
    { conversation: each, account: null, escaped },
  ];
  return new Map<string, Stored>([
    personal(harbour()),
    personal(
      short(
        SHORT,
        'A word for slack water',
        'What is slack water?',
        'The short time around high or low water when the stream does not run.',
      ),
    ),
    personal(
      {
        ...short(
          PROJECT,
          'Paint for the hull',
          'Which paint for a wooden hull?',
          'A linseed oil primer, then two coats — thin ones.',
        ),
        gizmo_id: 'g-p-6a3f1c2000008191a0b1c2d3e4f50607',
        gizmo_type: 'snorlax',
        conversation_template_id: 'g-p-6a3f1c2000008191a0b1c2d3e4f50607',
      },
      true,
    ),
    [WORK, { ...work(), account: WORKSPACE, escaped: false }],
    personal(conversation(EMPTY, 'Empty', growTree(), '', {})),
  ]);
}

function work(): Pick<Stored, 'conversation'> {
  return { conversation: short(WORK, 'Crew list', 'Who is on watch?', 'Nobody was named yet.') };
}

function short(id: string, title: string, question: string, answer: string): Conversation {
  const tree = growTree();
  const root = tree.add('client-created-root', null, null);
  const leaf = tree.chain(
    root,
    message(`${id}-q`, 'user', text(question), { create_time: MORNING + 1 }),
    message(`${id}-a`, 'assistant', text(answer), {
      create_time: MORNING + 4,
      channel: 'final',
      metadata: { model_slug: 'gpt-5-6', is_complete: true },
    }),
  );
  return conversation(id, title, tree, leaf);
}

/** A small conversation of that id. */
export const conversationOf = (id: string): Stored => ({
  conversation: short(id, `On ${id.slice(-2)}`, 'What is to be said of it?', 'Not much.'),
  account: null,
  escaped: false,
});

/** A conversation whose JSON has about this many bytes: long answers, code, two languages, a branch now and then. */
export function bigConversation(bytes: number, id = BIG): Stored {
  const tree = growTree();
  let leaf = tree.add('client-created-root', null, null);
  let left = bytes;
  for (let n = 0; left > 0; n++) {
    const question = message(`${id}-${n}-q`, 'user', text(paragraph(n, 2)), { create_time: MORNING + n * 10 });
    const answer = message(
      `${id}-${n}-a`,
      'assistant',
      text(`${paragraph(n, 30)}\n\n\`\`\`python\nprint("${n}\\t\\u00e9")\n\`\`\``),
      {
        create_time: MORNING + n * 10 + 5,
        channel: 'final',
        metadata: { model_slug: 'gpt-5-6', is_complete: true, request_id: `req-${n}` },
      },
    );
    const asked = tree.chain(leaf, question);
    if (n % 9 === 0) tree.chain(asked, { ...answer, id: `${id}-${n}-b`, content: text(paragraph(n + 7, 12)) });
    leaf = tree.chain(asked, answer);
    left -= JSON.stringify(question).length + JSON.stringify(answer).length + 400;
  }
  return { conversation: conversation(id, 'A long season', tree, leaf), account: null, escaped: false };
}

/** A conversation that is one chain of so many messages. */
export function chainConversation(length: number, id = CHAIN): Stored {
  const tree = growTree();
  let leaf = tree.add('client-created-root', null, null);
  for (let n = 0; n < length; n++) {
    const role = n % 2 === 0 ? 'user' : 'assistant';
    leaf = tree.chain(leaf, message(`${id}-${n}`, role, text(`Line ${n}`), { create_time: MORNING + n }));
  }
  return { conversation: conversation(id, 'A long line', tree, leaf), account: null, escaped: false };
}

const WORDS =
  'the tide turns and a boat with its keel in the mud waits “quietly” for Wasser — über die Barre, naïve; log: "a\\b"'.split(
    ' ',
  );

function paragraph(seed: number, sentences: number): string {
  let state = seed * 2_654_435_761 + 1;
  const word = (): string => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return WORDS[state % WORDS.length] ?? '';
  };
  return Array.from({ length: sentences }, () => `${Array.from({ length: 14 }, word).join(' ')}.`).join('\n');
}

/** The JSON of a conversation as the site would send it. */
export const jsonOf = ({ conversation: each, escaped }: Stored): string => textOf(each, escaped);

/** A value's JSON, written as the conversation's is. */
export function textOf(value: object, escaped: boolean): string {
  const json = JSON.stringify(value);
  if (!escaped) return json;
  return json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
