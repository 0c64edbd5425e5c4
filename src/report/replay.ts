import type { TestReport } from '../model/session';
import { activePath } from '../projection/branches';
import type { SessionView } from '../projection/view';
import type { Facts } from './facts';
import { type Finding, judged, named, unnamed } from './finding';

const NEXT = {
  gaps: 'Read the conversation on its site: there is nothing to continue from yet.',
  fail: 'Export again with this release; if it stays so, please report it with the sentence above.',
};

/** Can the branch be rebuilt as messages for each target, validated, with a report of what was lost? */
export function replay(view: SessionView, { targets }: Facts): TestReport {
  const findings: Finding[] = targets.flatMap(({ name, valid, faults, loss }) => [
    ...(valid
      ? []
      : [unnamed(null, `The messages for ${name} are not valid: ${faults.join('; ') || 'no reason given'}.`)]),
    ...(loss === null ? [unnamed(null, `There is no loss report for ${name}.`)] : []),
  ]);
  if (targets.length === 0) findings.push(unnamed(null, 'No target was built.'));
  const path = activePath(view);
  if (!path.some(({ kind }) => kind === 'message')) findings.push(named(null, 'The session holds no message.'));
  const counts = {
    targets: targets.length,
    valid: targets.filter(({ valid }) => valid).length,
    events: path.length,
    losses: targets.reduce((sum, { loss }) => sum + (loss?.length ?? 0), 0),
  };
  return judged(counts, findings, NEXT);
}
