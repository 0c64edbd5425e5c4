import { z } from 'zod';
import { headlineOf } from '../../../archive/pages/describe';
import { quotedName } from '../../../handoff/markdown';
import { counted } from '../../../lib/text';
import type { Event } from '../../../model/event';
import { numberOf } from '../../../projection/view';
import { textOf } from '../../../search/event-text';
import { snippetOf } from '../../../search/match';
import { bestIn } from '../../../search/score';
import { isEnough, wordsIn } from '../../../search/words';
import { type Answer, type Entry, failure, fittingEntries, notice, said } from '../answer';
import { type Found, findEvents } from '../find';
import type { Served } from '../served';
import { SESSION, toolOf } from '../tool';

const MOST_HITS = 50;
const WHERE = ['everything', 'messages', 'reasoning', 'tools', 'files'] as const;

export const search = toolOf({
  name: 'search',
  title: 'Search',
  description:
    'Finds events by words, in everything that was said, thought, called and found: messages, reasoning, calls of tools and what they gave, passages of sources, names of files. Capitals and accents do not matter; words between quotes stand together. Gives numbers of events with the place where the words stand: read them whole with read_events.',
  input: z.strictObject({
    query: z.string().min(1).max(200).describe('Words. An event is found that holds all of them.'),
    session: SESSION.describe('Only in this session, by its name. Absent: in all.'),
    in: z.enum(WHERE).default('everything').describe('Only in events of this sort.'),
    from: z.int().min(1).default(1).describe('Hit to begin with; the first is 1.'),
    most: z.int().min(1).max(MOST_HITS).default(20).describe('How many hits to give.'),
  }),
  async run(served, { query, session: slug, in: where, from, most }, signal) {
    const session = slug === undefined ? null : served.session(slug);
    if (typeof session === 'string') return failure(session);
    const words = wordsIn(query);
    if (!isEnough(words)) return failure('There is no word to look for: a single letter is in every text.');
    const found = await findEvents(served, { words, slug, isWanted: (event) => isIn(where, event) }, signal);
    return found === null ? failure('The search was called off.') : hitsWords(served, found, { words, from, most });
  },
});

const KINDS: Readonly<Record<Exclude<(typeof WHERE)[number], 'everything'>, readonly Event['kind'][]>> = {
  messages: ['message', 'agent.message'],
  reasoning: ['reasoning'],
  tools: ['tool.call', 'tool.result'],
  files: ['artifact'],
};

const isIn = (where: (typeof WHERE)[number], { kind }: Event): boolean =>
  where === 'everything' || KINDS[where].includes(kind);

interface Paging {
  readonly words: readonly string[];
  readonly from: number;
  readonly most: number;
}

function hitsWords(served: Served, found: readonly Found[], { words, from, most }: Paging): Answer {
  if (found.length === 0) return said('Nothing holds any of the words.');
  const page = found.slice(from - 1, from - 1 + most);
  if (page.length === 0) return failure(`There are only ${counted(found.length, 'hit')}.`);
  const hits = page.flatMap((each) => hitOf(served, each, words));
  const { texts, whole } = fittingEntries(hits, 0);
  const isAll = found[0]?.words === words.length;
  const next = from + whole;
  return said(
    notice(...hits.slice(0, whole).map(({ view }) => view)),
    isAll
      ? `${counted(found.length, 'event')} found.`
      : `No event holds all of the words; ${counted(found.length, 'event')} with some of them.`,
    ...texts,
    next <= found.length ? `More: search with from ${next}.` : '',
  );
}

function hitOf(served: Served, { slug, id }: Found, words: readonly string[]): Entry[] {
  const session = served.session(slug);
  const event = typeof session === 'string' ? undefined : session.view.current.get(id);
  if (typeof session === 'string' || !event) return [];
  const { view, clean } = session;
  const { before, hit, after } = snippetOf(bestIn(clean(textOf(event)), words)?.piece ?? '', words);
  const where = served.archive.sessions.length > 1 ? ` of ${slug}` : '';
  const head = `### ${numberOf(view, id)}${where} ${quotedName(clean(headlineOf(event)))}`;
  return [{ head, quoted: `${before}${hit}${after}`, view }];
}
