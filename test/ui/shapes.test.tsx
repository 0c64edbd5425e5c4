// @vitest-environment happy-dom

import '../with-browser';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { viewOf } from '../../src/projection/view';
import { reportOf } from '../../src/report/report';
import { oddLog } from '../archive/pages/shapes';
import { readerOf } from './pages';
import { leave, settled } from './render';

test('whatever shape a log has that its schema allows, the session is shown, everything opened', async () => {
  await fc.assert(
    fc.asyncProperty(oddLog, async (events) => {
      const view = viewOf(events);
      const report = reportOf(view, { has: () => false, targets: [], faults: [] });
      const root = await readerOf(view, { report });
      for (let round = 0; round < 3; round++) {
        for (const fold of root.querySelectorAll('details')) {
          fold.open = true;
          fold.dispatchEvent(new Event('toggle'));
        }
        await settled(1);
      }
      expect(root.querySelectorAll('article').length).toBeGreaterThan(0);
      expect(root.textContent).not.toContain('[object Object]');
      await leave(root);
    }),
    { numRuns: 30 },
  );
}, 60_000);
