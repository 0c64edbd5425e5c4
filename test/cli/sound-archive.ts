import { DEFAULT_OPTIONS, type PackOptions } from '../../src/archive/options';
import { type PackSession, pack } from '../../src/archive/pack';
import { memorySink } from '../../src/archive/zip/ports';
import { utf8 } from '../../src/lib/bytes';
import { artifactName, sha256Hex } from '../../src/lib/hash';
import { canonical } from '../../src/lib/json';
import { EMPTY, seal } from '../../src/model/chain';
import type { Observation } from '../../src/model/event';
import { sessionKey } from '../../src/model/ids';
import { RELEASE } from '../archive/make';
import type { Composer } from '../model/compose';

type Bytes = Uint8Array<ArrayBuffer>;

/** A composed session of ChatGPT, the id it has there, and the files that its events name. */
export interface Composed {
  readonly native: string;
  readonly log: Pick<Composer, 'events'>;
  readonly files?: readonly Bytes[];
}

/** The bytes of a sound archive of composed sessions: raw that is really there stands behind each event. */
export async function soundArchive(
  composed: readonly Composed[],
  options: PackOptions = DEFAULT_OPTIONS,
): Promise<Bytes> {
  const kept = new Map<string, Bytes>();
  const keep = (bytes: Bytes): string => {
    const hash = sha256Hex(bytes);
    kept.set(hash, bytes);
    return artifactName(hash);
  };
  const sessions = composed.map((each) => sessionOf(each, keep));
  const sink = memorySink();
  await pack({ sessions, artifact: async (hash) => kept.get(hash) ?? null, release: RELEASE, options }, sink);
  return sink.bytes();
}

function sessionOf({ native, log, files = [] }: Composed, keep: (bytes: Bytes) => string): PackSession {
  for (const file of files) keep(file);
  const events = log.events();
  const slices = events.map(({ id }) => utf8(JSON.stringify({ id })));
  const frame = keep(frameOf(slices, keep));
  let tail = EMPTY;
  const last = new Map<string, number>();
  const lines = events.map((event, index) => {
    const raw = event.source.raw.map(() => ({ artifact: keep(slices[index] ?? utf8('')), frame, pointer: '' }));
    const { seq, prev: _prev, revises: _revises, at, ...rest } = event;
    const observation = {
      ...rest,
      at: { occurred: at.occurred, updated: at.updated },
      source: { ...event.source, raw },
    } as Observation;
    for (const { kind } of event.sealed) keep(utf8(`sealed ${kind}`)); // as `sealedValue` names it
    const sealed = seal(tail, observation, { recorded: at.recorded, revises: last.get(event.id) ?? null });
    last.set(event.id, seq);
    tail = sealed.tail;
    return sealed.line;
  });
  const [site, origin] = ['chatgpt', 'https://chatgpt.com'];
  return { identity: { key: sessionKey(site, origin, native), site, origin, native }, lines, containers: [] };
}

function frameOf(slices: readonly Bytes[], keep: (bytes: Bytes) => string): Bytes {
  const whole = utf8(slices.map((slice) => new TextDecoder().decode(slice)).join(''));
  const exchange = { route: 'conversation', method: 'GET', address: null, status: 200, type: null };
  return utf8(
    canonical({
      exchange: { ...exchange, at: '2026-03-01T10:00:00.000Z', request: null },
      masks: [],
      whole: { sha256: sha256Hex(whole), bytes: whole.length },
      pieces: slices.map((slice) => ({ slice: keep(slice), bytes: slice.length })),
    }),
  );
}
