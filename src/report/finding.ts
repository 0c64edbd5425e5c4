import type { TestReport } from '../model/session';

/** One thing that lacks. `gaps`: it has a name. `fail`: it lacks without a name, or bytes differ. */
export interface Finding {
  readonly event: string | null;
  readonly why: string;
  readonly weight: 'gaps' | 'fail';
}

export const named = (event: string | null, why: string): Finding => ({ event, why, weight: 'gaps' });
export const unnamed = (event: string | null, why: string): Finding => ({ event, why, weight: 'fail' });

/** What a person can do next, by verdict. */
export interface Next {
  readonly gaps: string;
  readonly fail: string;
}

/** The outcome of a test: what lacks without a name stands first. */
export function judged(counts: Readonly<Record<string, number>>, findings: readonly Finding[], next: Next): TestReport {
  const fails = findings.filter(({ weight }) => weight === 'fail');
  const gaps = findings.filter(({ weight }) => weight === 'gaps');
  const verdict = fails.length > 0 ? 'fail' : gaps.length > 0 ? 'gaps' : 'pass';
  return {
    verdict,
    counts: { ...counts },
    items: [...fails, ...gaps].map(({ event, why }) => ({ event, why })),
    next: verdict === 'pass' ? null : next[verdict],
  };
}

/** Many events of which the site leaves the same thing unsaid: one item, at the first of them. */
export function silence(events: readonly string[], one: string, many: (count: number) => string): Finding[] {
  const [first] = events;
  if (first === undefined) return [];
  return [named(first, events.length === 1 ? one : many(events.length))];
}
