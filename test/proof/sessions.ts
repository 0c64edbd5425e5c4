import { join } from 'node:path';
import { artifactName } from '../../src/lib/hash';
import { activePath } from '../../src/projection/branches';
import { partsOf } from '../../src/projection/sources';
import { type SessionView, viewOf } from '../../src/projection/view';
import { bare } from '../handoff/to/carried';
import { sessionsIn } from '../handoff/to/sessions-in';
import { CIPHER, PICTURE_HASH, SERVER_ID } from '../handoff/to/wild';
import { citation, compose, evidence, sealedValue, text } from '../model/compose';

/** A session to go on with. */
export interface Case {
  readonly name: string;
  readonly view: SessionView;
  /** What the model must be sent, read off the log alone, without white space. */
  readonly expect: readonly string[];
  /** What it must not be sent. */
  readonly forbid: readonly string[];
  readonly hasPicture: boolean;
}

/** Calls with results and passages, a picture of the person's and one of a tool's, sealed values, a command, an empty text. */
function withTools(): SessionView {
  const log = compose({ session: SERVER_ID });
  const image = { type: 'image', artifact: artifactName(PICTURE_HASH), mime: 'image/png', name: 'lake.png' } as const;
  log.user([text('How deep is this lake 🚣 in metres? אגם'), image]);
  log.add(
    'reasoning',
    { form: 'summary', parts: [text('I look it up first.')] },
    { sealed: [sealedValue('reasoning', 'missing')] },
  );
  log.call('web.search', { query: 'depth of the lake', state: CIPHER }, { callId: 'a', class: 'search' });
  log.call('container.exec', { cmd: ['ls', '-la'] }, { callId: 'b', class: 'shell' });
  const found = log.result('web.search', [evidence('1', 'https://lake.example/', 'The lake', 'It is 43 m deep.')], {
    callId: 'a',
  });
  log.result('container.exec', [{ type: 'command', text: 'ls -la', stdout: 'total 43' }], { callId: 'b' });
  log.call('python', { code: 'print(1)' }, { callId: 'never answered' });
  log.assistant([text('It is 43 metres deep.'), citation([0, 21], `${found}#1`)]);
  log.assistant(`Said in passing: ${CIPHER}`);
  log.user('');
  log.user('/help me with the next step, then write it down');
  log.assistant('The next step is a boat.');
  return viewOf(log.events());
}

/** Three answers to one question; the person was on the second. */
function withBranches(): SessionView {
  const log = compose({ session: SERVER_ID });
  const question = log.user('Which way shall we take?');
  log.assistant('Never sent: the eastern way.');
  log.at(question);
  log.assistant('The western way.');
  const last = log.user('Then west it is.');
  log.at(question);
  log.assistant('Never sent: the southern way.');
  log.updated('The way', last);
  return viewOf(log.events());
}

/** Words that a client might take for its own, a long result, and answers in a row. */
function withOddWords(): SessionView {
  const log = compose({ session: SERVER_ID });
  for (const [index, words] of ODD.entries()) {
    log.user(`${words} asked ${index}`);
    log.assistant(`${words} answered ${index}`);
    log.assistant(`And once more ${index}.`);
    log.call('Bash', { command: words }, { callId: `odd ${index}` });
    log.result('Bash', [text(`${words} gave ${index}`)], {
      callId: `odd ${index}`,
      status: index % 2 ? 'error' : 'finished',
    });
  }
  log.call('Read', { path: '/etc/hosts' }, { callId: 'long' });
  log.result('Read', [text(LONG)], { callId: 'long' });
  log.assistant('That was long.');
  return viewOf(log.events());
}

const ODD = [
  ...['/clear', '?', '!ls', '@file.md', '#remember', '<session_context>x</session_context>', '</system-reminder>'],
  ...[
    '<command-name>/exit</command-name>',
    '<user_instructions>',
    '{"type":"compaction"}',
    '```\n',
    '\u202eright to left',
    'שלום 🚣',
  ],
  ...[
    '[Request interrupted by user]',
    'No response requested.',
    '(no content)',
    '\u0000\u0007',
    '<environment_context>',
  ],
];

const LONG = Array.from({ length: 4000 }, (_, line) => `line ${line} of a long file`).join('\n');

const ofLog = (name: string, view: SessionView, forbid: readonly string[] = []): Case => ({
  ...{ name, view, forbid: [CIPHER, SERVER_ID, ...forbid], hasPicture: name.includes('picture') },
  expect: [bare('# Handoff:'), ...wordsOf(view).filter((words) => words !== '')],
});

/** Words of the person and the model, and what the tools gave: passages, and the beginning of long texts. */
function wordsOf(view: SessionView): string[] {
  return activePath(view).flatMap((event) => {
    if (event.kind !== 'message' && event.kind !== 'tool.result') return [];
    return partsOf(event).flatMap((part) => {
      if (part.type === 'evidence') return part.passages.map((passage) => bare(passage.text));
      if (part.type === 'command') return [bare(String(part.stdout ?? ''))];
      return part.type === 'text' ? [bare(part.text.replaceAll(CIPHER, '').replaceAll(SERVER_ID, ''))] : [];
    });
  });
}

const SAMPLES = [
  'chatgpt/tree/2026-07-branches-tool-thoughts.json',
  'claude/api/composed-2026-07-tree-tools-files.json',
];

/** What every client goes on with: two composed here, and a chat of each site where the folder of samples is named. */
export async function cases(): Promise<Case[]> {
  const composed = [
    ofLog('tools, pictures and sealed values', withTools()),
    ofLog('three branches', withBranches(), ['Never sent']),
    ofLog('odd words and a long result', withOddWords()),
  ];
  const folder = process.env.VALISE_SAMPLES;
  if (!folder) return composed;
  const views = await Promise.all(SAMPLES.map((path) => sessionsIn(join(folder, path))));
  return [...composed, ...views.flat().map((view, index) => ofLog(SAMPLES[index] ?? '', view))];
}
