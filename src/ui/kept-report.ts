import { resultOf, targets } from '../handoff/targets';
import { readLog } from '../model/chain';
import type { Report } from '../model/session';
import type { SessionView } from '../projection/view';
import { reportOf } from '../report/report';

/**
 * The five tests of a kept session, as its archive would have them. A long log takes a while: `rest` is awaited between
 * the steps, so that the page can answer meanwhile.
 * @param lines the log, each line's exact text
 * @param has the bare hashes of the artifacts that are kept for it
 */
export async function keptReport(
  view: SessionView,
  { lines, has, rest }: { lines: readonly string[]; has: ReadonlySet<string>; rest: () => Promise<void> },
): Promise<Report> {
  const { faults } = readLog(lines);
  const results = [];
  for (const target of targets) {
    await rest();
    results.push(resultOf(view, target, target.build(view, { artifactPath: () => null })));
  }
  await rest();
  return reportOf(view, { has: (hash) => has.has(hash), targets: results, faults });
}
