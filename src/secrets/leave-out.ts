import { seekerOf } from './needles';
import { type Finding, needlesOf } from './search';

/** A text without what is left out, and what that was. */
export type LeaveOut = (text: string) => { readonly text: string; readonly left: readonly string[] };

/** What every mark begins with. */
const BEGINS = '[left out: ';

/** What stands in the place of something left out. */
const markOf = ({ label }: Finding): string => `${BEGINS}${label}]`;

/** Leaves findings out of texts: wherever they stand and however they are escaped, by the same words everywhere. */
export function leavingOut(findings: readonly Finding[]): LeaveOut {
  if (findings.length === 0) return (text) => ({ text, left: [] });
  const seek = seekerOf(needlesOf(findings));
  const leave = (text: string): string => {
    const pieces: string[] = [];
    let at = 0;
    for (const { start, end, of } of seek(text)) {
      const finding = findings[of];
      if (!finding) continue;
      pieces.push(text.slice(at, start), markOf(finding));
      at = end;
    }
    return `${pieces.join('')}${text.slice(at)}`;
  };
  return (text) => {
    const rest = leave(text);
    // what was left out of it before counts as well
    const left = rest.includes(BEGINS) ? findings.filter((each) => rest.includes(markOf(each))) : [];
    return { text: rest, left: left.map(({ label }) => label) };
  };
}
