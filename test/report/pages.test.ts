import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { identify, record } from '../../src/intake/record';
import { take } from '../../src/intake/take';
import { utf8 } from '../../src/lib/bytes';
import { EMPTY } from '../../src/model/chain';
import { openLedger } from '../../src/model/ledger';
import type { Report } from '../../src/model/session';
import { viewOf } from '../../src/projection/view';
import type { Reader } from '../../src/providers/contract';
import { PAGE_ROUTE } from '../../src/providers/kit/page-route';
import { readers } from '../../src/providers/readers';
import { firstOrigin } from '../../src/providers/sites';
import { reportOf } from '../../src/report/report';
import { casesOf, expectedOf } from '../providers/recorded';
import { overSamples } from '../samples';

const AT = '2026-03-01T10:00:00.000Z';
const recorder = { release: '0.1.0', browser: null, os: null, account: null, recorded: AT };
const TARGET = { name: 'messages', valid: true, faults: [], loss: [] };

/** What the five tests say of a saved page; null where it shows no conversation. */
async function reportOn(reader: Reader, text: string): Promise<Report | null> {
  const none = { origin: null, method: null, address: null, status: null, at: null };
  const head = { ...none, site: reader.site.id, route: PAGE_ROUTE, type: 'text/html' } as const;
  const taken = await take(
    { head: { ...head, capture: 'file', form: 'page' }, body: utf8(text), request: null },
    reader,
    AT,
  );
  const identity = taken.outcome.kind === 'session' ? identify(taken, firstOrigin(reader.site)) : null;
  if (!identity) return null;
  const { lines } = record({ tail: EMPTY, ledger: openLedger([]) }, taken, identity, recorder);
  const view = viewOf(lines.map(({ event }) => event));
  return reportOf(view, { has: () => true, targets: [TARGET], faults: [] });
}

/** A page holds only what it shows: all that it lacks has a name, and so no test fails. */
function expectNamed(report: Report): void {
  expect(JSON.stringify(report)).not.toContain('nothing says why');
  const failed = Object.entries(report).filter(([, { verdict }]) => verdict === 'fail');
  expect(failed.map(([name, { items }]) => [name, items.map(({ why }) => why)])).toEqual([]);
}

for (const reader of readers) {
  const pages = casesOf(reader.site.id).flatMap((name) => {
    const { text, route } = expectedOf(reader.site.id, name).exchange;
    return route === PAGE_ROUTE && text !== undefined ? [{ name, text }] : [];
  });
  if (pages.length === 0) continue;

  describe(`the five tests of pages of ${reader.site.name}`, () => {
    test('what a page lacks is named where it is spoken of', async () => {
      const reports = await Promise.all(pages.map(({ text }) => reportOn(reader, text)));
      const shown = reports.filter((report) => report !== null);
      expect(shown.length).toBeGreaterThan(0);
      for (const report of shown) expectNamed(report);
    });
  });

  overSamples(`the five tests of saved pages of ${reader.site.name}`, `${reader.site.id}/dom`, (paths) => {
    test.each(paths.filter((path) => path.endsWith('.html')).map((path) => [basename(path), path]))(
      '%s',
      async (_, path) => {
        const text = readFileSync(path, 'utf8');
        const report = await reportOn(reader, text);
        if (report) expectNamed(report);
        else expect(reader.recognisesText(text)).toBeNull();
      },
    );
  });
}
