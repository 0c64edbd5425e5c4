import { hashIn } from '../lib/hash';
import { isObject } from '../lib/json';
import type { Event, Observation } from './event';

const KEYS: ReadonlySet<string> = new Set(['artifact', 'frame', 'slice', 'snapshot']);
/** Members that hold what a tool was given or what was said: what looks like an artifact's name there is somebody's words. */
const WORDS: ReadonlySet<string> = new Set(['input', 'inputText', 'value', 'text']);

/** The bare hashes of all artifacts that an event names: its raw, its body's and its sealed values'. */
export function namedArtifacts(event: Pick<Event | Observation, 'body' | 'sealed' | 'source'>): string[] {
  const raw = event.source.raw.flatMap(({ artifact, frame }) => [artifact, frame]);
  return [...raw.flatMap((name) => hashIn(name) ?? []), ...namesIn([event.body, event.sealed])];
}

/** The bare hashes of the artifacts that a document names under the keys that hold such names. */
export function namesIn(value: unknown): string[] {
  const names: string[] = [];
  const open: unknown[] = [value];
  while (open.length > 0) {
    const each = open.pop();
    if (Array.isArray(each)) for (const item of each) open.push(item);
    else if (isObject(each)) for (const [key, item] of Object.entries(each)) look(key, item, { names, open });
  }
  return names;
}

function look(key: string, item: unknown, { names, open }: { names: string[]; open: unknown[] }): void {
  if (WORDS.has(key)) return;
  const hash = KEYS.has(key) && typeof item === 'string' ? hashIn(item) : null;
  if (hash) names.push(hash);
  else open.push(item);
}
