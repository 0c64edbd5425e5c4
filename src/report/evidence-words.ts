import type { Checked, CheckedQuote, CheckedSource } from '../projection/evidence-state';
import type { NumberedSource } from '../projection/sources';

const percent = (share: number): string => `${Math.floor(share * 100)} %`;

const HOW = {
  exact: 'word for word',
  normalised: 'but for how it is written',
} as const;

/** What is known of a passage, in the words of an archive's pages and of the report. Never that it is true. */
export function evidenceWords({ state, how, share }: Checked): string {
  switch (state) {
    case 'given':
      return 'given by the provider';
    case 'unreachable':
      return 'page cannot be reached';
    case 'changed':
      return how === 'not-found'
        ? 'page has changed: not in our copy'
        : `page has changed: ${percent(share)} of it in our copy`;
    case 'cut':
      return how === 'not-found'
        ? 'not in our copy, which is only the beginning of the page'
        : `${percent(share)} of it in our copy, which is only the beginning of the page`;
    case 'unread':
      return 'our copy has no words to compare with';
    case 'found':
      return how === 'exact' || how === 'normalised'
        ? `found in our copy, ${HOW[how]}`
        : `found in our copy in part (${percent(share)})`;
  }
}

/** True where no passage of a source is the provider's: then it is not said to be given by it. */
export const givenByOthers = ({ passages }: NumberedSource): boolean =>
  !passages.some(({ origin }) => origin === 'provider');

/** What is said of all passages of a source; null where there is nothing to say. */
export function standWords(checked: CheckedSource | undefined, source: NumberedSource): string | null {
  const stand = checked?.checked ?? null;
  return stand === null || (stand.state === 'given' && givenByOthers(source)) ? null : evidenceWords(stand);
}

/** What is said of one passage after who supplied it; nothing where no page is held to compare it with. */
export function comparedWords(source: CheckedSource | undefined, passage: string): string {
  const checked = source?.passages.get(passage);
  return checked === undefined || checked.state === 'given' ? '' : `; ${evidenceWords(checked)}`;
}

/** How a quotation of an answer was found in a source, after the words that name the source. */
export function quoteWords({ how, share, where }: NonNullable<CheckedQuote['found']>): string {
  const much = how === 'exact' || how === 'normalised' ? HOW[how] : `in part (${percent(share)})`;
  return `${much}, in ${where === 'copy' ? 'our copy' : 'the passage that the provider gave'}`;
}

/** Where no source has a quotation: what that is worth. */
export const lostWords = ({ comparable }: CheckedQuote): string =>
  comparable ? 'not found in what we hold' : 'nothing is held to compare it with';

/** What is said once of all sources whose pages were compared. */
export const COMPARED =
  'A page has changed where our copy lacks the passage: it says something else by now, or shows it in another way. Found means that the words stand there, not that they are true.';
