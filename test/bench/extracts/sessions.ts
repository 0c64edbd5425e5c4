import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chosenPath } from '../../../src/handoff/choice';
import type { Turn } from '../../../src/handoff/turns';
import { walking } from '../../../src/handoff/walk';
import { lastOf } from '../../../src/lib/steps';
import { sessionsIn } from '../../handoff/to/sessions-in';
import { turnsOfMarkdown } from './specstory';

/** A session as the turns that a handoff hands over. */
export interface Told {
  readonly name: string;
  readonly turns: readonly Turn[];
}

const filesUnder = (folder: string, is: RegExp): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && is.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

/** Every session that our readers read in a folder, each conversation once. */
export async function readSessions(folder: string): Promise<Told[]> {
  const told: Told[] = [];
  for (const name of filesUnder(folder, /^(?!.*\.expected\.|README).*\.(?:json|jsonl|html|txt)$/))
    for (const view of await sessionsIn(name)) {
      const { turns } = lastOf(walking(view, { artifactPath: () => null }, chosenPath(view, undefined)));
      told.push({ name, turns: turns.slice(1) });
    }
  return once(told);
}

/** Every session in folders `.specstory/history`. */
export const markdownSessions = (folder: string): Told[] =>
  once(
    filesUnder(folder, /\.md$/)
      .filter((name) => name.includes('.specstory/history/'))
      .map((name) => ({ name, turns: turnsOfMarkdown(readFileSync(name, 'utf8')) })),
  );

/** Without those whose person says what the person of another says. */
function once(all: readonly Told[]): Told[] {
  const known = new Map<string, Told>();
  for (const told of all)
    known.set(
      told.turns
        .filter(isPerson)
        .slice(0, 3)
        .map(({ text }) => text)
        .join('\n'),
      told,
    );
  return [...known.values()];
}

const isPerson = (turn: Turn): boolean => turn.role === 'user' && turn.from === 'person';

/** Where exchanges begin: with what the person says, where something is answered before they speak again. */
export const beginnings = (turns: readonly Turn[]): number[] =>
  turns.flatMap((turn, at) => (isPerson(turn) && (at === 0 || turns[at - 1]?.role === 'assistant') ? [at] : []));
