import { POINTER } from '../../src/handoff/pointer';
import { longText } from '../sites/composers/words';
import { fileOf } from './composing';

export const WORDS = ['line 1', 'line 2', 'line 3', '/help'].join('\n');
const LONG = longText(20_000);
const NOTES = fileOf('tide notes.md', 'text/markdown', '# Notes');

const WHOLE = { kind: 'placed', as: 'whole' };
const AS_FILE = { kind: 'placed', as: 'file' };
const NOTHING_TAKEN = { kind: 'refused', because: 'nothing-taken' };
const notes = (state: string) => [{ name: 'tide notes.md', state }];
const HANDOFF = { name: 'handoff.md', type: 'text/markdown', text: LONG };

/** What is placed into a page that is no help, what is true of it after that, and what the page has then. */
interface Trick {
  readonly address: string;
  /** {@link WORDS} where nothing else is said. */
  readonly text?: string;
  readonly files?: readonly object[];
  readonly outcome: object;
  readonly after?: string;
  readonly holds?: readonly object[];
}

const took = (address: string): Trick => ({ address, outcome: WHOLE, after: WORDS });
const withNotes = (address: string, state: string, holds: readonly object[]): Trick => ({
  address,
  files: [NOTES],
  outcome: { ...WHOLE, files: notes(state) },
  holds,
});

export const TRICKS: readonly Trick[] = [
  // it says that it took the text, and empties itself; or when it was given a file
  { address: 'textarea?trick=empties', outcome: NOTHING_TAKEN, after: '' },
  {
    address: 'textarea?trick=forgets',
    files: [NOTES],
    outcome: { kind: 'differs', meant: WORDS.length, found: 0, same: 0 },
    after: '',
  },
  // it takes nothing, or changes the words
  { address: 'textarea?trick=refuses', outcome: NOTHING_TAKEN, after: '' },
  { address: 'editable?trick=refuses', outcome: NOTHING_TAKEN, after: '' },
  { address: 'textarea?trick=garbles', outcome: { kind: 'differs', meant: 26, found: 30, same: 19 } },
  // it takes them in its own way only
  took('editable?trick=paste'),
  took('editable?kind=plaintext-only'),
  // another editor stands in its place meanwhile; there are two; it is not in the page itself
  took('textarea?trick=replaces'),
  ...['textarea?two', 'textarea?shadow', 'prosemirror?shadow'].map(took),
  ...['textarea', 'prosemirror', 'lexical'].map((editor) => took(`framed?of=${editor}`)),
  // what does not fit goes as a file: where the page says how much it takes, and where it cuts the rest off in silence
  {
    address: 'textarea?most=10000',
    text: LONG,
    files: [NOTES],
    outcome: { ...AS_FILE, files: [{ name: 'handoff.md', state: 'shown' }, ...notes('shown')] },
    after: POINTER,
    holds: [HANDOFF, { name: 'tide notes.md' }],
  },
  { address: 'textarea?trick=cuts', text: LONG, outcome: AS_FILE, after: POINTER, holds: [HANDOFF] },
  {
    address: 'textarea?most=20100&own=Look',
    text: LONG,
    outcome: { ...AS_FILE, own: 'kept' },
    after: `Look\n\n${POINTER}`,
    holds: [HANDOFF],
  },
  {
    address: 'textarea?most=9000&complains',
    text: LONG,
    outcome: { kind: 'refused', because: 'file' },
    after: '',
    holds: [],
  },
  // it makes a file of a long paste by itself
  {
    address: 'prosemirror?big',
    text: LONG,
    outcome: { kind: 'placed', as: 'site-file' },
    after: '',
    holds: [{ name: 'Pasted text.txt' }],
  },
  // what becomes of a file
  withNotes('textarea?complains', 'refused', []),
  withNotes('textarea?silent', 'unseen', [{ name: 'tide notes.md' }]),
  withNotes('textarea?nofield', 'refused', []),
  withNotes('textarea?nofield&drop', 'shown', [{ name: 'tide notes.md' }]),
  withNotes('prosemirror?nofield', 'shown', [{ name: 'tide notes.md' }]),
  // there is nothing to write into
  { address: 'none', outcome: { kind: 'refused', because: 'no-composer' } },
  { address: 'none?login', outcome: { kind: 'refused', because: 'signed-out' } },
  { address: 'https://chatgpt.com/?layout=gone', outcome: { kind: 'refused', because: 'site-changed' } },
];
