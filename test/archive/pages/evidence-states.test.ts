import { describe, expect, test } from 'vitest';
import { openArchive } from '../../../src/archive/open';
import { DEFAULT_OPTIONS } from '../../../src/archive/options';
import { pack } from '../../../src/archive/pack';
import { reportsOf } from '../../../src/archive/reports';
import { memorySink, memorySource } from '../../../src/archive/zip/ports';
import { textOf } from '../../../src/lib/bytes';
import { sessionKey } from '../../../src/model/ids';
import { SessionHead } from '../../../src/model/session';
import { citation, compose, evidence, text } from '../../model/compose';
import { addLostPage, addPage, texts } from '../../model/pages';
import { filesOf, pathOf } from '../make';

const PAGES = {
  same: { url: 'https://same.example/', passage: 'The lake is 43 m deep at its deepest point.' },
  written: { url: 'https://written.example/', passage: 'It freezes over in most winters — nearly all.' },
  part: { url: 'https://part.example/', passage: 'The ice carried horses in the winter of 1929.' },
  gone: { url: 'https://gone.example/', passage: 'Boats need a permit from the harbour office.' },
  lost: { url: 'https://lost.example/', passage: 'The warden lives in the house by the pier.' },
  given: { url: 'https://given.example/', passage: 'The pier was built of oak and stone in 1871.' },
  beside: { url: 'https://beside.example/', passage: 'Dogs are to be kept on a lead along the shore.' },
  cut: { url: 'https://cut.example/', passage: 'The last ferry of the day leaves at half past six.' },
  scanned: { url: 'https://scanned.example/', passage: 'A map of the year 1803 shows two islands more.' },
} as const;

const ANSWER = [
  'As one page says, “the lake is 43 m deep at its deepest point” (1).',
  'Another: “Boats need a permit from the harbour office.” (4).',
  'And a third: “every boat was burned in the great fire of that year” (6).',
].join('\n\n');

const HELD = {
  same: `# Depth\n\n${PAGES.same.passage}`,
  written: 'It *freezes over* in most winters -\nnearly all.',
  part: 'The ice carried horses in the summer of 1930.',
  gone: 'This page has moved; nothing is written here any more. <script>alert(1)</script>',
  beside: { markdown: 'The shore is four kilometres long.', words: `Shore\n\n${PAGES.beside.passage}` },
  cut: { markdown: 'Boats go every hour from the pier.', cut: 'page' },
  scanned: { markdown: null },
} as const;

/** An archive of one session in which every state comes up, and its bytes. */
async function archive(): Promise<Uint8Array<ArrayBuffer>> {
  const [log, held] = [compose({ session: 'c-lake' }), texts()];
  log.user('Tell me of the lake.');
  log.call('web.search', { q: 'lake' });
  const all = Object.entries(PAGES);
  const found = all.map(([name, { url, passage }]) => evidence(name, url, `The page ${name}`, passage));
  const result = log.result('web.search', found);
  const at = (mark: string): [number, number] => [ANSWER.indexOf(mark), ANSWER.indexOf(mark) + mark.length];
  log.assistant([
    text(ANSWER),
    ...all.map(([name], i) => citation(at(`(${[1, 1, 1, 4, 6, 6, 6, 6, 6][i]})`), `${result}#${name}`)),
  ]);
  for (const [name, said] of Object.entries(HELD))
    addPage(log, held, {
      url: PAGES[name as keyof typeof HELD].url,
      at: '2026-04-01T10:00:00.000Z',
      parents: [result],
      ...(typeof said === 'string' ? { markdown: said } : said),
    });
  addLostPage(log, { url: PAGES.lost.url, why: 'not-found', at: '2026-04-01T10:00:00.000Z', parents: [result] });
  const origin = 'https://chatgpt.com';
  const identity = { key: sessionKey('chatgpt', origin, 'c-lake'), site: 'chatgpt', origin, native: 'c-lake' };
  const sink = memorySink();
  await pack(
    {
      sessions: [{ identity, containers: [], lines: log.lines() }],
      artifact: async (hash) => held.bytes.get(hash) ?? null,
      release: '9.9.9',
      options: DEFAULT_OPTIONS,
    },
    sink,
  );
  return sink.bytes();
}

const COUNTS = {
  citationsGiven: 1,
  citationsFound: 4,
  citationsChanged: 1,
  citationsCut: 1,
  citationsUnread: 1,
  citationsUnreachable: 1,
  quotes: 3,
  quotesFound: 2,
};

describe('whether the evidence still says so, in an archive', async () => {
  const zip = await archive();
  const { files } = await filesOf(zip);
  const file = (ending: string): string => textOf(files.get(pathOf(files, ending)) ?? new Uint8Array()) ?? '';

  test('the transcript says it of every source and passage', () => {
    const entries = file('transcript.md')
      .split(/^### Source-/m)
      .slice(1);
    const said = entries.map((entry) => [
      /· ([a-z]+ [^·\n]*)$/m.exec(entry)?.[1],
      /^Passage, (.*):$/m.exec(entry)?.[1],
    ]);
    expect(said).toEqual([
      ['found in our copy, word for word', 'supplied by the provider; found in our copy, word for word'],
      [
        'found in our copy, but for how it is written',
        'supplied by the provider; found in our copy, but for how it is written',
      ],
      [
        expect.stringMatching(/^found in our copy in part \(\d\d %\)$/),
        expect.stringMatching(/^supplied by the provider; found in our copy in part/),
      ],
      ['page has changed: not in our copy', 'supplied by the provider; page has changed: not in our copy'],
      ['page cannot be reached', 'supplied by the provider; page cannot be reached'],
      ['given by the provider', 'supplied by the provider'],
      ['found in our copy, word for word', 'supplied by the provider; found in our copy, word for word'],
      [
        'not in our copy, which is only the beginning of the page',
        'supplied by the provider; not in our copy, which is only the beginning of the page',
      ],
      ['our copy has no words to compare with', 'supplied by the provider; our copy has no words to compare with'],
    ]);
  });

  test('quotes stand at the source that is cited beside them', () => {
    const entries = file('transcript.md')
      .split(/^### Source-/m)
      .slice(1);
    const quotes = entries.map((entry) =>
      [...entry.matchAll(/“(.*)”: (.*)\.$/gm)].map(([, quote, how]) => [quote, how]),
    );
    expect(quotes.flatMap((list, at) => list.map((each) => [at + 1, ...each]))).toEqual([
      [
        1,
        'the lake is 43 m deep at its deepest point',
        'found in [source 1](#source-1), but for how it is written, in our copy',
      ],
      [
        4,
        'Boats need a permit from the harbour office.',
        'found in [source 4](#source-4), word for word, in the passage that the provider gave',
      ],
      [5, 'every boat was burned in the great fire of that year', 'not found in what we hold'],
    ]);
  });

  test('index.html says the same, and that it is no claim of truth', () => {
    const page = file('index.html').replace(/<[^>]*>/g, '');
    for (const words of [
      'found in our copy, word for word',
      'page has changed: not in our copy',
      'page cannot be reached',
      'given by the provider',
      'not in our copy, which is only the beginning of the page',
      'our copy has no words to compare with',
      'Passages are looked for in all that it says, too, as valise/words 1 has it.',
      'not found in what we hold',
    ])
      expect(page).toContain(words);
    expect(page).toContain('not that they are true');
    expect(file('index.html')).not.toContain('<script');
  });

  test('session.json and the report count them, and computing the report again gives the same', async () => {
    const head = SessionHead.parse(JSON.parse(file('session.json')));
    expect(head.report.audit.counts).toMatchObject(COUNTS);
    expect(head.report.audit.verdict).not.toBe('fail');
    const opened = await openArchive(memorySource(zip));
    if (opened.kind === 'refused') throw new Error(opened.flaw.sentence);
    expect((await reportsOf(opened)).map(({ report }) => report.audit)).toEqual([head.report.audit]);
  });

  test('the same log and artifacts give the same bytes', async () => {
    expect(await archive()).toEqual(zip);
  });
});
