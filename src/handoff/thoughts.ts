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

const labelOf = (part: Part): string | null => {
  if (isThought(part)) return THOUGHT;
  return isSummary(part) ? SUMMARY : null;
};

const isThought = (part: Part): boolean => part.member === 'thinking';
const isSummary = (part: Part): boolean => part.member === 'summary';

/** Parts of a reasoning in runs of one kind, each with what it is; one run without a name where that is all there is. */
export function reasoningRuns(
  body: Body<'reasoning'>,
): readonly { readonly label: string | null; readonly parts: Part[] }[] {
  const kind = reasoningKind(body);
  if (kind !== 'both' && kind !== 'thought') return [{ label: null, parts: [...body.parts] }];
  const runs: { label: string | null; parts: Part[] }[] = [];
  for (const part of body.parts) {
    const label = labelOf(part);
    const last = runs.at(-1);
    if (last && (label === null || last.label === label)) last.parts.push(part);
    else runs.push({ label, parts: [part] });
  }
  return runs;
}

const THOUGHT = 'The thought as the site showed it';
const SUMMARY = 'Its summary';

/** What stands before a part of an event, by the part's index: what it and those after it are, where that begins to hold. */
export function labelsBefore(event: Event): ReadonlyMap<number, string> {
  const labels = new Map<number, string>();
  if (event.kind !== 'reasoning') return labels;
  let at = 0;
  for (const { label, parts } of reasoningRuns(event.body)) {
    if (label !== null) labels.set(at, label);
    at += parts.length;
  }
  return labels;
}
