import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/**
 * Letters, other characters or blanks in a row, as long as no text of people has them: the merging of pairs takes the square
 * of such a run's length.
 */
const RUN = /[\p{L}\p{M}]{200}|[^\s\p{L}\p{N}]{200}|\s{200}/gu;

/** Marks that steer a model are plain text here. */
const PLAIN = { disallowedSpecial: new Set<string>() };

/** How many tokens of OpenAI's o200k_base a text has. Very long runs are counted in pieces, which are no fewer. */
export function o200k(text: string): number {
  let count = 0;
  let last = 0;
  for (const { index, 0: run } of text.matchAll(RUN)) {
    count += countTokens(text.slice(last, index + run.length), PLAIN);
    last = index + run.length;
  }
  return count + countTokens(last === 0 ? text : text.slice(last), PLAIN);
}
