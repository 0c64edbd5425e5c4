import type { Quoted } from './answers';
import type { Checked, CheckedSource, TextOf } from './evidence-state';
import type { HeldPage } from './held-pages';
import { type Found, findPassages } from './passage';
import { stateOf, summed } from './passage-state';
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
  const byCopy: Found[][] = [];
  let newest: Found[] | null = null;
  for (const copy of page?.copies ?? []) {
    const text = await textOf(copy.text);
    if (text === null) continue; // what is not there says nothing: that it lacks is the report's to say
    const found = findPassages(text, [...sought, ...words]);
    byCopy.push(found.slice(0, sought.length));
    newest = found.slice(sought.length);
  }
  if (newest) answered('copy', newest);
  const isUnreachable = page !== null && page.gap !== null;
  const states = new Map<string, Checked>(
    sought.map((passage, index) => {
      const state = stateOf(byCopy.flatMap((found) => found[index] ?? []));
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

const UNREACHABLE: Checked = { state: 'unreachable', how: 'not-found', share: 0 };
