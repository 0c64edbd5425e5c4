import { describe, expect, test } from 'vitest';
import { METHODS } from './methods';
import { passagesOf } from './passages';
import { turnsOfMarkdown } from './specstory';
import { termsIn } from './terms';

const SESSION = `_**User (2026-01-01 10:00:00Z)**_

Rename \`src/harbour/tides.ts\`, and keep the name \`highWater\`.

---

_**Agent (model 2026-01-01 10:00:05Z)**_

I look for it.

_**Agent (model 2026-01-01 10:00:06Z)**_

<tool-use data-tool-type="search" data-tool-name="Grep"><details>
<summary>Tool use: **Grep**</summary>
 pattern \`highWater\`

\`\`\`text
src/harbour/tides.ts: highWater
src/harbour/table.ts: highWater
\`\`\`
</details></tool-use>

_**Agent - sidechain (model 2026-01-01 10:00:07Z)**_

Of another agent.

_**User (2026-01-01 10:01:00Z)**_

<command-name>/model</command-name>
`;

test('a session of Markdown is turns: words with the calls that follow, without those of sub-agents', () => {
  expect(
    turnsOfMarkdown(SESSION).map((turn) =>
      turn.role === 'user'
        ? [turn.from, turn.text.slice(0, 6)]
        : [turn.text, ...turn.calls.map(({ name, input, result }) => [name, input.asked, result.split('\n').length])],
    ),
  ).toEqual([
    ['person', 'Rename'],
    ['I look for it.', ['Grep', 'pattern `highWater`', 2]],
    ['record', '<comma'],
  ]);
});

test('terms are words, names, paths with their last part, and addresses', () => {
  expect(termsIn('See src/harbour/tides.ts, highWater (https://tides.example/a?b=1). It is.')).toEqual([
    'see',
    'src/harbour/tides.ts',
    'tides.ts',
    'highwater',
    'https://tides.example/a?b=1',
    'a?b=1',
  ]);
});

describe('every method', () => {
  const passages = passagesOf(turnsOfMarkdown(SESSION), (text) => Math.ceil(text.length / 4));
  const all = passages.reduce((sum, { size }) => sum + size, 0);
  test.each(Object.entries(METHODS))('%s: takes what fits, nothing twice, and the same each time', (_, methods) => {
    for (const method of methods)
      for (const room of [10, 60, all]) {
        const choice = { passages, exchange: ['highWater'], room };
        const kept = method(choice);
        expect(kept.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(room);
        expect(new Set(kept).size).toBe(kept.length);
        expect(method(choice)).toEqual(kept);
      }
  });
});
