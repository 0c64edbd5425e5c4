import { z } from 'zod';
import { isLogTime } from '../lib/time';
import { type Body, bodies, type Kind } from './bodies';
import { ArtifactName } from './parts';
import { Sealed } from './references';

/** The version of the log's format. A newer one is refused, never guessed. */
export const FORMAT_VERSION = 1;

const Time = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .refine(isLogTime, { message: 'is no moment of the calendar' });
const maybe = z.string().nullable();
const Hex = z.string().regex(/^[0-9a-f]{64}$/);

/** Where in the kept bytes an event was read: a JSON Pointer, or a range where the artifact is not one JSON value. */
export const RawPlace = z.union([
  z.strictObject({ artifact: ArtifactName, frame: ArtifactName, pointer: z.string().regex(/^(\/|$)/) }),
  z.strictObject({ artifact: ArtifactName, frame: ArtifactName, bytes: z.tuple([z.int(), z.int()]) }),
]);
export type RawPlace = z.infer<typeof RawPlace>;

export const Actor = z.strictObject({
  kind: z.enum(['user', 'assistant', 'system', 'tool', 'agent', 'provider', 'recorder']),
  name: maybe,
  model: maybe,
});
export type Actor = z.infer<typeof Actor>;

export const Source = z.strictObject({
  platform: z.string(),
  capture: z.enum(['heard', 'asked', 'page', 'file', 'user']),
  form: z.enum(['read', 'stream', 'cut', 'export', 'share', 'page', 'note']),
  reader: z.string().regex(/^[\w.:-]+@\d+$/),
  raw: z.array(RawPlace),
});
export type Source = z.infer<typeof Source>;
export type Capture = Source['capture'];

export const Native = z.strictObject({ id: maybe, node: maybe, type: maybe, parent: maybe });
export type Native = z.infer<typeof Native>;

const envelope = {
  v: z.literal(FORMAT_VERSION),
  seq: z.int().nonnegative(),
  id: z.string().min(1),
  thread: z.string().min(1),
  parents: z.array(z.string()),
  at: z.strictObject({ occurred: Time.nullable(), updated: Time.nullable(), recorded: Time }),
  actor: Actor,
  native: Native,
  source: Source,
  fidelity: z.enum(['exact', 'normalised', 'derived', 'partial']),
  sealed: z.array(Sealed),
  revises: z.int().nullable(),
  prev: Hex,
};
type Envelope = z.infer<z.ZodObject<typeof envelope>>;

const ours = (event: { actor: Actor; source: Source }): boolean =>
  event.actor.kind === 'recorder' || event.source.capture === 'user';

function eventOf<K extends Kind>(kind: K) {
  return z.strictObject({ ...envelope, kind: z.literal(kind), body: bodies[kind] });
}

const union = z.discriminatedUnion('kind', [
  eventOf('session.started'),
  eventOf('session.updated'),
  eventOf('session.ended'),
  eventOf('thread.started'),
  eventOf('thread.ended'),
  eventOf('message'),
  eventOf('reasoning'),
  eventOf('tool.call'),
  eventOf('tool.result'),
  eventOf('approval'),
  eventOf('agent.message'),
  eventOf('compaction'),
  eventOf('context.edit'),
  eventOf('branch'),
  eventOf('config'),
  eventOf('artifact'),
  eventOf('gap'),
  eventOf('server.state'),
  eventOf('usage'),
  eventOf('notice'),
  eventOf('annotation'),
  eventOf('redaction'),
  eventOf('unknown'),
]);

/** One entry of the log, as a line of `session.jsonl` holds it. */
export const Event = union.refine((event) => event.source.raw.length > 0 || ours(event), {
  message: 'points into no raw bytes, though neither the recorder nor the person wrote it',
});
/** The same without the rule that JSON Schema cannot say. */
export const EventShape = union;

/** An event of any kind, or of one kind. */
export type Event<K extends Kind = Kind> = K extends Kind ? Envelope & { kind: K; body: Body<K> } : never;

/** What a reading says: an event before the log gave it its place. */
export type Observation<K extends Kind = Kind> = K extends Kind
  ? Omit<Event<K>, 'seq' | 'prev' | 'revises' | 'at'> & { at: { occurred: string | null; updated: string | null } }
  : never;

/** True for what the recorder or the person wrote: of these the latest counts. */
export const isOurs = ours;
