import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Report } from '../../model/session';
import { t } from '../../platform/strings';
import type { EvidenceCheck } from '../../projection/evidence-state';
import type { SessionView } from '../../projection/view';
import { Facts } from '../facts';
import { FiveTests, type Way } from '../five-tests';
import { hashOf, type PartName } from '../place';
import { aboutSession } from './about';
import { Branch } from './branch';
import { BranchTree } from './branch-tree';
import { FindBar } from './find-bar';
import { foldsOf, Lacks } from './lacks';
import { openFolds } from './open-folds';
import { type Reading, ReadingProvider, TargetProvider } from './reading';
import { Sources } from './sources';
import { EvidenceProvider } from './standing';
import { useBranch } from './use-branch';

interface SessionReaderProps {
  /** The id under which it is kept. */
  readonly session: string;
  readonly view: SessionView;
  /** The last place that is there, where the view is only the beginning of a long session; else null. */
  readonly until?: string | null;
  /** The five tests, or null while they are computed. */
  readonly report: Report | null;
  /** What the kept pages say of the evidence; null until they were looked at. */
  readonly evidence?: EvidenceCheck | null;
  readonly bytesOf: Reading['bytesOf'];
  /** What keeps copies of the pages it cites; without it there is no way to them. */
  readonly pages?: Reading['pages'];
  /** The number of the event to begin with in view, such as `V-0142`, or null. */
  readonly target: string | null;
  /** The part that the address names instead. */
  readonly part?: PartName | null;
  /** The words that were found at that event, if it was found. */
  readonly sought?: string;
  /** What stands above: title, dates, buttons. */
  readonly children: ComponentChildren;
}

/** Places of a branch that are set at once, whether they are near or not. */
const LONG = 60;

/** A session to read: what is kept of it, one branch at a time, its sources and what lacks. */
export function SessionReader(props: SessionReaderProps) {
  const { session, view, until = null, report, evidence = null, bytesOf, pages = null } = props;
  const { target, part = null, sought = '', children } = props;
  const { branches, shown, unconfirmed, facts } = aboutSession(view);
  const { leaf, stops, aim, named, goTo, reveal, showBranch } = useBranch(
    view,
    until ?? branches[0]?.leaf ?? null,
    target,
  );
  // the words are of the event that is named now: those typed later are of none yet
  const seed = useMemo(() => (named === null || sought === '' ? null : { words: sought, event: named }), [named]);
  // the same object as long as it says the same: every part of the session looks at it
  const isLong = until !== null || stops.length > LONG;
  const reading = useMemo<Reading>(
    () => ({ session, shown, unconfirmed, bytesOf, pages, isLong, goTo }),
    [session, shown, unconfirmed, bytesOf, pages, isLong, goTo],
  );
  return (
    <ReadingProvider value={reading}>
      <EvidenceProvider value={evidence}>
        <article class={shown.sources.length > 0 ? 'session sourced' : 'session'}>
          {children}
          {until === null && <Facts facts={facts} />}
          {report && <FiveTests report={report} wayTo={(name) => wayTo(session, name)} />}
          {until === null && <Lacks report={report} leaf={leaf} part={part} />}
          {until === null && <BranchTree view={view} branches={branches} leaf={leaf} onShow={showBranch} />}
          {stops.length > 0 && <FindBar view={view} stops={stops} reveal={reveal} seed={seed} />}
          <TargetProvider value={target}>
            {stops.length > 0 ? <Branch stops={stops} target={aim} /> : <p class="quiet">{t('reader_no_messages')}</p>}
          </TargetProvider>
          {shown.sources.length > 0 && <Sources />}
        </article>
      </EvidenceProvider>
    </ReadingProvider>
  );
}

/** The way to a part of the session; an address that the page has already leads nowhere by itself. */
function wayTo(session: string, part: PartName): Way {
  const href = hashOf(session, part);
  return { href, onClick: () => void (location.hash === href && openFolds(foldsOf(part))) };
}
