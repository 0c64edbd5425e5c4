import { resultOf, targets } from '../handoff/targets';
import { readLog } from '../model/chain';
import type { Report } from '../model/session';
import type { SessionView } from '../projection/view';
import { reportOf } from '../report/report';

/**
 * The five tests of a kept session, as its archive would have them.
 * @param lines the log, each line's exact text
 * @param has the bare hashes of the artifacts that are kept for it
 */
export function keptReport(view: SessionView, lines: readonly string[], has: ReadonlySet<string>): Report {
  const context = { artifactPath: () => null };
  return reportOf(view, {
    has: (hash) => has.has(hash),
    targets: targets.map((target) => resultOf(view, target, target.build(view, context))),
    faults: readLog(lines).faults,
  });
}
