import type { OpenedArchive } from '../archive/open';
import { reportsOf } from '../archive/reports';
import { TESTS, type TestName, type TestReport } from '../model/session';
import { withArchive } from './open-file';
import type { Out } from './out';

/** `valise report X.zip [--json]`: the five tests of each session, computed from what the archive holds. Exit 0 if readable. */
export const reportCommand = (path: string, { json }: { json: boolean }, out: Out): Promise<number> =>
  withArchive(path, out, (archive) => report(archive, json, out));

async function report(archive: OpenedArchive, json: boolean, out: Out): Promise<number> {
  const reports = await reportsOf(archive);
  if (json) out.text(JSON.stringify(Object.fromEntries(reports.map((each) => [each.slug, each.report])), null, 2));
  for (const each of json ? [] : reports) {
    out.say(`${each.name} (${each.slug})`);
    for (const line of TESTS.flatMap((test) => linesOf(test, each.report[test], each.numberOf))) out.say(line);
  }
  return 0;
}

const SHOWN = 10;

function linesOf(
  test: TestName,
  { verdict, counts, items, next }: TestReport,
  numberOf: (event: string) => string,
): string[] {
  const named = items
    .slice(0, SHOWN)
    .map(({ event, why }) => `    - ${event === null ? '' : `${numberOf(event)} `}${why}`);
  return [
    `  ${test.padEnd(10)} ${verdict}${items.length > 0 ? `, ${items.length} named` : ''}`,
    ...(test === 'audit' ? evidenceLines(counts) : []),
    ...named,
    ...(items.length > SHOWN ? [`    - and ${items.length - SHOWN} more (--json lists all)`] : []),
    ...(next !== null && verdict !== 'pass' ? [`    next: ${next}`] : []),
  ];
}

/** Of how many citations it is known whether the page still says so, and of how many quotes. */
function evidenceLines(counts: TestReport['counts']): string[] {
  const words = EVIDENCE.flatMap(([name, label]) => (counts[name] ? `${label}: ${counts[name]}` : []));
  return words.length === 0 ? [] : [`    evidence: ${words.join(', ')}`];
}

const EVIDENCE = [
  ['citationsFound', 'citations found in our copy'],
  ['citationsGiven', 'with what the provider gave'],
  ['citationsChanged', 'whose page has changed'],
  ['citationsCut', 'not in our copy, which is cut'],
  ['citationsUnread', 'whose copy has no words'],
  ['citationsUnreachable', 'whose page cannot be reached'],
  ['quotes', 'quotes in answers'],
  ['quotesFound', 'of them found in a source'],
] as const;
