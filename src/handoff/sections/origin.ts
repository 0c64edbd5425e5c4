import { counted } from '../../lib/text';
import { spanInWords } from '../../lib/time';
import type { Event } from '../../model/event';
import { activePath, branchesOf, turnsIn } from '../../projection/branches';
import { threadsOf } from '../../projection/threads';
import { eventsOf, type SessionView } from '../../projection/view';
import { pickableIn } from '../choice';
import { quotedName } from '../markdown';
import { place, type Shown } from '../shown';
import { siteName } from '../titles';
import { recordedFact } from '../when';

/** Where the session was held, when, and by which models. */
export function originSection(shown: Shown, path: readonly Event[]): string {
  const { view } = shown;
  const [started] = eventsOf(view, 'session.started');
  const models = new Set(modelsIn(path));
  const elsewhere = new Set(modelsIn([...view.current.values()]).filter((model) => !models.has(model))).size;
  const held = spanInWords(path.flatMap(({ at }) => at.occurred ?? []));
  const recorded = recordedFact(view);
  const site = started?.source.platform ?? path[0]?.source.platform ?? null;
  const messages = turnsIn(view, path).filter(({ event }) => event.kind === 'message').length;
  const end = path.at(-1);
  const others = branchesOf(view).length - 1;
  const lines = [
    `- Site: ${site === null ? 'not known' : quotedName(siteName(site))}`,
    `- Messages of this branch: ${held ?? 'the site did not say when'}`,
    `- ${recorded.label}: ${recorded.value}`,
    `- Models, as the site names them: ${[...models].join(', ') || unnamedModel(view)}${elsewhere > 0 ? `; ${elsewhere} more elsewhere in the archive` : ''}`,
    `- ${branchWords(shown, path)}, ${counted(messages, 'message')} (${counted(path.length, 'event')} of the log) up to ${end ? place(shown, end.id) : 'nothing'}${others > 0 ? `; ${others} other ${others === 1 ? 'branch is' : 'branches are'} in the archive` : ''}`,
    ...withheld(shown),
  ];
  return `## Where it comes from\n\n${lines.join('\n')}`;
}

/** Whether it is the branch the person was on, or one that they chose since. */
function branchWords({ view, choice }: Shown, path: readonly Event[]): string {
  if (!choice?.leaf || path.at(-1)?.id === activePath(view).at(-1)?.id) return 'This is the branch the person was on';
  return 'The person chose this branch to go on with, not the one they were on last';
}

/** What the person chose not to hand over: how much of it, never what. */
function withheld({ view, choice, chosen, sources }: Shown): string[] {
  const agents = threadsOf(view).filter(({ id }) => !chosen.agent(id)).length;
  const files = choice?.files ? withheldFiles(view, chosen) : 0;
  const parts = [
    ...(choice?.sources ? [counted(sources.filter(({ number }) => !chosen.source(number)).length, 'source')] : []),
    ...(choice?.files ? [counted(files, 'file')] : []),
    ...(choice?.agents ? [counted(agents, 'other agent')] : []),
  ].filter((words) => !words.startsWith('0 '));
  return parts.length === 0 ? [] : [`- Not handed over, as the person chose: ${parts.join(', ')}`];
}

/** A file is one, under however many names. */
const withheldFiles = (view: SessionView, chosen: Shown['chosen']): number =>
  new Set(pickableIn(view).files.flatMap(({ hash }) => (chosen.file(hash) ? [] : [hash]))).size;

const modelsIn = (events: readonly Event[]): string[] =>
  events.flatMap(({ actor }) => (actor.model === null ? [] : quotedName(actor.model)));

/** What is said of the model where no message says it: what the chat was last set to. */
function unnamedModel(view: SessionView): string {
  const set = eventsOf(view, 'config')
    .map(({ body }) => body.model)
    .findLast((model) => typeof model === 'string' && model !== '');
  return typeof set === 'string' ? `not said of any message; the chat was set to ${quotedName(set)}` : 'not said';
}
