import { useMemo, useState } from 'preact/hooks';
import type { HandoffContext } from '../../handoff/shown';
import { KINDS } from '../../secrets/kinds';
import { leavingOut } from '../../secrets/leave-out';
import type { Finding } from '../../secrets/search';
import type { Ticks } from './findings';
import { type Looking, useFindings } from './use-findings';
import type { MadeHandoff } from './use-handoff';

/** What is handed over without what the person leaves out. Secrets are left out until they say otherwise. */
export function useLeftOut(made: MadeHandoff): {
  readonly looking: Looking;
  readonly ticks: Ticks;
  readonly context: HandoffContext;
  readonly text: string;
} {
  const looking = useFindings(made);
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const ticks = useMemo<Ticks>(
    () => ({
      isLeft: (finding) => chosen.get(keyOf(finding)) ?? KINDS[finding.kind].group === 'secrets',
      tick: (findings, isLeft) =>
        setChosen((before) => new Map([...before, ...findings.map((each) => [keyOf(each), isLeft] as const)])),
    }),
    [chosen],
  );
  return useMemo(() => {
    const left = looking.state === 'found' ? looking.findings.filter(ticks.isLeft) : [];
    const leaveOut = leavingOut(left);
    return { looking, ticks, context: { ...made.context, leaveOut }, text: leaveOut(made.text).text };
  }, [made, looking, ticks]);
}

/** What a finding is known by when all is looked at again. */
const keyOf = ({ kind, values }: Finding): string => `${kind} ${values[0]}`;
