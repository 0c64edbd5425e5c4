import { z } from 'zod';
import { ArtifactName } from './parts';

/** A value that only the provider can open, and what readable thing stands for it. */
export const Sealed = z.looseObject({
  kind: z.enum([
    'reasoning',
    'compaction',
    'agent-task',
    'agent-message',
    'search-result',
    'citation-index',
    'tool-output',
    'advice',
    'signature',
    'program-state',
    'continuation',
    'cache',
    'unknown',
  ]),
  system: z.string(),
  /** Where it stood in the payload. */
  pointer: z.string(),
  /** The sealed bytes themselves. */
  artifact: ArtifactName,
  bytes: z.int(),
  /** What it hides, in one sentence. */
  hides: z.string(),
  twin: z.looseObject({ state: z.enum(['full', 'partial', 'missing', 'user-written']), events: z.array(z.string()) }),
});
export type Sealed = z.infer<typeof Sealed>;

/** Something the session left on a provider's server: the body of `server.state`. */
export const ServerCopy = z.looseObject({
  system: z.string(),
  type: z.string(),
  id: z.string(),
  retention: z.looseObject({ rule: z.string(), until: z.string().nullable() }),
  deletion: z.looseObject({
    how: z.enum(['menu', 'api', 'request', 'none']),
    where: z.string().nullable(),
    doneAt: z.string().nullable(),
  }),
});
export type ServerCopy = z.infer<typeof ServerCopy>;
