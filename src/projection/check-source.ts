import type { Quoted } from './answers';
import type { Checked, CheckedSource, TextOf } from './evidence-state';
import type { HeldPage, PageCopy } from './held-pages';
import { type Found, findPassages } from './passage';
import { type InCopy, shareOf, stateOf, summed } from './passage-state';
import type { NumberedSource } from './sources';

/** What is looked for in one source. */
export interface Looking {
  readonly source: NumberedSource;
  readonly page: HeldPage | null;
  /** Those of the evidence, and those that citations name. */
  readonly passages: readonly string[];
  readonly quotes: readonly Quoted[];
}

/** What a source says to a quotation. */
export interface Answer {
  readonly source: number;
  readonly where: 'passage' | 'copy';
  readonly found: Found;
}

/**
 * Looks for passages and quotations in one source: passages in the copies of its page, quotations in what the provider
 * gave and in the newest copy.
 * @param answers what was found of each quotation is added there
 */
export async function checkSource(
  { source, page, passages, quotes }: Looking,
  textOf: TextOf,
  answers: Map<Quoted, Answer[]>,
): Promise<CheckedSource> {
  const words = quotes.map(({ quotation }) => quotation.text);
  const answered = (where: Answer['where'], found: readonly Found[]): void => {
    for (const [index, quote] of quotes.entries()) {
      const each = found[index];
      const known = answers.get(quote) ?? [];
      if (each) answers.set(quote, [...known, { source: source.number, where, found: each }]);
    }
  };
  const given = source.passages.map(({ text }) => text).join('\n\n');
  if (given !== '' && quotes.length > 0) answered('passage', findPassages(given, words));
  const sought = passages.filter((passage) => passage.trim() !== '');
  const byCopy: InCopy[][] = [];
  let newest: Found[] | null = null;
  for (const copy of page?.copies ?? []) {
    const found = await foundIn(copy, [...sought, ...words], textOf);
    if (found === 'missing') continue; // what is not there says nothing: that it lacks is the report's to say
    byCopy.push(sought.map((_, index) => ({ found: found?.[index] ?? null, isCut: copy.isCut })));
    newest = found?.slice(sought.length) ?? null;
  }
  if (newest) answered('copy', newest);
  const isUnreachable = page !== null && page.gap !== null;
  const states = new Map<string, Checked>(
    sought.map((passage, index) => {
      const state = stateOf(byCopy.flatMap((copy) => copy[index] ?? []));
      return [passage, isUnreachable ? { ...state, state: 'unreachable' } : state];
    }),
  );
  return {
    checked: isUnreachable ? UNREACHABLE : summed([...states.values()]),
    passages: states,
    found: [...states.values()].filter(({ how }) => how !== 'not-found').length,
    page,
  };
}

/**
 * How passages stand in a copy: in its readable text first, and what is not whole there in everything that the page says.
 * Null: it has no words. Missing: it has, and they are not there.
 */
async function foundIn(
  { text, words }: PageCopy,
  passages: readonly string[],
  textOf: TextOf,
): Promise<Found[] | 'missing' | null> {
  if (text === null && words === null) return null;
  const readable = text === null ? null : await textOf(text);
  const found = readable === null ? null : findPassages(readable, passages);
  if (words === null || found?.every((each) => shareOf(each) === 1)) return found ?? 'missing';
  const everything = await textOf(words);
  if (everything === null) return found ?? 'missing';
  const open = [...passages.keys()].filter((index) => shareIn(found, index) < 1);
  const besides = findPassages(
    everything,
    open.map((index) => passages[index] ?? ''),
  );
  const at = new Map(open.map((index, nth) => [index, besides[nth] ?? NOWHERE]));
  return passages.map((_, index) => {
    const before = found?.[index] ?? NOWHERE;
    const beside = at.get(index) ?? NOWHERE;
    return shareOf(beside) > shareOf(before) ? beside : before;
  });
}

const NOWHERE: Found = { how: 'not-found', share: 0 };

const shareIn = (found: readonly Found[] | null, index: number): number => shareOf(found?.[index] ?? NOWHERE);

const UNREACHABLE: Checked = { state: 'unreachable', how: 'not-found', share: 0 };
