import { spanInWords } from '../../lib/time';
import type { Event } from '../../model/event';
import { branchesOf } from '../../projection/branches';
import { eventsOf } from '../../projection/view';
import { quotedName } from '../markdown';
import { place, type Shown } from '../shown';
import { siteName } from '../titles';

/** Where the session was held, when, and by which models. */
export function originSection(shown: Shown, path: readonly Event[]): string {
  const { view } = shown;
  const [started] = eventsOf(view, 'session.started');
  const models = new Set(
    [...view.current.values()].flatMap(({ actor }) => (actor.model === null ? [] : quotedName(actor.model))),
  );
  const held = spanInWords(path.flatMap(({ at }) => at.occurred ?? []));
  const recorded = spanInWords(view.log.map(({ at }) => at.recorded));
  const site = started?.source.platform ?? path[0]?.source.platform ?? null;
  const others = branchesOf(view).length - 1;
  const lines = [
    `- Site: ${site === null ? 'not known' : quotedName(siteName(site))}`,
    `- Messages of this branch: ${held ?? 'the site did not say when'}`,
    `- Recorded: ${recorded ?? 'nothing'}`,
    `- Models, as the site names them: ${[...models].join(', ') || 'not said'}`,
    `- This is the branch the person was on, ${path.length} events up to ${path.at(-1) ? place(shown, path.at(-1)?.id ?? '') : 'nothing'}${others > 0 ? `; ${others} other ${others === 1 ? 'branch is' : 'branches are'} in the archive` : ''}`,
  ];
  return `## Where it comes from\n\n${lines.join('\n')}`;
}
