import { z } from 'zod';
import { ArtifactName, Part } from './parts';
import { ServerCopy } from './references';

const parts = z.array(Part);
/** A text, or null where the site did not say; a log written by others may leave it out. */
const maybe = z.string().nullish();

/** Why something is missing: a closed list. */
export const GAP_REASONS = [
  'not-sent',
  'not-fetched',
  'not-asked',
  'expired',
  'forbidden',
  'not-found',
  'too-large',
  'timed-out',
  'unsupported',
  'unreadable',
  'sealed',
  'dropped',
  'cycle',
] as const;
export type GapReason = (typeof GAP_REASONS)[number];

/** What a tool call does, in one word for all sites. */
export const TOOL_CLASSES = [
  'search',
  'fetch',
  'file-search',
  'code',
  'shell',
  'patch',
  'computer',
  'image',
  'mcp',
  'function',
  'memory',
  'agent',
  'other',
] as const;

/** The bodies by kind: the members that have a meaning of their own; others are kept. */
export const bodies = {
  'session.started': z.looseObject({
    release: z.string(),
    browser: maybe,
    os: maybe,
    account: maybe,
    address: maybe,
    origin: z.string().optional(),
    session: z.string().optional(),
  }),
  'session.updated': z.looseObject({ title: maybe, leaf: maybe, project: maybe }),
  'session.ended': z.looseObject({}),
  'thread.started': z.looseObject({ name: maybe, from: maybe }),
  'thread.ended': z.looseObject({ status: maybe }),
  message: z.looseObject({
    role: z.enum(['user', 'assistant', 'system', 'developer', 'tool']),
    status: maybe,
    hidden: z.boolean().optional(),
    parts,
  }),
  reasoning: z.looseObject({ form: z.enum(['full', 'summary', 'none']), parts }),
  'tool.call': z.looseObject({
    callId: maybe,
    name: maybe,
    class: z.enum(TOOL_CLASSES),
    hosted: z.boolean(),
    input: z.unknown().optional(),
    inputText: z.string().optional(),
  }),
  'tool.result': z.looseObject({ callId: maybe, name: maybe, status: maybe, parts }),
  approval: z.looseObject({ decision: maybe }),
  'agent.message': z.looseObject({
    author: maybe,
    recipients: z.array(z.string()),
    readable: z.enum(['full', 'header-only', 'none']),
    parts,
  }),
  compaction: z.looseObject({ summary: parts.nullable() }),
  'context.edit': z.looseObject({ action: z.string(), targets: z.array(z.unknown()) }),
  branch: z.looseObject({ action: z.string() }),
  config: z.looseObject({}),
  artifact: z.looseObject({
    artifact: ArtifactName,
    name: maybe,
    mime: maybe,
    bytes: z.int().optional(),
    role: z.string(),
  }),
  /** `joins`: nothing is missing there any more; what names it as its parent comes after its own parents. */
  gap: z.looseObject({
    what: z.unknown(),
    why: z.enum(GAP_REASONS),
    where: maybe,
    native: maybe,
    joins: z.boolean().optional(),
    /** The site sends this with no conversation at all: no lack of this one. */
    always: z.boolean().optional(),
  }),
  'server.state': ServerCopy,
  usage: z.looseObject({}),
  notice: z.looseObject({ type: z.string(), text: maybe }),
  annotation: z.looseObject({ type: z.string(), text: z.string() }),
  redaction: z.looseObject({ rule: z.string() }),
  unknown: z.looseObject({ type: maybe, text: maybe }),
} as const;

export type Kind = keyof typeof bodies;
export type Body<K extends Kind> = z.infer<(typeof bodies)[K]>;
export const KINDS = Object.keys(bodies) as readonly Kind[];
