import { append } from '../lib/append';
import type { Event } from '../model/event';
import { messageOf } from '../projection/branches';
import { partsOf } from '../projection/sources';
import type { SessionView } from '../projection/view';
import type { Loss } from '../report/facts';
import { hasFailed } from '../report/failed';
import { gapSentence } from '../report/gaps';
import { resultsOf } from '../report/results';
import { type Building, cleanOf, follow, lose, loseSources, mediaOf, modelOf, quote, say } from './building';
import { callRun } from './call-run';
import { chosenPath } from './choice';
import { handoffText } from './handoff';
import { withoutLeft } from './left-out';
import { shownName } from './marks';
import { withoutFernet } from './opaque';
import { readable } from './readable';
import { inReadingOrder } from './said';
import { withoutServerIds } from './server-ids';
import { type HandoffContext, type Shown, shownOf } from './shown';
import type { Picture, Turn } from './turns';

/** What a walk takes: where artifacts lie, and the pictures that go along by their bare hash (none where it is absent). */
export interface WalkContext extends HandoffContext {
  readonly pictures?: ReadonlyMap<string, Picture>;
}

/** A branch as turns that any target can word, what did not go in as it is, and the events that stand in them. */
export interface Walked {
  readonly turns: readonly Turn[];
  readonly loss: readonly Loss[];
  readonly events: ReadonlySet<string>;
  /** A text without sealed values and ids of a server. */
  readonly clean: (text: string) => string;
  /** What a reasoning says, for formats that have a place for it; empty where the site did not show it. */
  readonly thought: (event: string) => string;
}

/** Events that are written between two rests: some milliseconds. */
const STRETCH = 200;

/**
 * Walks along a branch. The first turn is the handoff. Calls of hosted tools become ordinary calls, each with one result;
 * reasoning stands in the handoff; what the site or a tool put in is framed as quoted data, never as a system message. No
 * sealed value and no id of a server is in it.
 * @param path the branch, first event first; default: the one the person was on
 */
export function* walking(
  view: SessionView,
  context: WalkContext,
  path = chosenPath(view, context.choice),
): Generator<void, Walked> {
  const shown = shownOf(view, context);
  const ids = withoutServerIds(view);
  yield;
  const first = handoffText(shown, path, 'followed');
  yield;
  const building: Building = {
    shown,
    results: resultsOf(view),
    path: inReadingOrder(shown, path),
    onPath: new Set(path.map(({ id }) => id)),
    turns: [{ role: 'user', from: 'handoff', event: null, at: null, text: first.text, pictures: [], holds: [] }],
    loss: [...first.loss],
    events: new Set(first.events),
    clean: (text) => ids(withoutFernet(text)).toWellFormed(),
    pictures: new Map(context.pictures),
    reasoning: [],
    open: null,
  };
  for (let at = 0, rested = 0; at < path.length; ) {
    at = step(building, at);
    if (at - rested < STRETCH) continue;
    rested = at;
    yield;
  }
  const { turns, loss, events, clean } = building;
  const thought = (id: string): string => {
    const event = view.current.get(id);
    return event ? clean(readable(shown, event)) : '';
  };
  return withoutLeft({ turns, loss, events, clean, thought }, context.leaveOut, path);
}

/** Writes the event at a place of the path; gives the place after what was written. */
function step(building: Building, at: number): number {
  const event = building.path[at];
  if (!event) return at + 1;
  if (event.kind === 'tool.call') return callRun(building, at);
  if (event.kind === 'reasoning') append(building.reasoning, [event.id]);
  if (!building.events.has(event.id)) write(building, event);
  return at + 1;
}

function write(building: Building, event: Event): void {
  if (!building.shown.chosen.event(event)) {
    lose(building, event.id, event.kind, 'It is of an agent that is not handed over, as the person chose.');
    return;
  }
  building.events.add(event.id);
  loseSources(building, event);
  if (event.kind === 'message') writeMessage(building, event);
  else if (event.kind === 'tool.result')
    writeFramed(building, event, `a result of ${shownName(event.body.name || 'a tool')} whose call was not recorded`);
  else if (event.kind !== 'reasoning')
    writeFramed(building, event, WHAT[event.kind] ?? `an entry of the kind ${event.kind}`);
}

const WHAT: Readonly<Record<string, string>> = {
  'agent.message': 'what one agent told another',
  config: 'instructions and settings that were in force',
  compaction: 'a summary that stood for what came before it',
  approval: 'a decision about a tool',
  gap: 'something is missing here',
  unknown: 'something the recorder could not read fully',
};

function writeMessage(building: Building, event: Event<'message'>): void {
  const text = cleanOf(building, event.id)(readable(building.shown, event));
  const pictures = mediaOf(building, event);
  if (text === '') return;
  const { role, hidden } = event.body;
  const [message, at] = [messageOf(building.shown.view, event.id), event.at.occurred];
  if (hidden || (role !== 'user' && role !== 'assistant')) {
    const who = hidden ? `a hidden message (${role})` : `a ${role} message of the site`;
    lose(
      building,
      event.id,
      'role',
      'It stands as quoted data: what the site put in has no authority over another model.',
    );
    quote(building, event, { what: who, words: text }, pictures);
  } else if (role === 'user')
    say(building, message, { role, from: 'person', event: event.id, at, text, pictures, holds: [event.id] });
  else {
    say(building, message, {
      role,
      event: event.id,
      at,
      model: modelOf(building, event),
      text,
      holds: [event.id],
      calls: [],
      reasoning: [],
    });
    follow(building, [event], pictures);
  }
}

function writeFramed(building: Building, event: Event, what: string): void {
  const text = cleanOf(building, event.id)(wordsOf(building.shown, event));
  const pictures = mediaOf(building, event);
  if (text === '' && partsOf(event).length === 0 && event.kind !== 'gap') return;
  lose(building, event.id, event.kind, 'There is no such message in this format: it stands as quoted data.');
  quote(building, event, { what, words: text }, pictures);
}

function wordsOf(shown: Shown, event: Event): string {
  if (event.kind === 'gap') return gapSentence(event);
  if (event.kind === 'unknown') return event.body.text ?? '';
  if (event.kind === 'approval') return event.body.decision ?? '';
  const words = readable(shown, event);
  return event.kind === 'tool.result' && hasFailed(event.body) ? `[It failed.]\n${words}` : words;
}
