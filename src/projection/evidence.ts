import { type Quoted, quotedIn } from './answers';
import { type Answer, checkSource, type Looking } from './check-source';
import type { CheckedQuote, CheckedSource, EvidenceCheck, EvidenceState, TextOf } from './evidence-state';
import { heldPages } from './held-pages';
import { partsOf, sourcesOf } from './sources';
import type { SessionView } from './view';

/** Sources without a page between two rests. */
const MANY = 64;

const none = async (): Promise<void> => undefined;

/**
 * Looks for every passage and every quotation in what is held: the passages that the provider gave, and our copies of the
 * pages. The texts of the copies are read one after the other and not kept.
 * @param rest awaited now and then, for where other work must not wait
 */
export async function checkEvidence(view: SessionView, textOf: TextOf, rest = none): Promise<EvidenceCheck> {
  const { sources, numberOf } = sourcesOf(view);
  const quotes = await quotedIn(view, numberOf, rest);
  const cited = citedPassages(view, numberOf);
  const pageAt = heldPages(view);
  const checked = new Map<number, CheckedSource>();
  const answers = new Map<Quoted, Answer[]>();
  for (const source of sources) {
    const looking: Looking = {
      source,
      page: source.url === null ? null : pageAt(source.url),
      passages: [...new Set([...source.passages.map(({ text }) => text), ...(cited.get(source.number) ?? [])])],
      quotes: quotes.filter(({ sources: all }) => all.includes(source.number)),
    };
    checked.set(source.number, await checkSource(looking, textOf, answers));
    // a source without a page takes next to nothing
    if (looking.page || source.number % MANY === 0) await rest();
  }
  return {
    sources: checked,
    quotes: quotes.map((quote) => ({ ...quote, ...best(quote, answers.get(quote) ?? []) })),
    citations: countCitations(view, numberOf, checked),
  };
}

/** The passages that citations say they lean on, by the number of the source. */
function citedPassages(view: SessionView, numberOf: ReadonlyMap<string, number>): Map<number, Set<string>> {
  const cited = new Map<number, Set<string>>();
  for (const { passage, numbers } of citationsIn(view, numberOf))
    for (const number of passage === null ? [] : numbers) {
      const known = cited.get(number);
      if (known) known.add(passage ?? '');
      else cited.set(number, new Set([passage ?? '']));
    }
  return cited;
}

interface Cited {
  /** The passage it leans on, where the site says so. */
  readonly passage: string | null;
  readonly numbers: readonly number[];
}

const citationsIn = (view: SessionView, numberOf: ReadonlyMap<string, number>): Cited[] =>
  [...view.current.values()].flatMap(partsOf).flatMap((part) => {
    if (part.type !== 'citation') return [];
    const passage = typeof part.citedText === 'string' && part.citedText.trim() !== '' ? part.citedText : null;
    return [{ passage, numbers: [...new Set(part.evidence.flatMap((name) => numberOf.get(name) ?? []))] }];
  });

/** What is worst counts for a citation of several sources, so that nothing hides behind another; our copy before a word. */
const WEIGHT: readonly EvidenceState[] = ['changed', 'cut', 'unread', 'unreachable', 'found', 'given'];

function countCitations(
  view: SessionView,
  numberOf: ReadonlyMap<string, number>,
  sources: ReadonlyMap<number, CheckedSource>,
): Record<EvidenceState, number> {
  const counts: Record<EvidenceState, number> = {
    ...{ given: 0, found: 0, changed: 0 },
    ...{ cut: 0, unread: 0, unreachable: 0 },
  };
  for (const { passage, numbers } of citationsIn(view, numberOf)) {
    const states = numbers.map((number) => {
      const source = sources.get(number);
      return (passage === null ? source?.checked : (source?.passages.get(passage) ?? source?.checked))?.state;
    });
    const state = WEIGHT.find((each) => states.includes(each));
    if (state) counts[state]++;
  }
  return counts;
}

const RANK: readonly string[] = ['exact', 'normalised', 'partial'];

/** Where a quotation is found best: word for word before nearly so, in a source cited beside it, and in our copy. */
function best(quote: Quoted, answers: readonly Answer[]): Pick<CheckedQuote, 'found' | 'comparable'> {
  const order = ({ found, source, where }: Answer): number =>
    RANK.indexOf(found.how) * 1e6 + quote.sources.indexOf(source) + (where === 'copy' ? 0 : 0.5);
  const there = answers.filter(({ found }) => found.how !== 'not-found').sort((a, b) => order(a) - order(b))[0];
  return {
    found: there ? { ...there.found, source: there.source, where: there.where } : null,
    comparable: answers.length > 0,
  };
}
