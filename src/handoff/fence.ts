import { withoutMarks } from './marks';

/** A code fence that nothing inside a text can close: longer than any run of its character there. */
function fenceFor(text: string): string {
  let longest = 2;
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  return '`'.repeat(longest + 1);
}

/** A text as a fenced block of Markdown, byte for byte. `info` says what it is, on the fence's line. */
export function fenced(text: string, info = ''): string {
  const fence = fenceFor(text);
  const word = withoutMarks(info)
    .replace(/[`|\p{Cc}\u2028\u2029]/gu, ' ')
    .trim();
  return `${fence}${word}\n${text}${text.endsWith('\n') || text === '' ? '' : '\n'}${fence}`;
}
