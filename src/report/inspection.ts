import { member } from '../lib/json';
import type { Event } from '../model/event';
import type { Sealed } from '../model/references';
import type { TestReport } from '../model/session';
import { type Debrief, describedBy } from '../projection/debrief';
import { sealedOf } from '../projection/lacks';
import { partsOf } from '../projection/sources';
import { eventsOf, numberOf, type SessionView } from '../projection/view';
import { type Finding, judged, named, unnamed } from './finding';
import { gapSentence, gapsAbout, isOfBytes, whyOf } from './gaps';
import { resultsOf } from './results';

const NEXT = {
  gaps: 'Nothing can be done about what the site itself does not say; a newer release may read more out of the kept bytes.',
  fail: 'Read the conversation once more on its site; if it stays so, please report the site’s reader.',
};

const SEALED =
  'What only the provider can open stays closed: note in your own words, while you remember, what it was about.';

/** Can a person see what the model saw, what tools did, and what agents told each other? */
export function inspection(view: SessionView): TestReport {
  const gaps = gapsAbout(view);
  const isNamed = (id: string, event?: Event): boolean => gaps.has(id) || (event?.sealed.length ?? 0) > 0;
  const calls = eventsOf(view, 'tool.call');
  const agents = eventsOf(view, 'agent.message');
  const compactions = eventsOf(view, 'compaction');
  const unknown = eventsOf(view, 'unknown');
  const sealed = sealedFindings(view);
  const findings = [
    ...callFindings(view, calls, isNamed),
    ...agents.flatMap((event) => agentFindings(event, isNamed(event.id, event))),
    ...compactions
      .filter(({ body }) => (body.summary ?? []).length === 0)
      .map(({ id }) => named(id, 'The compaction came without a readable summary.')),
    ...instructionFindings(view),
    ...unknown
      .filter(({ body }) => (body.text ?? '') === '')
      .map(({ id, body }) => named(id, `Nothing readable was found in it (${body.type ?? 'no type given'}).`)),
    ...eventsOf(view, 'gap')
      .filter((gap) => !isOfBytes(gap) && !isOfCall(view, gap))
      .map((gap) => named(gap.id, `Missing: ${gapSentence(gap)}.`)),
    ...sealed.findings,
  ];
  const counts = {
    calls: calls.length,
    agentMessages: agents.length,
    compactions: compactions.length,
    unknown: unknown.length,
    ...sealed.counts,
  };
  return judged(counts, findings, sealed.counts.twinMissing ? { ...NEXT, gaps: SEALED } : NEXT);
}

function callFindings(
  view: SessionView,
  calls: readonly Event<'tool.call'>[],
  isNamed: (id: string, event?: Event) => boolean,
): Finding[] {
  const results = resultsOf(view);
  const reasons = new Map(eventsOf(view, 'gap').map((gap) => [member(gap.body.what, 'result'), whyOf(gap)]));
  const whyNone = (id: string): string => (reasons.has(id) ? `: ${reasons.get(id)}` : '');
  return calls.flatMap((call) => {
    const name = call.body.name || call.body.class;
    const lacking = isNamed(call.id, call) ? named : unnamed;
    const found: Finding[] = [];
    const input = inputOf(call);
    if (input === 'none') found.push(lacking(call.id, `The call of ${name} has no readable input.`));
    else if (input === 'silent') found.push(named(call.id, `The site did not say what ${name} was called with.`));
    const answers = results.get(call.id) ?? [];
    if (answers.length === 0) found.push(lacking(call.id, `The call of ${name} has no result${whyNone(call.id)}.`));
    else if (answers.every(isSilent))
      found.push(named(call.id, `The result of ${name} came without content and without a status.`));
    return found;
  });
}

/** A gap that stands for the result of a call of the log is said of the call. */
function isOfCall(view: SessionView, { body }: Event<'gap'>): boolean {
  const call = member(body.what, 'result');
  return typeof call === 'string' && view.current.get(call)?.kind === 'tool.call';
}

/** Whether a call says what it was called with; `silent` where the site itself sent null. */
function inputOf({ body }: Event<'tool.call'>): 'there' | 'silent' | 'none' {
  if (body.inputText) return 'there';
  if (body.input === null) return 'silent';
  return body.input === undefined || body.input === '' ? 'none' : 'there';
}

const isSilent = (result: Event<'tool.result'>): boolean => partsOf(result).length === 0 && !result.body.status;

function agentFindings({ id, body }: Event<'agent.message'>, isNamed: boolean): Finding[] {
  if (body.readable === 'full' && body.parts.length > 0) return [];
  const why =
    body.readable === 'header-only'
      ? 'Of what one agent told another, only the header can be read.'
      : 'What one agent told another cannot be read.';
  return [body.readable === 'header-only' || isNamed ? named(id, why) : unnamed(id, why)];
}

function instructionFindings(view: SessionView): Finding[] {
  const said =
    eventsOf(view, 'config').some(({ body }) => body.of !== 'change') ||
    eventsOf(view, 'message').some(({ body }) => body.role === 'system' || body.role === 'developer');
  return said ? [] : [named(null, 'The site did not say which instructions were in force.')];
}

interface SealedCounts {
  readonly sealed: number;
  readonly twinFull: number;
  readonly twinPartial: number;
  readonly twinMissing: number;
  readonly twinDescribed?: number;
}

function sealedFindings(view: SessionView): { findings: Finding[]; counts: SealedCounts } {
  const counts = { sealed: 0, twinFull: 0, twinPartial: 0, twinMissing: 0 };
  let described = 0;
  const written = new Set(
    eventsOf(view, 'annotation')
      .filter(({ body }) => body.type === 'twin')
      .flatMap(({ parents }) => parents),
  );
  const debriefOf = describedBy(view);
  const findings = sealedOf(view).flatMap(({ event, sealed }): Finding[] => {
    const { state, events } = sealed.twin;
    counts.sealed++;
    if (events.some((id) => !view.current.has(id)))
      return [unnamed(event, `A sealed value (${sealed.kind}) names a readable twin that is not in the log.`)];
    if (state !== 'missing' || written.has(event)) {
      counts[state === 'partial' ? 'twinPartial' : 'twinFull']++;
      return [];
    }
    const debrief = debriefOf(event);
    if (debrief) described++;
    else counts.twinMissing++;
    return [named(event, debrief ? describedWords(view, sealed, debrief) : withoutTwin(sealed))];
  });
  return { findings, counts: described > 0 ? { ...counts, twinDescribed: described } : counts };
}

const withoutTwin = ({ kind, hides }: Sealed): string =>
  `Sealed (${kind}), and nothing readable stands for it: ${hides}`;

/** A debrief is the readable twin of what went on before it, and no equal of it. */
function describedWords(view: SessionView, { kind, hides }: Sealed, { answers, state }: Debrief): string {
  const numbers = answers.map(({ id }) => numberOf(view, id)).join(', ');
  return `Sealed (${kind}), described${state === 'cut' ? ' in part' : ''} by the debrief ${numbers}, which is not its equal: ${hides}`;
}
