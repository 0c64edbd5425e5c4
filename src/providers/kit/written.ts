import { textsIn } from './value';

/** A value as JSON, by which it is told whether two say the same; null where it is nested too deep to be written. */
export function writtenAs(value: unknown): string | null {
  try {
    return JSON.stringify(value) ?? null;
  } catch {
    return null; // deeper than the stack
  }
}

/** The texts in a value that are words, and no ids, codes or tokens: they have a blank inside. */
export const wordsIn = (value: unknown): readonly string[] =>
  typeof value === 'object' || typeof value === 'string' ? textsIn(value).filter((text) => /\S\s+\S/.test(text)) : [];
