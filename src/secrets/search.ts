import { type Found, KINDS, type SecretKind } from './kinds';
import { type Needle, type Span, seekerOf } from './needles';
import { cardsIn, phonesIn } from './numbers';
import { byOwnRules } from './own-rules';
import { decoded } from './plain';
import { byRuleSet } from './rule-set';

/** A text that is handed over, and the event it is of; null: the handoff itself. */
export interface HandedText {
  readonly event: string | null;
  readonly text: string;
}

/** Something found, once for all places. */
export interface Finding {
  readonly kind: SecretKind;
  /** Among those of its kind, in the order in which they were found. */
  readonly number: number;
  /** `e-mail address 1`. */
  readonly label: string;
  /** Every way in which it is written; the first one first. */
  readonly values: readonly string[];
  readonly count: number;
  /** Some of the places, each in its line. */
  readonly places: readonly FoundPlace[];
}

export interface FoundPlace {
  readonly event: string | null;
  readonly before: string;
  readonly value: string;
  readonly after: string;
}

export interface SearchOptions {
  /** Two letters: whose phone numbers are known without a plus. */
  readonly country?: string | null;
}

/** So much of a text is looked at between two rests: some tens of milliseconds. */
const STRETCH = 16_384;
/** What may stand across the border of two stretches. */
const OVERLAP = 2_048;
/** Places that are shown of one finding. */
const SHOWN = 4;
/** Units of a line before and after what was found. */
const AROUND = 80;

/** Looks for secrets and personal data in texts, step by step. */
export function* searching(texts: readonly HandedText[], options: SearchOptions = {}): Generator<void, Finding[]> {
  const found = new Map<string, { readonly kind: SecretKind; readonly values: Set<string> }>();
  for (const text of distinct(texts))
    for (const stretch of stretchesOf(text)) {
      for (const each of foundIn(stretch, options)) note(found, each);
      yield;
    }
  const open = [...found.values()].map(
    ({ kind, values }): Open => ({ kind, values: [...values], count: 0, places: [] }),
  );
  const seek = seekerOf(needlesOf(open));
  for (const each of texts) {
    for (const span of seek(each.text)) place(open[span.of], each, span);
    yield;
  }
  return numbered(open);
}

const distinct = (texts: readonly HandedText[]): readonly string[] => [...new Set(texts.map(({ text }) => text))];

function* stretchesOf(text: string): Generator<string> {
  for (let at = 0; at === 0 || at < text.length; at += STRETCH)
    yield text.slice(Math.max(at - OVERLAP, 0), at + STRETCH);
}

/** What stands in a text, without its escapes: what is written there is what they mean. */
function foundIn(text: string, { country = null }: SearchOptions): Found[] {
  const plain = decoded(text);
  return [...byRuleSet(plain), ...byOwnRules(plain), ...cardsIn(plain), ...phonesIn(plain, country)];
}

function note(found: Map<string, { kind: SecretKind; values: Set<string> }>, { kind, key, value }: Found): void {
  const known = found.get(key);
  if (known) known.values.add(value);
  else found.set(key, { kind, values: new Set([value]) });
}

interface Open extends Pick<Finding, 'kind' | 'values'> {
  count: number;
  readonly places: FoundPlace[];
}

/** Numbers those that stand somewhere by themselves; what is only a part of another is said with that. */
function numbered(found: readonly Open[]): Finding[] {
  const counts = new Map<SecretKind, number>();
  return found
    .filter(({ count }) => count > 0)
    .map((each) => {
      const number = (counts.get(each.kind) ?? 0) + 1;
      counts.set(each.kind, number);
      return { ...each, number, label: `${KINDS[each.kind].words} ${number}` };
    });
}

const NUMBERS: ReadonlySet<SecretKind> = new Set(['phone', 'card']);

/** What findings are found again by. */
export const needlesOf = (findings: readonly Pick<Finding, 'kind' | 'values'>[]): Needle[] =>
  findings.flatMap(({ kind, values }, of) => values.map((value) => ({ value, of, isNumber: NUMBERS.has(kind) })));

function place(finding: Open | undefined, { event, text }: HandedText, { start, end }: Span): void {
  if (!finding) return;
  finding.count++;
  if (finding.places.length >= SHOWN || finding.places.some((each) => each.event === event)) return;
  const line = text.lastIndexOf('\n', start - 1) + 1;
  const after = text.indexOf('\n', end);
  finding.places.push({
    event,
    before: text.slice(Math.max(line, start - AROUND), start),
    value: text.slice(start, end),
    after: text.slice(end, Math.min(after < 0 ? text.length : after, end + AROUND)),
  });
}
