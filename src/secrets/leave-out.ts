import { seekerOf } from './needles';
import { type Finding, needlesOf } from './search';

/** A text without what is left out, and what that was. */
export type LeaveOut = (text: string) => { readonly text: string; readonly left: readonly string[] };

/** What stands in the place of something left out. */
const markOf = ({ label }: Finding): string => `[left out: ${label}]`;

/** Leaves findings out of texts: wherever they stand and however they are escaped, by the same words everywhere. */
export function leavingOut(findings: readonly Finding[]): LeaveOut {
  if (findings.length === 0) return (text) => ({ text, left: [] });
  const seek = seekerOf(needlesOf(findings));
  return (text) => {
    const spans = seek(text);
    if (spans.length === 0) return { text, left: [] };
    const pieces: string[] = [];
    const left = new Set<string>();
    let at = 0;
    for (const { start, end, of } of spans) {
      const finding = findings[of];
      if (!finding) continue;
      pieces.push(text.slice(at, start), markOf(finding));
      left.add(finding.label);
      at = end;
    }
    return { text: `${pieces.join('')}${text.slice(at)}`, left: [...left] };
  };
}
