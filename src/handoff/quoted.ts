import { shortened } from './fit/shorten';
import { quotedBlock } from './frame';
import { withoutFernet } from './opaque';
import { place, type Shown } from './shown';

/** A text in a fence, cut where it is very long; the cut says where the whole is. `middle`: it is its middle that goes. */
export function quoted(shown: Shown, id: string, text: string, limit: number, middle = false): string {
  const readable = withoutFernet(text);
  const open = shown.leaveOut?.(readable).text ?? readable; // before it is cut: half a secret would not be known again
  if (open.length <= limit) return quotedBlock(shown.view, open);
  if (middle) {
    const mark = (left: number, of: number): string =>
      `[… ${left} of ${of} characters are left out here; the whole is ${place(shown, id)} in session.jsonl …]`;
    const short = shortened(open, { room: limit, size: (each) => each.length, mark, mayCut: true });
    return quotedBlock(shown.view, short?.text ?? mark(open.length, open.length));
  }
  const cut = open.slice(0, limit).replace(/[\ud800-\udbff]$/, '');
  return `${quotedBlock(shown.view, cut)}\n(Cut here: ${limit} of ${open.length} characters. The whole is ${place(shown, id)} in session.jsonl.)`;
}
