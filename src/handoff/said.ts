import type { Event } from '../model/event';
import { firstWords, turnsIn } from '../projection/branches';
import { readable } from './readable';
import { place, type Shown } from './shown';

/** A message with all its words, on whatever number of blocks the site sent them. */
export interface Said {
  readonly event: Event<'message'>;
  /** `V-0004, V-0008`: the message, and the blocks its words stand in. */
  readonly numbers: string;
  /** The event in which the words begin. */
  readonly begins: string;
  readonly text: string;
}

const known = new WeakMap<readonly Event[], { readonly shown: Shown; readonly said: readonly Said[] }>();

/** The messages of a path, first message first. What was sent along with words stands after them. Several ask for the same. */
export function saidIn(shown: Shown, path: readonly Event[]): readonly Said[] {
  const before = known.get(path);
  if (before?.shown === shown) return before.said;
  const said = gathered(shown, path);
  known.set(path, { shown, said });
  return said;
}

function gathered(shown: Shown, path: readonly Event[]): Said[] {
  return turnsIn(shown.view, path).flatMap(({ event, blocks }): Said[] => {
    const words = blocks.filter((block) => block.kind === 'message');
    if (event.kind !== 'message') return words.map((word) => saidBy(shown, word, [word]));
    return [saidBy(shown, event, [...words, event])];
  });
}

function saidBy(shown: Shown, event: Event<'message'>, inOrder: readonly Event<'message'>[]): Said {
  const pieces = inOrder
    .map((each) => ({ id: each.id, text: readable(shown, each) }))
    .filter(({ text }) => text !== '');
  const ids = new Set([event.id, ...pieces.map(({ id }) => id)]);
  return {
    event,
    numbers: [...ids].map((id) => place(shown, id)).join(', '),
    begins: pieces[0]?.id ?? event.id,
    text: pieces.map(({ text }) => text).join('\n\n'),
  };
}

/** A path in the order in which it is read: the first words of a message stand before what was sent along with them. */
export function inReadingOrder(shown: Shown, path: readonly Event[]): Event[] {
  return turnsIn(shown.view, path).flatMap((turn) => {
    const words = firstWords(turn);
    return [...words, turn.event, ...turn.blocks.slice(words.length)];
  });
}
