/** How another log of the same session stands to ours. */
export type LogRelation = 'equal' | 'prefix' | 'longer' | 'fork';

/** `prefix`: theirs is the beginning of ours. `longer`: ours is the beginning of theirs. Lines are compared whole. */
export function compareLogs(ours: readonly string[], theirs: readonly string[]): LogRelation {
  const shared = Math.min(ours.length, theirs.length);
  // the chain makes the last shared line stand for all before it, but a log from elsewhere is not trusted for that
  for (let i = shared - 1; i >= 0; i--) if (ours[i] !== theirs[i]) return 'fork';
  if (ours.length === theirs.length) return 'equal';
  return theirs.length < ours.length ? 'prefix' : 'longer';
}
