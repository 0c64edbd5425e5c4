import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { OpenedArchive } from '../archive/open';
import { verifyArchive } from '../archive/verify';
import { counted } from '../lib/text';
import type { Group } from '../secrets/kinds';
import { type Complaint, complaint, isComplaint } from './complaint';
import { groupsIn } from './leave-out';
import { withArchive } from './open-file';
import type { Out } from './out';
import { type Served, servedOf } from './serve/served';
import { serverOf } from './serve/server';

/** The two ends that a client speaks through. */
export interface Ends {
  readonly input: Readable;
  readonly output: Writable;
}

export interface ServeArguments {
  /** What `--leave-out` says: of secrets and personal data what goes to nobody. */
  readonly leaveOut: string | null;
  readonly ends: Ends;
}

/**
 * `valise serve X.zip`: an MCP server over what lies in the archive, until its input ends. The archive is verified first.
 * Nothing but the protocol goes to the output; what people should know goes to the side of complaints.
 */
export function serveCommand(path: string, { leaveOut, ends }: ServeArguments, out: Out): Promise<number> {
  const groups = groupsIn(leaveOut);
  return withArchive(path, out, async (archive) =>
    isComplaint(groups) ? groups : serve({ path, archive, groups, ends }, out),
  );
}

interface Serving {
  readonly path: string;
  readonly archive: OpenedArchive;
  readonly groups: readonly Group[];
  readonly ends: Ends;
}

/** Faults told in sentences; `valise verify` tells all. */
const SHOWN = 20;

async function serve({ path, archive, groups, ends }: Serving, out: Out): Promise<number | Complaint> {
  const verdict = await verifyArchive(archive);
  if (verdict.kind === 'refused') return complaint(`${path}: ${verdict.flaw.sentence}`);
  if (verdict.kind === 'damaged') {
    const before = verdict.flaws.slice(0, SHOWN).map(({ sentence }) => `- ${sentence}`);
    return {
      ...complaint(`${path}: the archive is damaged (faults: ${verdict.flaws.length}); it is not served.`),
      before,
    };
  }
  const [sessions, events] = [counted(verdict.sessions, 'session'), counted(verdict.events, 'event')];
  out.complain(`Serving ${path}: ${sessions}, ${events}; only reading. Ends when its input ends.`);
  await untilEnd(servedOf(archive, groups), ends);
  return 0;
}

async function untilEnd(served: Served, { input, output }: Ends): Promise<void> {
  const server = serverOf(served);
  const ended = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) input.once(event, () => resolve());
    server.server.onclose = resolve;
  });
  await server.connect(new StdioServerTransport(input, output));
  await ended;
  await server.close();
  input.destroy();
}
