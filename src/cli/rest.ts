import { relative } from 'node:path';
import { counted } from '../lib/text';

/** What is not packed of the files that were given: told, so that nobody takes it for kept. */
export interface Rest {
  /** No conversation was read from this file, and nobody complains of it. */
  passedOver(file: string): void;
  /** A file without conversations of which something was packed all the same: what it says of a conversation's project. */
  tookFrom(file: string): void;
  /** So many conversations hold no message. */
  withoutMessage(count: number): void;
  /** A sentence for each kind of rest. `given`: what the person named, a folder or a file. */
  sentences(given: string): string[];
}

/** Names that are told in one sentence; an export may hold thousands of pictures. */
const SHOWN = 20;

/** An empty rest, for one of the files or folders that the person gave. */
export function openRest(): Rest {
  const passed = new Set<string>();
  const took = new Set<string>();
  let empty = 0;
  return {
    passedOver(file) {
      passed.add(file);
    },
    tookFrom(file) {
      took.add(file);
    },
    withoutMessage(count) {
      empty += count;
    },
    sentences(given) {
      const none = [...passed].filter((file) => !took.has(file));
      const about = (what: string, said: string): string[] => (said === '' ? [] : [`${given}: ${what}: ${said}.`]);
      return [
        ...about('not packed, files without a conversation that can be read', namesOf(none, given)),
        ...about('packed in part, only what is said of the project of a conversation', namesOf([...took], given)),
        ...about('left out', empty === 0 ? '' : `${counted(empty, 'conversation')} without a message`),
      ];
    },
  };
}

function namesOf(files: readonly string[], given: string): string {
  const names = files.map((file) => nameIn(given, file)).sort();
  const more = names.length - SHOWN;
  return more > 0 ? `${names.slice(0, SHOWN).join(', ')} and ${more} more` : names.join(', ');
}

/** Where an entry of a zip lies, for what is told of it. */
export const entryOf = (zip: string, name: string): string => `${zip}: ${name}`;

/** A file as it is called inside what the person gave. */
const nameIn = (given: string, file: string): string =>
  file.startsWith(entryOf(given, '')) ? file.slice(entryOf(given, '').length) : relative(given, file) || file;
