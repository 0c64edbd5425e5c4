import type { Known } from '../kit/scope';

/** A document that the model writes in steps, as far as it is known on this branch. */
export interface Work {
  /** Null where a step could not be followed. */
  readonly text: string | null;
  /** How many versions there were on this branch. */
  readonly number: number;
  readonly name: string | null;
  readonly mime: string | null;
  readonly language: string | null;
}

/** What a step does: sets the whole text, replaces the one place where `old` stands, or something that is not known. */
export type Step =
  | { readonly kind: 'whole'; readonly text: string }
  | { readonly kind: 'replace'; readonly old: string; readonly put: string }
  | { readonly kind: 'lost' };

/** What a document is called and what it is, as far as a step says so. */
export type About = Pick<Work, 'name' | 'mime' | 'language'>;

/** What came of a step; where its text is not known, why. */
export interface Version {
  readonly work: Work;
  readonly because: string | null;
}

/**
 * Follows one step. Replacing needs the text to be known and `old` to stand in it exactly once: what the site made of
 * anything else is not guessed.
 */
export function follow(
  works: Known<Work>,
  owner: string,
  { key, step, about }: { readonly key: string; readonly step: Step; readonly about: About },
): Version {
  const before = works.get(key);
  const { text, because } = textAfter(before?.text ?? null, step);
  const work: Work = {
    text,
    number: (before?.number ?? 0) + 1,
    name: about.name ?? before?.name ?? null,
    mime: about.mime ?? before?.mime ?? null,
    language: about.language ?? before?.language ?? null,
  };
  works.set(owner, key, work);
  return { work, because };
}

function textAfter(text: string | null, step: Step): { text: string | null; because: string | null } {
  if (step.kind === 'whole') return { text: step.text, because: null };
  if (step.kind === 'lost') return { text: null, because: 'what it does to the text is not known' };
  if (text === null) return { text: null, because: 'the version before it is not known' };
  const at = step.old === '' ? -1 : text.indexOf(step.old);
  if (at < 0) return { text: null, because: 'what it replaces does not stand in the version before it' };
  if (text.indexOf(step.old, at + 1) >= 0)
    return { text: null, because: 'what it replaces stands in several places of the version before it' };
  return { text: text.slice(0, at) + step.put + text.slice(at + step.old.length), because: null };
}
