import { handedTextsOf } from '../handoff/handed-texts';
import type { HandoffContext, LeaveOut } from '../handoff/shown';
import { lastOf } from '../lib/steps';
import type { SessionView } from '../projection/view';
import { type Group, KINDS, type SecretKind } from '../secrets/kinds';
import { leavingOut } from '../secrets/leave-out';
import { type Finding, searching } from '../secrets/search';
import { type Complaint, complaint } from './complaint';

const GROUPS: readonly Group[] = ['secrets', 'personal'];

/** What `--leave-out` names: `secrets`, `personal` or both. */
export function groupsIn(option: string | null): readonly Group[] | Complaint {
  if (option === null) return [];
  const groups = option.split(',').map((each) => GROUPS.find((group) => group === each.trim()));
  return groups.every((each) => each !== undefined)
    ? groups
    : complaint('--leave-out takes secrets, personal, or both: --leave-out secrets,personal', 2);
}

/** What is left out of a session, and what is said of it; null: nothing was found. */
export function leftOutOf(
  view: SessionView,
  context: HandoffContext,
  groups: readonly Group[],
): { readonly leaveOut: LeaveOut; readonly sentences: readonly string[] } {
  const found = lastOf(searching(lastOf(handedTextsOf(view, context))));
  const isLeft = ({ kind }: Finding): boolean => groups.includes(KINDS[kind].group);
  const [left, stays] = [found.filter(isLeft), found.filter((each) => !isLeft(each))];
  const groupsHere = GROUPS.filter((group) => stays.some(({ kind }) => KINDS[kind].group === group));
  return {
    leaveOut: leavingOut(left),
    sentences: [
      ...(left.length > 0 ? [`Left out: ${kindsIn(left)}.`] : []),
      ...(stays.length > 0
        ? [`In it: ${kindsIn(stays)}; --leave-out ${[...groups, ...groupsHere].join(',')} leaves them out.`]
        : []),
    ],
  };
}

/** `2 access keys, 1 e-mail address`. */
function kindsIn(findings: readonly Finding[]): string {
  const counts = new Map<SecretKind, number>();
  for (const { kind } of findings) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => `${count} ${KINDS[kind][count === 1 ? 'words' : 'many']}`).join(', ');
}
