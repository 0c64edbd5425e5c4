import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { gapsOf } from '../../projection/lacks';
import type { SessionView } from '../../projection/view';
import type { Site } from '../../providers/contract';
import { cameIn } from '../../report/gaps';

interface Wanted {
  /** The host in words; null: every host that has files of the session is allowed, or none is needed. */
  readonly host: string | null;
  /** Exactly what is to be asked for. */
  readonly patterns: readonly string[];
  /** The files that wait for it, by their gaps. */
  readonly gaps: string[];
  /** Asks the browser again what is allowed. */
  readonly look: () => void;
}

/** The host that keeps files of a session from being fetched because nobody allowed it. */
export function useWantedHost(
  view: SessionView | null,
  site: Pick<Site, 'fileHosts'> | null,
  hasHosts: (patterns: readonly string[]) => Promise<boolean>,
): Wanted {
  const gaps = useMemo(
    () => (view ? gapsOf(view).flatMap((gap) => (cameIn(gap) === 'no-permission' ? gap.id : [])) : []),
    [view],
  );
  const patterns = site?.fileHosts ?? NONE;
  const [allowed, setAllowed] = useState(true);
  const isNeeded = gaps.length > 0 && patterns.length > 0;
  const look = useCallback((): void => {
    // a browser that does not say is not asked for anything
    if (isNeeded) hasHosts(patterns).then(setAllowed, () => setAllowed(true));
    else setAllowed(true);
  }, [isNeeded, patterns, hasHosts]);
  useEffect(look, [look]);
  const host = isNeeded && !allowed ? patterns.map(hostIn).join(', ') : null;
  return { host, patterns, gaps, look };
}

const NONE: readonly string[] = [];

/** `https://*.files.example/*` as a person reads it. */
const hostIn = (pattern: string): string => pattern.replace(/^https?:\/\/(?:\*\.)?/, '').replace(/\/.*$/, '');
