import { lastOf } from '../lib/steps';
import type { Event } from '../model/event';
import { activePath, messageOf } from '../projection/branches';
import { partsOf } from '../projection/sources';
import type { SessionView } from '../projection/view';
import type { Loss } from '../report/facts';
import { hasFailed } from '../report/failed';
import { gapSentence } from '../report/gaps';
import { isMedia, type MediaPart, mediaHash } from '../report/media';
import { resultsOf } from '../report/results';
import { argumentsOf, callName, resultText } from './calls';
import { framed } from './frame';
import { handoffText } from './handoff';
import { shownName } from './marks';
import type { ChatMessage } from './message-schema';
import { withoutFernet } from './opaque';
import { readable } from './readable';
import { inReadingOrder } from './said';
import { withoutServerIds } from './server-ids';
import { type HandoffContext, place, type Shown, shownOf } from './shown';

/** A branch as Chat Completions messages, what did not go in as it is, and the events that stand in them. */
export interface BuiltMessages {
  readonly messages: readonly ChatMessage[];
  readonly loss: readonly Loss[];
  readonly events: ReadonlySet<string>;
}

interface Building {
  readonly shown: Shown;
  readonly results: ReadonlyMap<string, readonly Event<'tool.result'>[]>;
  readonly path: readonly Event[];
  readonly onPath: ReadonlySet<string>;
  readonly messages: ChatMessage[];
  readonly loss: Loss[];
  readonly events: Set<string>;
  readonly clean: (text: string) => string;
  /** The message whose words the last entry holds, as long as more of them may be added. */
  open: string | null;
}

/**
 * Writes a branch as messages that any Chat Completions server takes. The first is the handoff. Calls of hosted tools
 * become ordinary calls, each with one result right after it; reasoning stands in the handoff; what the site or a tool
 * put in is framed as quoted data, never as a system message.
 * @param path the branch, first event first; default: the one the person was on
 */
export const messagesOf = (view: SessionView, context: HandoffContext, path = activePath(view)): BuiltMessages =>
  lastOf(writingMessages(view, context, path));

/** Events that are written between two rests: some milliseconds. */
const STRETCH = 200;

/** The same step by step, for where other work must not wait. */
export function* writingMessages(
  view: SessionView,
  context: HandoffContext,
  path = activePath(view),
): Generator<void, BuiltMessages> {
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
    messages: [{ role: 'user', content: first.text }],
    loss: [...first.loss],
    events: new Set(first.events),
    clean: (text) => ids(withoutFernet(text)).toWellFormed(),
    open: null,
  };
  for (let at = 0, rested = 0; at < path.length; ) {
    at = step(building, at);
    if (at - rested < STRETCH) continue;
    rested = at;
    yield;
  }
  return { messages: building.messages, loss: building.loss, events: building.events };
}

/** Writes the event at a place of the path; gives the place after what was written. */
function step(building: Building, at: number): number {
  const event = building.path[at];
  if (!event) return at + 1;
  if (event.kind === 'tool.call') return callRun(building, at);
  if (!building.events.has(event.id)) write(building, event);
  return at + 1;
}

function write(building: Building, event: Event): void {
  building.events.add(event.id);
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
  const text = building.clean(readable(building.shown, event));
  noteMedia(building, event);
  if (text === '') return;
  const { role, hidden } = event.body;
  if (hidden || (role !== 'user' && role !== 'assistant')) {
    const who = hidden ? `a hidden message (${role})` : `a ${role} message of the site`;
    lose(
      building,
      event.id,
      'role',
      'It stands as quoted data: what the site put in has no authority over another model.',
    );
    push(building, framed(place(building.shown, event.id), who, text));
  } else say(building, messageOf(building.shown.view, event.id), { role, content: text });
}

function writeFramed(building: Building, event: Event, what: string): void {
  const text = building.clean(wordsOf(building.shown, event));
  noteMedia(building, event);
  if (text === '' && partsOf(event).length === 0 && event.kind !== 'gap') return;
  lose(building, event.id, event.kind, 'There is no such message in this format: it stands as quoted data.');
  push(building, framed(place(building.shown, event.id), what, text));
}

function wordsOf(shown: Shown, event: Event): string {
  if (event.kind === 'gap') return gapSentence(event);
  if (event.kind === 'unknown') return event.body.text ?? '';
  if (event.kind === 'approval') return event.body.decision ?? '';
  const words = readable(shown, event);
  return event.kind === 'tool.result' && hasFailed(event.body) ? `[It failed.]\n${words}` : words;
}

/** Words of one message are one entry, as long as no call of a tool stands between them. */
function say(building: Building, message: string, said: { role: 'user' | 'assistant'; content: string }): void {
  const { messages } = building;
  const last = messages.at(-1);
  if (building.open === message && last?.role === said.role)
    messages[messages.length - 1] = { ...last, content: `${last.content}\n\n${said.content}` };
  else messages.push(said);
  building.open = message;
}

function push(building: Building, content: string): void {
  building.messages.push({ role: 'user', content });
  building.open = null;
}

const lose = ({ loss }: Building, event: string, what: string, why: string): void =>
  void loss.push({ event, what, why });

function noteMedia(building: Building, event: Event): void {
  for (const part of partsOf(event))
    if (isMedia(part)) lose(building, event.id, part.type, bytesNote(building.shown, event, part));
}

function bytesNote(shown: Shown, event: Event, part: MediaPart): string {
  const hash = mediaHash(shown.view, event, part);
  if (hash === null) return 'Its bytes are missing from the archive; a note in its place says so.';
  return shown.artifactPath(hash) === null
    ? 'It is named by its hash; it does not lie in the archive as a file, and its bytes are not in the messages.'
    : 'It is named by its hash and its place in the archive; its bytes are not in the messages.';
}

/** Calls that follow one another go into one assistant message, their results right after it, in the same order. */
function callRun(building: Building, from: number): number {
  const calls: Event<'tool.call'>[] = [];
  let at = from;
  for (let event = building.path[at]; event; event = building.path[++at]) {
    if (event.kind === 'tool.call') calls.push(event);
    else if (event.kind !== 'reasoning') break;
    building.events.add(event.id);
  }
  const last = building.messages.at(-1);
  const toolCalls = calls.map((call) => ({
    id: callId(building, call),
    type: 'function' as const,
    function: {
      name: callName(call),
      arguments: argumentsOf(call, building.clean, (why) => lose(building, call.id, 'input', why)),
    },
  }));
  if (last?.role === 'assistant' && last.tool_calls === undefined && mayFollow(building, calls[0]))
    building.messages[building.messages.length - 1] = { ...last, tool_calls: toolCalls };
  else building.messages.push({ role: 'assistant', content: null, tool_calls: toolCalls });
  building.open = null;
  for (const call of calls) writeResults(building, call);
  return at;
}

/** A call that is a block goes with the words of its own message only. */
function mayFollow({ shown, open }: Building, call: Event | undefined): boolean {
  const message = call ? messageOf(shown.view, call.id) : null;
  return message === call?.id || message === open;
}

const callId = ({ shown }: Building, call: Event): string => `call_${place(shown, call.id).replace('-', '')}`;

function writeResults(building: Building, call: Event<'tool.call'>): void {
  const all = building.results.get(call.id) ?? [];
  const here = all.filter(({ id }) => building.onPath.has(id));
  const results = here.length > 0 ? here : all;
  if (call.body.hosted)
    lose(
      building,
      call.id,
      'tool.call',
      'The provider ran this tool; here it is an ordinary call of a function that no client has.',
    );
  if (results.length === 0)
    lose(building, call.id, 'result', 'No result was recorded; a sentence that says so stands in its place.');
  if (results.length > 1) lose(building, call.id, 'results', `Its ${results.length} results stand in one.`);
  for (const result of results) {
    building.events.add(result.id);
    noteMedia(building, result);
  }
  const content = building.clean(resultText(building.shown, results));
  building.messages.push({ role: 'tool', tool_call_id: callId(building, call), content });
}
