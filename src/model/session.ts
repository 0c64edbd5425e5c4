import { z } from 'zod';
import { FORMAT_VERSION } from './event';
import { ArtifactName } from './parts';
import { ServerCopy } from './references';

const maybe = z.string().nullable();
const Counts = z.record(z.string(), z.int());

/** One of the five tests, with what lacks and why. */
export const TestReport = z.strictObject({
  verdict: z.enum(['pass', 'gaps', 'fail']),
  counts: Counts,
  items: z.array(z.strictObject({ event: maybe, why: z.string() })),
  next: maybe,
});
export type TestReport = z.infer<typeof TestReport>;

export const TESTS = ['inspection', 'export', 'replay', 'audit', 'deletion'] as const;
export type TestName = (typeof TESTS)[number];

export const Report = z.strictObject({
  inspection: TestReport,
  export: TestReport,
  replay: TestReport,
  audit: TestReport,
  deletion: TestReport,
});
export type Report = z.infer<typeof Report>;

/** `session.json`: what a session is, computed from its log, but for `containers`, which only it holds. */
export const SessionHead = z.strictObject({
  v: z.literal(FORMAT_VERSION),
  title: maybe,
  site: z.string(),
  origin: z.string(),
  key: z.string().regex(/^[0-9a-f]{64}$/),
  /** The site's own id of the conversation, or the hash that stands for it. */
  native: z.string(),
  account: maybe,
  address: maybe,
  occurred: maybe,
  recorded: z.strictObject({ first: z.string(), last: z.string() }),
  /** Last event of the branch the person was on. */
  leaf: maybe,
  threads: z.array(z.strictObject({ id: z.string(), name: maybe, events: z.int() })),
  branches: z.array(z.strictObject({ leaf: z.string(), active: z.boolean(), length: z.int() })),
  counts: Counts,
  report: Report,
  gaps: z.array(z.strictObject({ event: z.string(), why: z.string(), what: z.unknown(), where: maybe })),
  servers: z.array(z.strictObject({ event: z.string(), copy: ServerCopy })),
  /** Frames of the containers (an official export, say) that the session was taken out of. */
  containers: z.array(z.strictObject({ frame: ArtifactName })),
});
export type SessionHead = z.infer<typeof SessionHead>;
