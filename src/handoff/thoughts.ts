import type { Body } from '../model/bodies';
import type { Event } from '../model/event';
import type { Part } from '../model/parts';

/**
 * What a reasoning's parts are. Some sites send the thought as they show it (`member: thinking`) and headings that sum it
 * up (`member: summary`); of others only the event's own form says what its words are.
 */
export function reasoningKind({ form, parts }: Body<'reasoning'>): 'thought' | 'summary' | 'both' | 'full' | 'none' {
  const hasThought = parts.some(isThought);
  if (hasThought) return parts.some(isSummary) ? 'both' : 'thought';
  return form === 'summary' ? 'summary' : form;
}

/** What a run of parts is, where a site tells the two apart. */
export type RunOf = 'thought' | 'summary';

const runOf = (part: Part): RunOf | null => (isThought(part) ? 'thought' : isSummary(part) ? 'summary' : null);

const isThought = (part: Part): boolean => part.member === 'thinking';
const isSummary = (part: Part): boolean => part.member === 'summary';

/** Parts of a reasoning in runs of one kind, each with what it is; one run without that where it is all there is. */
export function reasoningRuns(
  body: Body<'reasoning'>,
): readonly { readonly of: RunOf | null; readonly parts: Part[] }[] {
  const kind = reasoningKind(body);
  if (kind !== 'both' && kind !== 'thought') return [{ of: null, parts: [...body.parts] }];
  const runs: { of: RunOf | null; parts: Part[] }[] = [];
  for (const part of body.parts) {
    const of = runOf(part);
    const last = runs.at(-1);
    if (last && (of === null || last.of === of)) last.parts.push(part);
    else runs.push({ of, parts: [part] });
  }
  return runs;
}

/** What a run is, in the words of the archive's own pages. */
export const RUN_WORDS: Readonly<Record<RunOf, string>> = {
  thought: 'The thought as the site showed it',
  summary: 'Its summary',
};

/** Where the runs of a reasoning begin, by the index of their first part, and what each is. Empty for anything else. */
export function runsBefore(event: Event): ReadonlyMap<number, RunOf> {
  const begins = new Map<number, RunOf>();
  if (event.kind !== 'reasoning') return begins;
  let at = 0;
  for (const { of, parts } of reasoningRuns(event.body)) {
    if (of !== null) begins.set(at, of);
    at += parts.length;
  }
  return begins;
}
