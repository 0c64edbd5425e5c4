import type { Event } from '../../model/event';
import { branchesOf } from '../../projection/branches';
import { eventsOf } from '../../projection/view';
import { quotedName } from '../markdown';
import { place, type Shown } from '../shown';

/** Where the session was held, when, and by which models. */
export function originSection(shown: Shown, path: readonly Event[]): string {
  const { view } = shown;
  const [started] = eventsOf(view, 'session.started');
  const models = new Set(
    [...view.current.values()].flatMap(({ actor }) => (actor.model === null ? [] : quotedName(actor.model))),
  );
  const times = path.flatMap(({ at }) => at.occurred ?? []);
  const others = branchesOf(view).length - 1;
  const lines = [
    `- Site: ${quotedName(started?.source.platform ?? path[0]?.source.platform ?? 'not known')}`,
    `- From ${times[0] ?? 'a time the site did not say'} to ${times.at(-1) ?? 'a time the site did not say'} (UTC)`,
    `- Models, as the site names them: ${[...models].join(', ') || 'not said'}`,
    `- This is the branch the person was on, ${path.length} events up to ${path.at(-1) ? place(shown, path.at(-1)?.id ?? '') : 'nothing'}${others > 0 ? `; ${others} other ${others === 1 ? 'branch is' : 'branches are'} in the archive` : ''}`,
  ];
  return `## Where it comes from\n\n${lines.join('\n')}`;
}
