import type { Event } from '../model/event';
import type { PartOf } from '../model/parts';
import type { TestReport } from '../model/session';
import { messageOf } from '../projection/branches';
import { EVIDENCE_STATES } from '../projection/evidence-state';
import { partsOf } from '../projection/sources';
import type { SessionView } from '../projection/view';
import type { Facts } from './facts';
import { type Finding, judged, named, silence, unnamed } from './finding';
import { gapsAbout } from './gaps';

const NEXT = {
  gaps: 'Nothing can be done about what the site itself does not say; a newer release may read more out of the kept bytes.',
  fail: 'Compare with another copy of the archive: this log was changed, or was not read rightly.',
};

/** What a model, a tool or an agent did, as against what a person typed and what was noted beside it. */
const ACTIONS: ReadonlySet<string> = new Set([
  'message',
  'reasoning',
  'tool.call',
  'tool.result',
  'approval',
  'agent.message',
  'compaction',
]);

/** Can a person explain afterwards why the system did what it did? */
export function audit(view: SessionView, facts: Facts): TestReport {
  const gaps = gapsAbout(view);
  const actions = [...view.current.values()].filter(({ kind }) => ACTIONS.has(kind));
  const cited = citations(view, gaps);
  const findings = [
    ...facts.faults.map(({ seq, what, detail }) =>
      unnamed(
        view.log.find((event) => event.seq === seq)?.id ?? null,
        `Line ${seq} of the log is wrong: ${what} ${detail}`.trimEnd(),
      ),
    ),
    ...causes(view, actions, gaps),
    ...times(view, actions),
    ...models(view, actions),
    ...cited.findings,
  ];
  const counts = { events: view.log.length, actions: actions.length, ...cited.counts, ...checkedCounts(facts) };
  return judged(counts, findings, NEXT);
}

const COUNTED = {
  given: 'citationsGiven',
  found: 'citationsFound',
  changed: 'citationsChanged',
  cut: 'citationsCut',
  unread: 'citationsUnread',
  unreachable: 'citationsUnreachable',
} as const;

/** Citations by what is known of their passages, and quotations that were found: numbers, and no reason to fail. */
function checkedCounts({ evidence }: Facts): Record<string, number> {
  if (!evidence) return {};
  const { citations, quotes } = evidence;
  const some = EVIDENCE_STATES.filter((state) => citations[state] > 0);
  const found = quotes.filter((quote) => quote.found !== null).length;
  return {
    ...Object.fromEntries(some.map((state) => [COUNTED[state], citations[state]])),
    ...(quotes.length === 0 ? {} : { quotes: quotes.length, quotesFound: found }),
  };
}

/** An action of a model or tool without a parent has no cause; one whose parent the site named but the log lacks, worse. */
function causes(view: SessionView, actions: readonly Event[], gaps: ReadonlyMap<string, unknown>): Finding[] {
  return actions.flatMap(({ id, actor, native, kind }) => {
    if (kind === 'message' && actor.kind !== 'tool' && actor.kind !== 'agent') return [];
    if ((view.parents.get(id) ?? []).length > 0) return [];
    const isSilent = native.parent === null || gaps.has(id);
    return [
      isSilent
        ? named(id, 'Nothing says what caused it.')
        : unnamed(id, 'What caused it is named by the site but is not in the log.'),
    ];
  });
}

/** A message with its blocks is one: when it happened is known where the site says it of any of them. */
function times(view: SessionView, actions: readonly Event[]): Finding[] {
  const timed = new Set(actions.filter(({ at }) => at.occurred !== null).map(({ id }) => messageOf(view, id)));
  const messages = new Set(actions.map(({ id }) => messageOf(view, id)));
  return silence(
    [...messages].filter((id) => !timed.has(id)),
    'The site did not say when it happened.',
    (count) => `The site did not say when ${count} events happened; this is the first of them.`,
  );
}

function models(view: SessionView, actions: readonly Event[]): Finding[] {
  const ofModels = actions.filter(({ actor }) => actor.kind === 'assistant');
  const said = new Set(ofModels.filter(({ actor }) => actor.model !== null).map(({ id }) => messageOf(view, id)));
  const messages = new Set(ofModels.map(({ id }) => messageOf(view, id)));
  return silence(
    [...messages].filter((id) => !said.has(id)),
    'The site did not say which model it was.',
    (count) => `The site did not say which model was behind ${count} events; this is the first of them.`,
  );
}

function citations(
  view: SessionView,
  gaps: ReadonlyMap<string, unknown>,
): { findings: Finding[]; counts: Record<string, number> } {
  const parts = [...view.current.values()].flatMap((event) => partsOf(event).map((part) => ({ id: event.id, part })));
  const evidence = new Map<string, PartOf<'evidence'>>();
  for (const { id, part } of parts) if (part.type === 'evidence') evidence.set(`${id}#${part.id}`, part);
  const cited = parts.flatMap(({ id, part }) => (part.type === 'citation' ? [{ id, part }] : []));
  const counts = {
    citations: cited.length,
    evidence: evidence.size,
    passages: [...evidence.values()].reduce((sum, { passages }) => sum + passages.length, 0),
  };
  return { findings: cited.flatMap(({ id, part }) => citationFinding(id, part, evidence, gaps) ?? []), counts };
}

function citationFinding(
  id: string,
  part: PartOf<'citation'>,
  evidence: ReadonlyMap<string, PartOf<'evidence'>>,
  gaps: ReadonlyMap<string, unknown>,
): Finding | null {
  const about = part.title ?? part.url ?? 'a source';
  const lost = part.evidence.filter((name) => !evidence.has(name));
  if (lost.length > 0) {
    const why = `It cites ${about}, but the evidence is not in the log.`;
    return gaps.has(id) ? named(id, why) : unnamed(id, why);
  }
  if (part.evidence.length === 0) return named(id, `It cites ${about}, and the site sent no evidence for it.`);
  const silent = part.evidence.every((name) => evidence.get(name)?.passages.length === 0);
  return silent ? named(id, `It cites ${about}, and the site sent no passage of it.`) : null;
}
