import { useEffect, useMemo, useState } from 'preact/hooks';
import { handoffOf } from '../../handoff/handoff';
import type { HandoffContext } from '../../handoff/shown';
import type { SessionView } from '../../projection/view';
import { KINDS } from '../../secrets/kinds';
import { leavingOut } from '../../secrets/leave-out';
import type { Finding } from '../../secrets/search';
import { errorSentence } from '../sentences';
import type { Ticks } from './findings';
import { type Looking, useFindings } from './use-findings';
import { type MadeHandoff, resting } from './use-handoff';

interface LeftOut {
  readonly looking: Looking;
  readonly ticks: Ticks;
  readonly context: HandoffContext;
  readonly text: string;
  /** It is known what would go along, and that is what is here. */
  readonly isReady: boolean;
}

/** What is handed over without what the person leaves out. Secrets are left out until they say otherwise. */
export function useLeftOut(made: MadeHandoff): LeftOut {
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
  const { context, quick, isWhole } = useMemo(() => {
    const left = looking.state === 'found' ? looking.findings.filter(ticks.isLeft) : [];
    const leaveOut = leavingOut(left);
    return { context: { ...made.context, leaveOut }, quick: leaveOut(made.text).text, isWhole: left.length === 0 };
  }, [made, looking, ticks]);
  const late = useMadeAnew(made.view, context, isWhole);
  if (isWhole) return { looking, ticks, context, text: quick, isReady: looking.state !== 'looking' };
  const text = late !== null && 'text' in late ? late.text : null;
  const failed = late !== null && 'sentence' in late ? ({ state: 'failed', sentence: late.sentence } as const) : null;
  return { looking: failed ?? looking, ticks, context, text: text ?? quick, isReady: text !== null };
}

type Late = { readonly text: string } | { readonly sentence: string };

/** The text made without what is left out, which is more than taking that out of it: nothing is cut in its middle. */
function useMadeAnew(view: SessionView, context: HandoffContext, isWhole: boolean): Late | null {
  const [late, setLate] = useState<{ readonly of: HandoffContext; readonly is: Late } | null>(null);
  useEffect(() => {
    if (isWhole) return;
    let isGone = false;
    const tell = (is: Late): void => {
      if (!isGone) setLate({ of: context, is });
    };
    resting(() => isGone)()
      .then(() => handoffOf(view, context))
      .then(
        (text) => tell({ text }),
        (error) => tell({ sentence: errorSentence(error) }),
      );
    return () => {
      isGone = true;
    };
  }, [view, context, isWhole]);
  return late !== null && late.of === context ? late.is : null;
}

/** What a finding is known by when all is looked at again. */
const keyOf = ({ kind, values }: Finding): string => `${kind} ${values[0]}`;
