import { utf8Length } from '../lib/bytes';

/** How many tokens a text has for a model; `exact`: as its own tokenizer counts them, else an estimate that is not too low. */
export interface TokenCount {
  readonly count: number;
  readonly exact: boolean;
}

/** Counts texts for one target. */
export interface Counter {
  readonly exact: boolean;
  /** Zero for an empty text only. */
  readonly of: (text: string) => number;
}

/** Where a text goes to models of OpenAI alone, whose tokenizer is public. */
const OPENAI: ReadonlySet<string> = new Set(['chatgpt', 'responses', 'codex']);

/**
 * Models of others: their vendors publish no tokenizer that is kept up. So many times the tokens of OpenAI's, and so many
 * for each letter of another script than Latin: of five tokenizers that are public none took more for any text of the
 * recorded sessions (docs/budgets.md).
 */
const FACTOR = 1.6;
const OTHER_LETTER = 1.5;
const OTHER = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]|\p{Extended_Pictographic}/gu;
const PLAIN = /^[\0-\u024f]*$/;

/**
 * The counter for a target: a site's id or the name of a target. The tokenizer's two megabytes are loaded when the first
 * one is asked for.
 */
export async function counterFor(target: string): Promise<Counter> {
  const { o200k } = await import('./o200k');
  if (OPENAI.has(target)) return { exact: true, of: o200k };
  return { exact: false, of: (text) => atMost(o200k(text), text) };
}

function atMost(count: number, text: string): number {
  const others = PLAIN.test(text) ? 0 : (text.match(OTHER)?.length ?? 0);
  // a token is a byte at least, in every tokenizer that can word any text
  return Math.min(Math.ceil(count * FACTOR + others * OTHER_LETTER), utf8Length(text));
}

/** How many tokens a text has at a target. */
export async function tokensOf(text: string, target: string): Promise<TokenCount> {
  const { exact, of } = await counterFor(target);
  return { count: of(text), exact };
}
