import { oncePer } from '../lib/once-per';
import type { CheckedQuote, EvidenceCheck } from './evidence-state';

/**
 * The source at which a quotation is spoken of: that which is cited beside it, else that which has it, else the first of
 * its answer.
 */
const sourceOf = ({ beside, found, sources }: CheckedQuote): number | undefined =>
  beside[0] ?? found?.source ?? sources[0];

/** The quotations that are spoken of at each source, by its number. */
export const quotesAt = oncePer((evidence: EvidenceCheck): ReadonlyMap<number, readonly CheckedQuote[]> => {
  const bySource = new Map<number, CheckedQuote[]>();
  for (const quote of evidence.quotes) {
    const number = sourceOf(quote);
    const list = number === undefined ? undefined : bySource.get(number);
    if (list) list.push(quote);
    else if (number !== undefined) bySource.set(number, [quote]);
  }
  return bySource;
});
