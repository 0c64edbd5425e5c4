import { artifactName, sha256Hex } from '../../src/lib/hash';
import type { Body, Kind } from '../../src/model/bodies';
import { EMPTY, seal } from '../../src/model/chain';
import type { Event, Observation } from '../../src/model/event';
import { FORMAT_VERSION } from '../../src/model/event';
import { messageId, sessionEventId } from '../../src/model/ids';
import type { Part } from '../../src/model/parts';
import type { Sealed, ServerCopy } from '../../src/model/references';

/** What an event of a composed log may say of itself; everything has a default. */
export interface Said {
  /** The event's own part of its id, after `<site>:`. */
  readonly id?: string;
  /** The whole id instead, of what belongs to no site. */
  readonly whole?: string;
  /** Whole ids. Default: the last event of the chain. */
  readonly parents?: readonly string[];
  readonly thread?: string;
  readonly occurred?: string | null;
  readonly updated?: string | null;
  readonly actor?: Observation['actor'];
  readonly native?: Partial<Observation['native']>;
  readonly source?: Partial<Observation['source']>;
  readonly sealed?: readonly Sealed[];
  readonly fidelity?: Observation['fidelity'];
  /** Where the chain goes on: at this event (default for kinds of the chain), or where it was. */
  readonly chain?: boolean;
}

/** Builds a log event by event. Times, native ids and raw places are made up and always the same. */
export interface Composer {
  /** Adds an event; gives its id. */
  add<K extends Kind>(kind: K, body: Body<K>, said?: Said): string;
  user(text: string | readonly Part[], said?: Said): string;
  assistant(text: string | readonly Part[], said?: Said): string;
  system(text: string | readonly Part[], said?: Said): string;
  call(name: string, input: unknown, said?: Said & Partial<Body<'tool.call'>>): string;
  result(name: string, parts: readonly Part[], said?: Said & Partial<Body<'tool.result'>>): string;
  /** `session.updated`: title, and the leaf the person was on. */
  updated(title: string | null, leaf: string | null): string;
  /** Where the chain goes on. */
  at(id: string | null): void;
  /** The events so far, chained and numbered. */
  events(): Event[];
  /** The lines of `session.jsonl`. */
  lines(): string[];
}

const START = Date.UTC(2026, 2, 1, 10, 0);
const BESIDE: ReadonlySet<Kind> = new Set<Kind>([
  'session.started',
  'session.updated',
  'artifact',
  'gap',
  'usage',
  'notice',
  'config',
  'server.state',
  'annotation',
  'redaction',
  'context.edit',
  'thread.started',
  'thread.ended',
]);

/** A text part. */
export const text = (words: string, format: 'plain' | 'markdown' = 'markdown'): Part => ({
  type: 'text',
  text: words,
  format,
});

/** A piece of evidence with passages that the provider supplied. */
export const evidence = (id: string, url: string, title: string, ...passages: string[]): Part => ({
  type: 'evidence',
  id,
  url,
  title,
  passages: passages.map((words) => ({ text: words, origin: 'provider' as const })),
  cited: null,
});

/** A citation of evidence: the UTF-16 range it stands for, or null. */
export const citation = (range: readonly [number, number] | null, ...names: string[]): Part => ({
  type: 'citation',
  range: range && { start: range[0], end: range[1], unit: 'utf16' },
  evidence: names,
  url: null,
  title: null,
});

/** A sealed value. */
export const sealedValue = (kind: Sealed['kind'], state: Sealed['twin']['state'], events: string[] = []): Sealed => ({
  kind,
  system: 'openai',
  pointer: '/encrypted_content',
  artifact: artifactName(sha256Hex(`sealed ${kind}`)),
  bytes: 2048,
  hides: 'What the model thought.',
  twin: { state, events },
});

/** A server copy of the conversation itself. */
export const chatCopy = (id: string): ServerCopy => ({
  system: 'openai',
  type: 'chat',
  id,
  retention: { rule: 'until deleted, then up to 30 days', until: null },
  deletion: { how: 'menu', where: 'the chat’s menu: Delete', doneAt: null },
});

const SOURCE = { capture: 'asked', form: 'read' } as const;

const defaults = (
  kind: Kind,
  own: string,
): Required<Omit<Said, 'id' | 'whole' | 'parents' | 'occurred' | 'native' | 'source'>> & {
  nativeId: string | null;
} => ({
  thread: 'root',
  updated: null,
  actor: { kind: 'provider', name: null, model: null },
  sealed: [],
  fidelity: 'exact',
  chain: !BESIDE.has(kind),
  nativeId: BESIDE.has(kind) ? null : own,
});

const place = (id: string, session: string): Observation['source']['raw'][number] => ({
  artifact: artifactName(sha256Hex(`raw ${id}`)),
  frame: artifactName(sha256Hex(`frame ${session}`)),
  pointer: '',
});

const partsOf = (words: string | readonly Part[]): Part[] => (typeof words === 'string' ? [text(words)] : [...words]);

/** Begins a log with its `session.started` (left out with `started: false`). */
export function compose(
  about: { site?: string; session?: string; origin?: string; started?: boolean; release?: string } = {},
): Composer {
  const { site = 'chatgpt', session = 'c-1', origin = 'https://chatgpt.com', started = true } = about;
  const observations: Observation[] = [];
  let tip: string | null = null;
  let next = 0;

  const minute = (): string => new Date(START + next * 60_000).toISOString();

  function add<K extends Kind>(kind: K, body: Body<K>, said: Said = {}): string {
    const own = said.id ?? `m${next}`;
    const id = said.whole ?? messageId(site, own);
    const rest = { parents: tip === null ? [] : [tip], occurred: minute(), ...defaults(kind, own), ...said };
    observations.push({
      v: FORMAT_VERSION,
      id,
      thread: rest.thread,
      parents: [...rest.parents],
      at: { occurred: rest.occurred, updated: rest.updated },
      actor: rest.actor,
      kind,
      body,
      native: { id: rest.nativeId, node: null, type: null, parent: null, ...said.native },
      source: { platform: site, ...SOURCE, reader: `${site}@1`, raw: [place(id, session)], ...said.source },
      fidelity: rest.fidelity,
      sealed: [...rest.sealed],
    } as Observation);
    next++;
    if (rest.chain) tip = id;
    return id;
  }

  const message =
    (role: 'user' | 'assistant' | 'system') =>
    (words: string | readonly Part[], said: Said = {}): string =>
      add(
        'message',
        { role, status: 'finished', hidden: role === 'system', parts: partsOf(words) },
        { actor: { kind: role, name: null, model: role === 'assistant' ? 'model-1' : null }, ...said },
      );

  if (started)
    add(
      'session.started',
      {
        release: about.release ?? '0.1.0',
        browser: 'Firefox 140',
        os: 'Linux',
        account: null,
        address: `${origin}/c/${session}`,
        origin,
        session,
      },
      {
        id: `${session}/session.started`,
        parents: [],
        actor: { kind: 'recorder', name: null, model: null },
        source: { raw: [] },
      },
    );

  return {
    add,
    user: message('user'),
    assistant: message('assistant'),
    system: message('system'),
    call: (name, input, said = {}) =>
      add(
        'tool.call',
        { callId: said.callId ?? null, name, class: said.class ?? 'function', hosted: said.hosted ?? true, input },
        { actor: { kind: 'assistant', name: null, model: 'model-1' }, ...said },
      ),
    result: (name, parts, said = {}) =>
      add(
        'tool.result',
        { callId: said.callId ?? null, name, status: said.status ?? 'finished', parts: [...parts] },
        { actor: { kind: 'tool', name, model: null }, ...said },
      ),
    updated: (title, leaf) =>
      add(
        'session.updated',
        { title, leaf, project: null },
        {
          id: sessionEventId(site, session, 'session.updated').slice(site.length + 1),
          parents: [],
          updated: minute(),
          actor: { kind: 'recorder', name: null, model: null },
        },
      ),
    at: (id) => {
      tip = id;
    },
    events: () => chained(observations).map(({ event }) => event),
    lines: () => chained(observations).map(({ line }) => line),
  };
}

function chained(observations: readonly Observation[]): { event: Event; line: string }[] {
  const last = new Map<string, number>();
  let tail = EMPTY;
  return observations.map((observation, seq) => {
    const recorded = new Date(START + 86_400_000).toISOString();
    const sealed = seal(tail, observation, { recorded, revises: last.get(observation.id) ?? null });
    last.set(observation.id, seq);
    tail = sealed.tail;
    return { event: sealed.event, line: sealed.line };
  });
}
