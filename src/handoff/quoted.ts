import { quotedBlock } from './frame';
import { withoutFernet } from './opaque';
import { place, type Shown } from './shown';

/** A text in a fence, cut where it is very long; the cut says where the whole is. */
export function quoted(shown: Shown, id: string, text: string, limit: number): string {
  const open = withoutFernet(text);
  if (open.length <= limit) return quotedBlock(shown.view, open);
  const cut = open.slice(0, limit).replace(/[\ud800-\udbff]$/, '');
  return `${quotedBlock(shown.view, cut)}\n(Cut here: ${limit} of ${open.length} characters. The whole is ${place(shown, id)} in session.jsonl.)`;
}
