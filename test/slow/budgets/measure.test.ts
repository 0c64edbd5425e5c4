import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { RULES } from '../../../src/handoff/fit/fit';
import type { Rules } from '../../../src/handoff/fit/turns';
import { targets } from '../../../src/handoff/targets';
import { activePath } from '../../../src/projection/branches';
import type { SessionView } from '../../../src/projection/view';
import { counterFor } from '../../../src/tokens/counter';
import { BUDGETS } from '../../handoff/fit/budget';
import { bare, seenIn } from '../../handoff/to/carried';
import { joinedSessions, samplesIn } from './joined';
import { QUESTIONS, SAMPLES } from './questions';

/** The rules that are held against one another. */
const WAYS: Readonly<Record<string, Rules>> = {
  'the latest turns only': { latest: 1, weigh: () => 1, lines: false },
  'all alike, with lines': { latest: 0.5, weigh: () => 1, lines: true },
  'by weight, without lines': { ...RULES, lines: false },
  'by weight, with lines (ours)': RULES,
};

const counter = await counterFor('messages');
const folder = process.env.VALISE_SAMPLES;

/** What a model gets of a session in a budget, as one text without white space. */
function output(view: SessionView, budget: number | null, rules: Rules): string {
  const [messages] = targets;
  if (!messages) throw new Error('no target');
  const { text } = messages.build(view, { artifactPath: () => null, choice: { budget }, counter, rules });
  return bare(
    seenIn('messages', text)
      .map((seen) =>
        'text' in seen ? seen.text : seen.is === 'call' ? Object.values(seen.input as object).join('\n') : '',
      )
      .join('\n'),
  );
}

/** The lines of all texts that people, models and tools wrote on the branch. */
const linesOf = (view: SessionView): string[] =>
  activePath(view).flatMap((event) =>
    event.kind === 'message' || event.kind === 'tool.result'
      ? event.body.parts
          .flatMap((part) => ('text' in part && typeof part.text === 'string' ? part.text.split('\n') : []))
          .map(bare)
      : [],
  );

const percent = (share: number): string => `${Math.round(share * 100)} %`;

describe.skipIf(!folder)('what survives a budget', () => {
  test('is what docs/budgets.md says, and the rules we have answer most', async () => {
    const views = await samplesIn(folder ?? '', SAMPLES);
    expect([...views.keys()]).toEqual(SAMPLES);
    expect(QUESTIONS).toHaveLength(60);
    const needed = QUESTIONS.map(({ of, ask, needed }) => {
      const view = views.get(of);
      const words = view ? bare(needed(view)).slice(0, 70) : '';
      return { words, name: `${of}: ${ask}` };
    });
    expect(needed.filter(({ words }) => words.length < 8).map(({ name }) => name)).toEqual([]);
    const long = joinedSessions([...views.values()]);
    const lines = linesOf(long).filter((line) => line.length > 0);
    const total = lines.reduce((sum, line) => sum + line.length, 0);
    const answered = (text: string): number => needed.filter(({ words }) => text.includes(words)).length;
    const rows = [...BUDGETS, null].map((budget) => {
      const texts = Object.values(WAYS).map((rules) => output(long, budget, rules));
      const share = texts.map(
        (text) => lines.filter((line) => text.includes(line)).reduce((sum, line) => sum + line.length, 0) / total,
      );
      const counts = texts.map(answered);
      return { budget, share, counts };
    });
    const head = `| budget | ${Object.keys(WAYS).join(' | ')} |\n| --- |${' --- |'.repeat(Object.keys(WAYS).length)}`;
    const table = rows.map(
      ({ budget, share, counts }) =>
        `| ${budget === null ? 'free' : budget.toLocaleString('en')} | ${counts.map((count, at) => `${count} of 60, ${percent(share[at] ?? 0)}`).join(' | ')} |`,
    );
    console.log([head, ...table].join('\n'));
    expect(readFileSync('docs/budgets.md', 'utf8')).toContain([head, ...table].join('\n'));
    for (const { budget, counts } of rows) expect(counts.at(-1), `${budget}`).toBe(Math.max(...counts));
  });
});
