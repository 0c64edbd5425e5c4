import { sessionName } from '../handoff/titles';
import { looseText } from '../lib/bytes';
import { readLog } from '../model/chain';
import type { Report } from '../model/session';
import { checkEvidence } from '../projection/evidence';
import { numberOf, viewOf } from '../projection/view';
import { sessionFolder } from './names';
import type { OpenedArchive } from './open';
import { pageSession } from './pages/context';

/** The five tests of every session of an archive, computed again from what it holds: every artifact is read and hashed. */
export async function reportsOf(
  archive: OpenedArchive,
): Promise<{ slug: string; name: string; report: Report; numberOf: (event: string) => string }[]> {
  const damaged = new Set<string>();
  for (const hash of archive.artifacts) if (!(await archive.artifact(hash))) damaged.add(hash);
  const reports = [];
  for (const session of archive.sessions) {
    const { events, faults } = readLog(session.lines, session.hashes);
    const view = viewOf(events);
    const evidence = await checkEvidence(view, async (hash) => {
      const bytes = await archive.artifact(hash);
      return bytes && looseText(bytes);
    });
    const page = pageSession({
      slug: session.slug,
      folder: sessionFolder(session.slug),
      view,
      identity: session.identity,
      containers: session.containers,
      artifact: () => null,
      has: (hash) => archive.artifacts.has(hash),
      damaged,
      faults,
      targets: archive.options.targets,
      evidence,
    });
    const { slug } = session;
    const report = page.report();
    reports.push({ slug, name: sessionName(view), report, numberOf: (event: string) => numberOf(view, event) });
  }
  return reports;
}
