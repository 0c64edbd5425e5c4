import { FORMAT_VERSION } from '../../model/event';
import type { SessionHead } from '../../model/session';
import { branchesOf } from '../../projection/branches';
import { gapsOf, serverCopiesOf, titleOf } from '../../projection/lacks';
import { threadsOf } from '../../projection/threads';
import { eventsOf } from '../../projection/view';
import type { PageSession } from './context';

/** `session.json`: what a session is, computed from its log; only `containers` and the identity come from outside. */
export function headOf(page: PageSession): SessionHead {
  const { view, identity, containers } = page;
  const [started] = eventsOf(view, 'session.started');
  const first = view.log[0];
  const recorded = view.log.map(({ at }) => at.recorded).sort();
  const branches = branchesOf(view);
  return {
    v: FORMAT_VERSION,
    title: titleOf(view),
    site: identity.site,
    origin: identity.origin,
    key: identity.key,
    native: identity.native,
    account: started?.body.account ?? null,
    address: started?.body.address ?? null,
    occurred: first?.at.occurred ?? null,
    recorded: { first: recorded[0] ?? '', last: recorded.at(-1) ?? '' },
    leaf: branches.find(({ active }) => active)?.leaf ?? null,
    threads: threadsOf(view).map(({ id, name, events }) => ({ id, name, events })),
    branches: branches.map(({ leaf, active, length }) => ({ leaf, active, length })),
    counts: countsOf(page),
    report: page.report(),
    gaps: gapsOf(view).map(({ id, body: { why, what, where } }) => ({
      event: id,
      why,
      what: what ?? null,
      where: where ?? null,
    })),
    servers: serverCopiesOf(view).map(({ event, copy }) => ({ event, copy })),
    containers: containers.map(({ frame }) => ({ frame })),
  };
}

/** Lines of the log, ids, sources, and current events by kind. */
function countsOf({ view, shown }: PageSession): Record<string, number> {
  const counts: Record<string, number> = {
    lines: view.log.length,
    events: view.current.size,
    sources: shown.sources.length,
  };
  for (const { kind } of view.current.values()) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
