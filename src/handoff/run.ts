import type { Part } from '../model/parts';

/** A text of a program's run, and what it is of it. */
export interface Written {
  readonly what: 'what was run' | 'output' | 'errors';
  readonly text: string;
}

/** What was run and what it wrote, each for itself: what a program was given is not what it said. */
export function writtenIn({ text, stdout, stderr }: Extract<Part, { type: 'command' }>): Written[] {
  const all = [
    { what: 'what was run', text },
    { what: 'output', text: stdout },
    { what: 'errors', text: stderr },
  ] as const;
  return all.flatMap((each) =>
    typeof each.text === 'string' && each.text !== '' ? [{ what: each.what, text: each.text }] : [],
  );
}
