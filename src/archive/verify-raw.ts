import { looseText } from '../lib/bytes';
import { hashIn, sha256Native } from '../lib/hash';
import { isObject, parseJson, pointerSteps } from '../lib/json';
import type { Event } from '../model/event';
import { namesIn } from '../model/named';
import { assemble, ContainerFrame, Frame } from '../raw/frame';
import type { OpenedArchive, OpenedSession } from './open';
import { type Flaw, flaw } from './verdict';

/** Checks that the raw of a session is whole: pack and index, frames that put together what they say, places that resolve. */
export async function rawFlaws(
  archive: OpenedArchive,
  session: OpenedSession,
  events: readonly Event[],
): Promise<Flaw[]> {
  const dropped = droppedIn(events);
  const looking: Looking = { archive, session, dropped, documents: new Map() };
  const flaws = [...(await packFlaws(session))];
  const frames = new Map<string, Event>();
  for (const event of events) {
    for (const { frame } of event.source.raw) if (!frames.has(frame)) frames.set(frame, event);
    flaws.push(...(await eventFlaws(event, looking)));
  }
  for (const [frame, event] of frames) flaws.push(...(await frameFlaws(hashIn(frame) ?? '', event, looking)));
  for (const { frame } of session.containers) flaws.push(...(await containerFlaws(hashIn(frame) ?? '', looking)));
  return flaws;
}

interface Looking {
  readonly archive: OpenedArchive;
  readonly session: OpenedSession;
  readonly dropped: ReadonlySet<string>;
  /** Parsed artifacts by hash; undefined is one that is no JSON. */
  readonly documents: Map<string, unknown>;
}

const wrong = ({ session }: Looking, rule: string, sentence: string): Flaw =>
  flaw(`data/sessions/${session.slug}/session.jsonl`, rule, sentence);

/** Hashes that a gap says were dropped on purpose. */
function droppedIn(events: readonly Event[]): Set<string> {
  const gaps = events.filter((event) => event.kind === 'gap' && event.body.why === 'dropped');
  return new Set(
    gaps.flatMap(({ body }) =>
      [...JSON.stringify(body).matchAll(/sha256:([0-9a-f]{64})/g)].map((match) => match[1] ?? ''),
    ),
  );
}

async function packFlaws(session: OpenedSession): Promise<Flaw[]> {
  if (session.index.length === 0) return [];
  const where = `data/sessions/${session.slug}/raw.pack`;
  const pack = await session.pack();
  const flaws: Flaw[] = [];
  let at = 0;
  for (const { sha256, offset, bytes } of session.index) {
    const part = pack.slice(offset, offset + bytes);
    if (offset !== at || pack[offset + bytes] !== 0x0a)
      flaws.push(flaw(where, 'place', `"${where}" does not have ${sha256.slice(0, 12)} where its index says.`));
    if ((await sha256Native(part)) !== sha256)
      flaws.push(flaw(where, 'hash', `In "${where}" the bytes of ${sha256.slice(0, 12)} were changed.`));
    at = offset + bytes + 1;
  }
  if (at !== pack.length) flaws.push(flaw(where, 'extra', `"${where}" holds bytes that its index does not name.`));
  return flaws;
}

async function eventFlaws(event: Event, looking: Looking): Promise<Flaw[]> {
  const { archive, dropped } = looking;
  const flaws: Flaw[] = [];
  for (const place of event.source.raw) {
    const sentence = await placeFlaw(event.seq, place, looking);
    if (sentence) flaws.push(wrong(looking, 'raw', sentence));
  }
  for (const hash of namesIn([event.body, event.sealed]))
    if (!archive.artifacts.has(hash) && !dropped.has(hash))
      flaws.push(
        wrong(
          looking,
          'artifact-missing',
          `The artifact ${hash.slice(0, 12)} that event ${event.seq} names is missing.`,
        ),
      );
  return flaws;
}

async function placeFlaw(seq: number, place: Event['source']['raw'][number], looking: Looking): Promise<string | null> {
  const hash = hashIn(place.artifact) ?? '';
  if (looking.dropped.has(hash)) return null;
  if (!looking.archive.artifacts.has(hash))
    return `The raw bytes ${hash.slice(0, 12)} of event ${seq} are missing, and no gap says why.`;
  return (await resolves(hash, place, looking))
    ? null
    : `Event ${seq} points to a place in ${hash.slice(0, 12)} that is not there.`;
}

async function resolves(hash: string, place: Event['source']['raw'][number], looking: Looking): Promise<boolean> {
  if ('bytes' in place) {
    const [from, to] = place.bytes;
    const bytes = await looking.archive.artifact(hash);
    return bytes !== null && from >= 0 && from < to && to <= bytes.length;
  }
  if (place.pointer === '') return true;
  if (!looking.documents.has(hash)) {
    const bytes = await looking.archive.artifact(hash);
    looking.documents.set(hash, bytes ? parseJson(looseText(bytes)) : undefined);
  }
  let value = looking.documents.get(hash);
  for (const step of pointerSteps(place.pointer)) {
    if (!(Array.isArray(value) || isObject(value)) || !Object.hasOwn(value, step)) return false;
    value = (value as Record<string, unknown>)[step];
  }
  return value !== undefined;
}

async function frameFlaws(hash: string, event: Event, looking: Looking): Promise<Flaw[]> {
  const { archive, dropped } = looking;
  if (dropped.has(hash)) return [];
  const bytes = await archive.artifact(hash);
  if (!bytes)
    return [wrong(looking, 'frame', `The frame ${hash.slice(0, 12)} of event ${event.seq} is missing or was changed.`)];
  const frame = Frame.safeParse(parseJson(looseText(bytes)));
  if (!frame.success)
    return [
      wrong(looking, 'frame', `The frame ${hash.slice(0, 12)} of event ${event.seq} is not as the format has it.`),
    ];
  const put = await assemble(frame.data, archive.artifact);
  if (put.kind === 'missing')
    return dropped.has(put.hash)
      ? []
      : [
          wrong(
            looking,
            'slice',
            `The slice ${put.hash.slice(0, 12)} of the frame ${hash.slice(0, 12)} is missing or was changed.`,
          ),
        ];
  return put.kind === 'whole'
    ? []
    : [wrong(looking, 'frame', `Put together, the frame ${hash.slice(0, 12)} does not give the bytes it states.`)];
}

async function containerFlaws(hash: string, looking: Looking): Promise<Flaw[]> {
  const bytes = await looking.archive.artifact(hash);
  if (!bytes)
    return looking.dropped.has(hash)
      ? []
      : [wrong(looking, 'container', `The frame ${hash.slice(0, 12)} of the container is missing or was changed.`)];
  return ContainerFrame.safeParse(parseJson(looseText(bytes))).success
    ? []
    : [wrong(looking, 'container', `The frame ${hash.slice(0, 12)} of the container is not as the format has it.`)];
}
