import { DEFAULT_OPTIONS } from '../archive/options';
import { resultOf, targets } from '../handoff/targets';
import { append } from '../lib/append';
import { utf8 } from '../lib/bytes';
import { sha256All } from '../lib/hash';
import { lastAtEase } from '../lib/steps';
import { readingLog } from '../model/chain';
import type { Report } from '../model/session';
import type { EvidenceCheck } from '../projection/evidence-state';
import type { SessionView } from '../projection/view';
import { reportOf } from '../report/report';

/**
 * The five tests of a kept session, as its archive would have them. A long log takes a while: `rest` is awaited between
 * the steps, so that the page can answer meanwhile.
 * @param lines the log, each line's exact text
 * @param evidence what the kept pages say of the evidence
 * @param has the bare hashes of the artifacts that are kept for it
 */
export async function keptReport(
  view: SessionView,
  {
    lines,
    has,
    evidence,
    rest,
  }: {
    lines: readonly string[];
    has: ReadonlySet<string>;
    evidence: EvidenceCheck;
    rest: () => Promise<void>;
  },
): Promise<Report> {
  const hashes = await hashesOf(lines, rest);
  const { faults } = await lastAtEase(readingLog(lines, hashes), rest);
  const results = [];
  for (const target of targets.filter(({ name }) => DEFAULT_OPTIONS.targets.includes(name))) {
    await rest();
    const built = await lastAtEase(target.building(view, { artifactPath: () => null }), rest);
    await rest();
    results.push(resultOf(view, target, built));
  }
  await rest();
  return reportOf(view, { has: (hash) => has.has(hash), targets: results, faults, evidence });
}

/** Lines that are hashed between two rests: some milliseconds. */
const STRETCH = 250;

async function hashesOf(lines: readonly string[], rest: () => Promise<void>): Promise<string[]> {
  const hashes: string[] = [];
  for (let at = 0; at < lines.length; at += STRETCH) {
    append(hashes, await sha256All(lines.slice(at, at + STRETCH).map(utf8)));
    await rest();
  }
  return hashes;
}
