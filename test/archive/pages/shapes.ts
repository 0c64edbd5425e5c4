import fc from 'fast-check';
import { isObject } from '../../../src/lib/json';
import { Event } from '../../../src/model/event';
import { poisonLog } from './poison';

/** Members that some page looks at, in a body or a part of some kind. */
const MEMBERS = [
  ...['parts', 'summary', 'text', 'type', 'name', 'title', 'url', 'path', 'of', 'mime', 'language', 'format', 'site'],
  ...['published', 'passages', 'range', 'evidence', 'in', 'cited', 'pointer', 'artifact', 'alt', 'stdout', 'stderr'],
  ...[
    'input',
    'inputText',
    'value',
    'what',
    'where',
    'native',
    'why',
    'targets',
    'action',
    'leaf',
    'address',
    'account',
  ],
  ...[
    'status',
    'hidden',
    'bytes',
    'session',
    'origin',
    'author',
    'recipients',
    'decision',
    'markup',
    'reason',
    'extra',
  ],
  ...['query', 'rank', 'retention', 'deletion', 'until', 'doneAt', 'events', 'twin', 'hides', 'size', 'callId'],
];

const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(null, true, -1, 0, 1.5, 9007199254740991, '', 'x', [], {}, [null], [[]]) },
  {
    weight: 1,
    arbitrary: fc.constantFrom([{ type: 'text' }], [{ type: 'nothing' }], { length: 3 }, ['x', 5], [-5, 1]),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

const member = fc.oneof(fc.constantFrom('parts', 'summary'), fc.constantFrom(...MEMBERS));
const change = fc.record({ event: fc.nat({ max: 60 }), place: fc.nat({ max: 6 }), member, value });

/** A log that is by the schema and of which others chose the shape: some members are there, or are something else. */
export const oddLog: fc.Arbitrary<Event[]> = fc.array(change, { minLength: 1, maxLength: 40 }).map((changes) => {
  const log = structuredClone(poisonLog(['x', 'https://a.example/', 'two words'])) as Event[];
  for (const each of changes) {
    const at = each.event % log.length;
    const event = log[at];
    const changed = event && changedIn(event, each);
    if (changed && Event.safeParse(changed).success) log[at] = changed;
  }
  return log;
});

function changedIn(event: Event, each: { place: number; member: string; value: unknown }): Event {
  const copy = structuredClone(event);
  const places = objectsIn(copy.body);
  const object = places[each.place % places.length];
  if (object) object[each.member] = each.value;
  return copy;
}

/** The body, and the objects in it to any depth. */
function objectsIn(body: unknown): Record<string, unknown>[] {
  if (Array.isArray(body)) return body.flatMap(objectsIn);
  return isObject(body) ? [body, ...Object.values(body).flatMap(objectsIn)] : [];
}
