import { identify, type Log, record } from '../../../src/intake/record';
import { type Exchange, take } from '../../../src/intake/take';
import { utf8 } from '../../../src/lib/bytes';
import { EMPTY } from '../../../src/model/chain';
import type { Event } from '../../../src/model/event';
import { openLedger } from '../../../src/model/ledger';
import { branchesOf } from '../../../src/projection/branches';
import { type SessionView, viewOf } from '../../../src/projection/view';
import { chatgptReader } from '../../../src/providers/chatgpt/read';

/** One answer of the site, as it is captured. */
export interface Answer {
  readonly route: string;
  readonly address?: string;
  /** JSON, or a text as it is. */
  readonly body: unknown;
  readonly form?: Exchange['head']['form'];
  readonly capture?: Exchange['head']['capture'];
  readonly request?: unknown;
}

const AT = '2026-06-01T08:00:00.000Z';
const ORIGIN = 'https://chatgpt.com';

/** The logs that come of captures in this order, by native id: each a list of events. */
export async function logsOf(answers: readonly Answer[]): Promise<Map<string, Event[]>> {
  const logs = new Map<string, { log: Log; events: Event[] }>();
  for (const { route, address, body, form = 'read', capture = 'asked', request } of answers) {
    const head = {
      ...{ site: 'chatgpt', origin: ORIGIN, route, method: request === undefined ? 'GET' : 'POST' },
      ...{ address: address ? `${ORIGIN}${address}` : null, status: 200, type: null, at: AT, capture, form },
    };
    const bytes = utf8(typeof body === 'string' ? body : JSON.stringify(body));
    const asked = request === undefined ? null : utf8(JSON.stringify(request));
    const taken = await take({ head, body: bytes, request: asked }, chatgptReader, AT);
    const identity = identify(taken, ORIGIN);
    if (!identity) throw new Error(`${route} was not read: ${JSON.stringify(taken.outcome)}`);
    const known = logs.get(identity.native) ?? { log: { tail: EMPTY, ledger: openLedger([]) }, events: [] };
    const recorder = { release: '0.0.0', browser: null, os: null, account: null, recorded: AT };
    const { lines, tail } = record(known.log, taken, identity, recorder);
    const events = [...known.events, ...lines.map(({ event }) => event)];
    logs.set(identity.native, { log: { ...known.log, tail }, events });
  }
  return new Map([...logs].map(([native, { events }]) => [native, events]));
}

/** What one conversation says after captures in this order. */
export async function viewAfter(answers: readonly Answer[]): Promise<SessionView> {
  const [log, ...others] = (await logsOf(answers)).values();
  if (!log || others.length > 0) throw new Error(`these are ${others.length + 1} conversations`);
  return viewOf(log);
}

const LEFT_OUT: ReadonlySet<string> = new Set(['session.started', 'context.edit']);

/** A view as data that does not depend on the order of captures. */
export function shownOf(view: SessionView): unknown {
  const events = [...view.current.values()].filter(({ kind }) => !LEFT_OUT.has(kind));
  return {
    events: Object.fromEntries(
      events
        .map(({ id, kind, body, actor }) => [id, { kind, body, actor, parents: view.parents.get(id) }] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
    branches: branchesOf(view)
      .map(({ leaf, active, length }) => ({ leaf, active, length }))
      .sort((a, b) => (a.leaf < b.leaf ? -1 : 1)),
  };
}

/** All orders of a few things. */
export function ordersOf<T>(things: readonly T[]): T[][] {
  if (things.length < 2) return [[...things]];
  return things.flatMap((first, i) => ordersOf(things.filter((_, n) => n !== i)).map((rest) => [first, ...rest]));
}
