import type { Event } from '../model/event';
import { branchesOf } from '../projection/branches';
import { gapsOf, sealedOf, serverCopiesOf } from '../projection/lacks';
import { threadsOf } from '../projection/threads';
import { eventsOf } from '../projection/view';
import type { Loss } from '../report/facts';
import { whatOf, whyOf } from '../report/gaps';
import { resultsOf } from '../report/results';
import { quoted } from './conversation';
import { fenced } from './fence';
import { quotedName } from './markdown';
import { clipped, shownName, withoutMarks } from './marks';
import { withoutFernet, withoutSealed } from './opaque';
import { jsonText, readable, suppliedBy } from './readable';
import { type HandoffUse, place, type Shown } from './shown';

const CONFIG_LIMIT = 8_000;
const PASSAGE_LIMIT = 600;
const PASSAGES = 3; // of each source
const INPUT_LINE = 200;
const OUTPUT_LINE = 200;
const TOOL_LINES = 400;
const SOURCES = 300;
const REASONING_LIMIT = 60_000;
const REASONING_ALONE = 12_000;

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

/** Instructions and settings that were in force: settings, and what the site or a developer put in. */
export function configSection(shown: Shown, path: readonly Event[]): string {
  const isPut = (event: Event): boolean =>
    event.kind === 'message' && (event.body.role === 'system' || event.body.role === 'developer');
  const order = (event: Event): number => shown.view.first.get(event.id) ?? 0;
  const events = [...eventsOf(shown.view, 'config'), ...path.filter(isPut)].sort(
    (a: Event, b: Event) => order(a) - order(b),
  );
  const texts = events.flatMap((event) => {
    const text = event.kind === 'config' ? configText(shown, event) : readable(shown, event);
    return text === '' ? [] : [`${place(shown, event.id)}:\n\n${quoted(shown, event.id, text, CONFIG_LIMIT)}`];
  });
  const none = 'The site did not say which instructions were in force. There may have been some.';
  return `## Instructions and settings in force then\n\n${texts.length > 0 ? texts.join('\n\n') : none}`;
}

function configText(shown: Shown, event: Event<'config'>): string {
  const { parts, extra, hidden, role, status, ...settings } = event.body;
  const words = readable(shown, event);
  const said = Object.values(settings).some((value) => value !== null)
    ? jsonText(withoutSealed(settings, () => undefined))
    : '';
  return [words, said].filter((text) => text !== '').join('\n\n');
}

/** One line for each tool call: what was asked and what came back. */
export function toolSection(shown: Shown, path: readonly Event[]): string {
  const calls = path.filter((event) => event.kind === 'tool.call');
  if (calls.length === 0) return '';
  const results = resultsOf(shown.view);
  const lines = calls.slice(-TOOL_LINES).map((call) => {
    const answers = results.get(call.id) ?? [];
    const given = call.body.inputText ?? jsonText(withoutSealed(call.body.input, () => undefined));
    const came = answers
      .map((answer) => readable(shown, answer))
      .join(' ')
      .replace(/`{3,}\w*/g, ' ');
    const numbers = [call, ...answers].map(({ id }) => place(shown, id)).join(', ');
    const back = answers.length === 0 ? 'no result recorded' : clipped(withoutFernet(came), OUTPUT_LINE) || 'nothing';
    return `${numbers} ${shownName(call.body.name || call.body.class)} ${clipped(withoutFernet(withoutMarks(given)), INPUT_LINE)} -> ${back}`;
  });
  const left = calls.length - lines.length;
  const note = left > 0 ? ` The ${left} earliest are left out here.` : '';
  return `## Work done with tools\n\nOne line for each call, cut where long.${note}\n\n${fenced(lines.join('\n'))}`;
}

/** Files of the session with their hash and place in the archive. */
export function fileSection(shown: Shown): string {
  const files = eventsOf(shown.view, 'artifact').map(({ id, body }) => {
    const hash = body.artifact.slice('sha256:'.length);
    const path = shown.artifactPath(hash);
    const name = body.name === null ? 'without a name' : quotedName(body.name);
    return `- ${place(shown, id)} ${name} (${quotedName(body.role)}, ${body.mime === null ? 'type not said' : quotedName(body.mime)}, ${body.bytes} bytes), sha256 ${hash}${path === null ? '' : `, at ${path}`}`;
  });
  return files.length === 0 ? '' : `## Files\n\n${files.join('\n')}`;
}

/** Sources by number, with passages and who supplied them. */
export function sourceSection(shown: Shown): string {
  const cited = shown.sources.filter(({ cited: isCited }) => isCited);
  const listed = (cited.length > 0 ? cited : shown.sources).slice(0, SOURCES);
  if (listed.length === 0) return '';
  const texts = listed.map((source) => {
    const name = [source.title, source.url].flatMap((each) => (each === null ? [] : shownName(each))).join(', ');
    const passages = source.passages
      .slice(0, PASSAGES)
      .map(({ text, origin }) => `  (${suppliedBy(origin)}) ${clipped(text, PASSAGE_LIMIT)}`);
    const more = source.passages.length - passages.length;
    return [
      `[${source.number}] ${name} (${place(shown, source.event)})`,
      ...passages,
      ...(more > 0 ? [`  and ${more} more passages`] : []),
    ].join('\n');
  });
  const left = shown.sources.length - listed.length;
  const note = left > 0 ? ` ${left} more are in sources.json and in the log.` : '';
  return `## Sources\n\nNumbers in brackets in the texts mean these. A passage is what a claim rested on, cut where long.${note}\n\n${fenced(texts.join('\n'))}`;
}

/** Other agents: what each was asked and what it reported. */
export function agentSection(shown: Shown): string {
  const threads = threadsOf(shown.view).filter(({ id }) => id !== 'root');
  const told = eventsOf(shown.view, 'agent.message');
  if (threads.length === 0 && told.length === 0) return '';
  const list = threads.map(({ id, name, events }) => `- agent ${quotedName(name ?? id)}: ${events} events`);
  const texts = told.map((event) => {
    const to = event.body.recipients.map(quotedName).join(', ') || 'somebody';
    const text = readable(shown, event) || '[not readable]';
    return `${place(shown, event.id)}, ${event.body.author === null ? 'somebody' : quotedName(event.body.author)} to ${to}:\n\n${quoted(shown, event.id, text, CONFIG_LIMIT)}`;
  });
  return `## Other agents\n\n${[list.join('\n'), ...texts].filter((text) => text !== '').join('\n\n')}`;
}

/** Reasoning that the site showed: as text, since most models leave another model's reasoning out. */
export function reasoningSection(
  shown: Shown,
  path: readonly Event[],
  use: HandoffUse,
): { text: string; events: ReadonlySet<string>; loss: Loss[] } {
  const all = path.filter((event) => event.kind === 'reasoning');
  const events = new Set<string>();
  const loss: Loss[] = [];
  const texts: string[] = [];
  let room = use === 'alone' ? REASONING_ALONE : REASONING_LIMIT;
  for (const event of all.toReversed()) {
    const words = withoutFernet(readable(shown, event));
    room -= words.length;
    if (room < 0)
      loss.push({
        event: event.id,
        what: 'reasoning',
        why: 'It is left out: the handoff has room for the latest reasoning only.',
      });
    else {
      events.add(event.id);
      if (words === '') continue;
      texts.push(`${place(shown, event.id)} (${event.body.form}):\n\n${fenced(words)}`);
      loss.push({
        event: event.id,
        what: 'reasoning',
        why: 'It stands as text in the first message: other models leave out reasoning that is not theirs.',
      });
    }
  }
  const left = all.length - events.size;
  const note = `Earlier reasoning as the site showed it, mostly a summary: no transcript of what the model thought.${left > 0 ? ` The ${left} earliest are left out here.` : ''}`;
  return {
    text: texts.length === 0 ? '' : `## Reasoning the site showed\n\n${note}\n\n${texts.reverse().join('\n\n')}`,
    events,
    loss: loss.reverse(),
  };
}

/** What is known to be missing, what only a provider can open, and what is still on its server. */
export function missingSection(shown: Shown): string {
  const { view } = shown;
  const gaps = gapsOf(view).map((gap) => `- ${place(shown, gap.id)} ${quotedName(whatOf(gap))}: ${whyOf(gap)}`);
  const sealed = sealedOf(view)
    .filter(({ sealed: { twin } }) => twin.state === 'missing')
    .map(
      ({ event, sealed: { kind, hides } }) =>
        `- ${place(shown, event)} sealed by the provider (${kind}), nothing readable stands for it: ${quotedName(hides)}`,
    );
  const unknown = eventsOf(view, 'unknown').map(
    ({ id, body }) =>
      `- ${place(shown, id)} not fully read: ${body.type === null ? 'a type not named' : quotedName(body.type)}`,
  );
  const copies = serverCopiesOf(view).length;
  const lines = [...gaps, ...sealed, ...unknown];
  const server =
    copies > 0
      ? `\n\nOn the provider's server ${copies === 1 ? 'is one copy' : `are ${copies} copies`} of what belongs to this session; none is needed to go on.`
      : '';
  return `## Known to be missing\n\n${lines.length > 0 ? lines.join('\n') : 'Nothing that the log knows of.'}${server}`;
}
