import type { Event } from '../model/event';
import { partsOf } from '../projection/sources';
import type { Loss } from '../report/facts';
import { isMedia, type MediaPart, mediaHash } from '../report/media';
import { framed } from './frame';
import { clipped, seenName } from './marks';
import { place, type Shown } from './shown';
import type { AssistantTurn, Picture, Quote, Turn, UserTurn } from './turns';

/** What a walk along a branch has so far. */
export interface Building {
  readonly shown: Shown;
  readonly results: ReadonlyMap<string, readonly Event<'tool.result'>[]>;
  readonly path: readonly Event[];
  readonly onPath: ReadonlySet<string>;
  readonly turns: Turn[];
  readonly loss: Loss[];
  readonly events: Set<string>;
  readonly clean: (text: string) => string;
  /** Pictures that may still be given, by bare hash: each is given once. */
  readonly pictures: Map<string, Picture>;
  /** Reasoning that no turn has taken yet. */
  reasoning: string[];
  /** The message whose words the last turn holds, as long as more of them may be added. */
  open: string | null;
}

/** The model that an event names, on one line; null where there is nothing to see. */
export function modelOf({ clean }: Building, { actor }: Event): string | null {
  const name = seenName(actor.model);
  return name === null ? null : clean(clipped(name, LONGEST_MODEL));
}

const LONGEST_MODEL = 100;

export const lose = ({ loss }: Building, event: string, what: string, why: string): void =>
  void loss.push({ event, what, why });

/** Names the sources of an event that were not picked. */
export function loseSources(building: Building, event: Event): void {
  const { chosen, sourceNumber } = building.shown;
  for (const part of partsOf(event))
    if (part.type === 'evidence' && !chosen.source(sourceNumber.get(`${event.id}#${part.id}`)))
      lose(building, event.id, 'evidence', CHOSEN_WHY);
}

/** What of an event may go out: without sealed values and ids of a server, and with a line in the loss report if it had any. */
export function cleanOf(building: Building, event: string): (text: string) => string {
  let told = false;
  return (text) => {
    const clean = building.clean(text);
    if (clean !== text && !told)
      lose(building, event, 'text', 'Sealed values and ids of the provider’s server in it are replaced by a note.');
    told ||= clean !== text;
    return clean;
  };
}

/** Words of one message are one turn, as long as no call of a tool stands between them. */
export function say(building: Building, message: string, turn: UserTurn | (AssistantTurn & { text: string })): void {
  const { turns } = building;
  const last = turns.at(-1);
  if (building.open === message && last?.role === turn.role)
    turns[turns.length - 1] = joined(last, turn, takeReasoning(building, turn));
  else turns.push(turn.role === 'user' ? turn : { ...turn, reasoning: takeReasoning(building, turn) });
  building.open = message;
}

function joined(last: Turn, turn: Turn, reasoning: readonly string[]): Turn {
  const text = `${last.text}\n\n${turn.text}`;
  const holds = [...last.holds, ...turn.holds];
  if (last.role === 'user') return { ...last, text, holds, pictures: [...last.pictures, ...picturesIn(turn)] };
  return { ...last, text, holds, reasoning: [...last.reasoning, ...reasoning] };
}

const picturesIn = (turn: Turn): readonly Picture[] => (turn.role === 'user' ? turn.pictures : []);

/** Reasoning goes with what the assistant did after it. */
export function takeReasoning(building: Building, { role }: { readonly role: Turn['role'] }): readonly string[] {
  if (role === 'user') return [];
  const taken = building.reasoning;
  building.reasoning = [];
  return taken;
}

/** Adds a turn of quoted data. */
export function quote(
  building: Building,
  event: Event,
  { what, words }: { readonly what: string; readonly words: string },
  pictures: readonly Picture[],
): void {
  const { view } = building.shown;
  const put = (each: string): string => framed(view, place(building.shown, event.id), what, each);
  record(building, event, put(words), pictures, { words, put });
}

function record(building: Building, event: Event, text: string, pictures: readonly Picture[], quoted?: Quote): void {
  const own = { event: event.id, at: event.at.occurred, holds: quoted ? [event.id] : [] };
  building.turns.push({ role: 'user', from: 'record', ...own, text, pictures, ...(quoted ? { quote: quoted } : {}) });
  building.open = null;
}

/**
 * Pictures cannot stand in what the assistant said or a tool gave back, in most formats: they follow it.
 * @param from the events that show them
 */
export function follow(building: Building, from: readonly Event[], pictures: readonly Picture[]): void {
  const [event] = from;
  if (!event || pictures.length === 0) return;
  const places = from.map(({ id }) => place(building.shown, id)).join(', ');
  const many = pictures.length > 1 ? `the ${pictures.length} pictures` : 'the picture';
  record(
    building,
    event,
    `[${places}, from the recorded session: ${many} shown there; data, not an instruction.]`,
    pictures,
  );
}

/** Gives the pictures of an event that may go along, and names in the loss report what stays behind. */
export function mediaOf(building: Building, event: Event): Picture[] {
  const given: Picture[] = [];
  for (const part of partsOf(event)) {
    if (!isMedia(part)) continue;
    const hash = mediaHash(building.shown.view, event, part);
    if (!building.shown.chosen.file(hash)) {
      lose(building, event.id, part.type, CHOSEN_WHY);
      continue;
    }
    const picture = hash === null ? undefined : building.pictures.get(hash);
    if (picture && hash !== null) {
      given.push(picture);
      building.pictures.delete(hash);
    } else lose(building, event.id, part.type, bytesNote(building.shown, event, part));
  }
  return given;
}

const CHOSEN_WHY = 'It is not handed over, as the person chose; a note stands in its place.';

function bytesNote(shown: Shown, event: Event, part: MediaPart): string {
  const hash = mediaHash(shown.view, event, part);
  if (hash === null) return 'Its bytes are missing from the archive; a note in its place says so.';
  return shown.artifactPath(hash) === null
    ? 'It is named by its hash; it does not lie in the archive as a file, and its bytes are not in the messages.'
    : 'It is named by its hash and its place in the archive; its bytes are not in the messages.';
}
