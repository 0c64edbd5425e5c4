import { asObject, textsIn } from '../kit/value';
import { stillGone, wordsOf } from './gone';
import { beyondMessage, type HeardMessage } from './heard';

type Fields = Readonly<Record<string, unknown>>;

/** What a message was at each of its beginnings, as each stood at the end. */
const standsOf = ({ versions }: HeardMessage): Fields[] => versions.map(({ root }) => asObject(asObject(root).message));

/** A message that is finished for now may go on. */
const isOpen = ({ status }: Fields): boolean => status === 'in_progress' || status === 'finished_partial_completion';

function chosenOf(all: readonly Fields[]): Fields {
  return all.findLast((each) => !isOpen(each)) ?? all.at(-1) ?? {};
}

/** The message as it stood at the end: the last that was finished, else the last; what its echo adds beside it. */
export function messageIn(heard: HeardMessage): Fields {
  const all = standsOf(heard);
  const chosen = chosenOf(all);
  if (all.length === 1 || asObject(chosen.author).role !== 'user') return chosen;
  let metadata: Fields = {};
  for (const each of [...all, chosen]) metadata = { ...metadata, ...asObject(each.metadata) };
  return { ...chosen, metadata };
}

/** What a message said at other times and no longer says. What was on its way there is part of it. */
export function wordsLeftBehind(heard: HeardMessage): string[] {
  const all = standsOf(heard);
  if (all.length === 1) return [];
  const chosen = chosenOf(all);
  const others = all.filter((each) => each !== chosen).flatMap(({ content }) => textsIn(content));
  return stillGone(
    others.filter((text) => /\S/.test(text)),
    textsIn(chosen.content),
  );
}

/** Words in and around a message that nobody knows how to read. */
export const wordsUnread = ({ versions, unread }: HeardMessage): string[] => [
  ...new Set([...unread, ...versions.flatMap(({ root }) => wordsOf(beyondMessage(asObject(root))))]),
];
