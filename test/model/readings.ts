import fc from 'fast-check';
import { link } from '../../src/intake/links';
import { sha256Hex } from '../../src/lib/hash';
import { isoTime } from '../../src/lib/time';
import { EMPTY, seal } from '../../src/model/chain';
import { type Event, FORMAT_VERSION, type Observation } from '../../src/model/event';
import { enter, entryOf, type Ledger, merge, openLedger } from '../../src/model/ledger';

/** One capture of a conversation of few messages: what was sent of it, how, when, and by which reader it was read. */
export interface Capture {
  readonly trust: readonly [capture: Event['source']['capture'], form: Event['source']['form']];
  readonly reader: number;
  /** Minutes: when it was received. */
  readonly at: number;
  readonly messages: readonly {
    readonly id: number;
    /** May be a message that was not sent. */
    readonly parent: number | null;
    readonly words: string;
    readonly updated: number | null;
  }[];
  readonly title: { readonly words: string; readonly leaf: number; readonly updated: number | null } | null;
}

const MESSAGES = 5;
const message = fc.nat(MESSAGES - 1);
const minute = fc.nat(4);

/** `clock`: titles may have no time of the site's own, and then have the exchange's. */
export const capture = ({ clock }: { clock: boolean }): fc.Arbitrary<Capture> =>
  fc.record({
    trust: fc.constantFrom<Capture['trust'][]>(
      ...([
        ['asked', 'read'],
        ['heard', 'read'],
        ['heard', 'stream'],
        ['heard', 'cut'],
        ['file', 'read'],
        ['file', 'export'],
        ['file', 'share'],
        ['page', 'page'],
      ] as const),
    ),
    reader: fc.integer({ min: 1, max: 2 }),
    at: minute,
    messages: fc.uniqueArray(
      fc.record({
        id: message,
        parent: fc.option(message),
        words: fc.constantFrom('a', 'b', 'a longer one'),
        updated: fc.option(minute),
      }),
      { selector: ({ id }) => id, maxLength: MESSAGES },
    ),
    title: fc.option(
      fc.record({
        words: fc.constantFrom('A', 'B'),
        leaf: message,
        updated: clock ? fc.option(minute) : minute,
      }),
    ),
  });

const START = Date.UTC(2026, 2, 1, 10);
const time = (minutes: number): string => isoTime(START + minutes * 60_000);
export const idOf = (n: number): string => `acme:m${n}`;
export const TITLE = 'acme:c1/session.updated';

/** The observations of a capture, and which of them have no time but the exchange's. */
export function observationsOf(capture: Capture): { observations: Observation[]; timed: ReadonlySet<string> } {
  const { title, at } = capture;
  const messages = capture.messages.map(({ id, parent, words, updated }) =>
    observation(capture, {
      id: idOf(id),
      kind: 'message',
      parents: parent === null ? [] : [idOf(parent)],
      body: { role: 'user', status: null, hidden: false, parts: [{ type: 'text', text: words, format: 'plain' }] },
      updated: updated === null ? null : time(updated),
      native: { id: `m${id}`, node: null, type: null, parent: parent === null ? null : `m${parent}` },
    }),
  );
  const titles = title
    ? [
        observation(capture, {
          id: TITLE,
          kind: 'session.updated',
          parents: [],
          body: { title: title.words, leaf: idOf(title.leaf), project: null },
          updated: time(title.updated ?? at),
          native: { id: null, node: null, type: null, parent: null },
        }),
      ]
    : [];
  return { observations: link([...messages, ...titles]), timed: new Set(title?.updated === null ? [TITLE] : []) };
}

function observation(
  { trust: [capture, form], reader, at }: Capture,
  said: Pick<Observation, 'id' | 'kind' | 'body' | 'parents' | 'native'> & { updated: string | null },
): Observation {
  const { updated, ...rest } = said;
  const frame = `sha256:${sha256Hex(JSON.stringify([capture, form, at]))}` as const;
  return {
    ...rest,
    v: FORMAT_VERSION,
    thread: 'root',
    at: { occurred: null, updated },
    actor: { kind: 'provider', name: null, model: null },
    source: {
      platform: 'acme',
      capture,
      form,
      reader: `acme@${reader}`,
      raw: [{ artifact: frame, frame, pointer: '' }],
    },
    fidelity: 'exact',
    sealed: [],
  } as Observation;
}

/** A log that captures are merged into, as the intake does it. */
export interface Book {
  readonly ledger: Ledger;
  readonly events: Event[];
  readonly lines: string[];
}

export const newBook = (): Book => ({ ledger: openLedger([]), events: [], lines: [] });

/** Merges a capture; gives the number of lines it added. */
export function mergeInto(book: Book, capture: Capture): number {
  const { observations, timed } = observationsOf(capture);
  const { append, confirm } = merge(book.ledger, observations, timed);
  const fresh = append.map((each) => each.observation);
  if (confirm.length > 0) fresh.push(confirmation(capture, confirm));
  for (const each of fresh) {
    const last = book.events.at(-1);
    const tail = last ? { seq: last.seq + 1, prev: sha256Hex(book.lines.at(-1) ?? '') } : EMPTY;
    const revises = book.events.findLast(({ id }) => id === each.id)?.seq ?? null;
    const { event, line } = seal(tail, each, { recorded: time(60), revises });
    book.events.push(event);
    book.lines.push(line);
    enter(book.ledger, entryOf(event));
  }
  return fresh.length;
}

function confirmation(capture: Capture, targets: readonly unknown[]): Observation {
  const said = observation(capture, {
    id: 'acme:c1/context.edit',
    kind: 'context.edit',
    parents: [],
    body: { action: 'confirm', targets: [...targets] },
    updated: null,
    native: { id: null, node: null, type: null, parent: null },
  });
  return { ...said, actor: { kind: 'recorder', name: null, model: null } } as Observation;
}
