import { expect, test } from 'vitest';
import { writtenIn } from '../../src/handoff/run';

test('what a program was given is kept apart from what it said, and what it did not say is not there', () => {
  const part = { type: 'command', text: 'python3 sum.py', stdout: '2\n', stderr: '' } as const;
  expect(writtenIn(part)).toEqual([
    { what: 'what was run', text: 'python3 sum.py' },
    { what: 'output', text: '2\n' },
  ]);
});
