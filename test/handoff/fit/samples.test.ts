import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { targets } from '../../../src/handoff/targets';
import type { SessionView } from '../../../src/projection/view';
import { overSamples } from '../../samples';
import { sessionsIn } from '../to/sessions-in';
import { BUDGETS, checkBudget, counters } from './budget';

const FOLDERS = ['chatgpt/tree', 'chatgpt/paged', 'chatgpt/export', 'claude/api', 'claude/viewer-samples'];
const nowhere = { artifactPath: () => null };
const all = await counters();

for (const under of FOLDERS)
  overSamples(`what is in ${under}`, under, (paths) => {
    const sessions = paths.filter((path) => !/\.expected\.|\.md$/.test(path));
    test.for(sessions.map((path) => [basename(path), path] as const))(
      '%s: fits each budget in every target, and loses no text of a message in silence',
      async ([, path], context) => {
        const views = await sessionsIn(path);
        if (views.length === 0) context.skip('no session of it is read');
        for (const view of views) for (const budget of BUDGETS) checkOne(view, budget);
      },
    );
  });

/** Where all of it fits it is what it is without a budget; elsewhere by the rules. */
function checkOne(view: SessionView, budget: number): void {
  const [messages] = targets;
  const counter = all.get('messages');
  if (!messages || !counter) throw new Error('no target');
  const whole = messages.build(view, nowhere);
  if (messages.tokens(whole, counter) * 1.5 > budget) checkBudget(view, budget, all);
  else expect(messages.build(view, { ...nowhere, choice: { budget }, counter }).text, `${budget}`).toBe(whole.text);
}
