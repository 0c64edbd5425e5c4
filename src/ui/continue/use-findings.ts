import { useEffect, useState } from 'preact/hooks';
import { handedTextsOf } from '../../handoff/handed-texts';
import type { HandoffContext } from '../../handoff/shown';
import { lastAtEase } from '../../lib/steps';
import type { SessionView } from '../../projection/view';
import { type Finding, searching } from '../../secrets/search';
import { errorSentence } from '../sentences';
import { type MadeHandoff, resting } from './use-handoff';

export type Looking =
  | { readonly state: 'looking' }
  | { readonly state: 'found'; readonly findings: readonly Finding[] }
  | { readonly state: 'failed'; readonly sentence: string };

/** Looks for secrets and personal data in all that would be handed over; again whenever that is something else. */
export function useFindings({ view, sought }: MadeHandoff): Looking {
  const [looking, setLooking] = useState<Looking & { readonly of?: HandoffContext }>({ state: 'looking' });
  useEffect(() => {
    let isGone = false;
    const tell = (next: Looking): void => {
      if (!isGone) setLooking({ ...next, of: sought });
    };
    look(
      view,
      sought,
      resting(() => isGone),
    ).then(
      (findings) => tell({ state: 'found', findings }),
      (error) => tell({ state: 'failed', sentence: errorSentence(error) }),
    );
    return () => {
      isGone = true;
    };
  }, [view, sought]);
  return looking.of === sought ? looking : LOOKING;
}

const LOOKING: Looking = { state: 'looking' };

async function look(view: SessionView, sought: HandoffContext, rest: () => Promise<void>): Promise<Finding[]> {
  const texts = await lastAtEase(handedTextsOf(view, sought), rest);
  return lastAtEase(searching(texts, { country: country() }), rest);
}

/** Whose phone numbers are known without a plus: those of the country that the browser's language names. */
function country(): string | null {
  try {
    return new Intl.Locale(navigator.language).region ?? null;
  } catch {
    return null; // a browser that says a language nobody knows
  }
}
