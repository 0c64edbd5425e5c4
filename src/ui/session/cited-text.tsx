import type { Cite } from '../../handoff/cited';
import { t } from '../../platform/strings';
import { useReading } from './reading';

/** A text with the numbers of its sources where they are cited. Line breaks stay; nothing in it is markup. */
export function CitedText({ text, cites = [] }: { text: string; cites?: readonly Cite[] }) {
  return (
    <div class="text" dir="auto">
      {pieces(text, cites).map((piece, at) =>
        // pieces of a text have no names, and never change places
        typeof piece === 'string' ? piece : <Marks key={at} numbers={piece.numbers} />,
      )}
    </div>
  );
}

/** The text cut at its places, what is cited there between. */
function pieces(text: string, cites: readonly Cite[]): (string | Cite)[] {
  const out: (string | Cite)[] = [];
  let from = 0;
  for (const cite of cites) {
    if (cite.at > from) out.push(text.slice(from, cite.at));
    from = Math.max(from, cite.at);
    out.push(cite);
  }
  return from < text.length ? [...out, text.slice(from)] : out;
}

/** The numbers of sources; each leads to its source. */
export function Marks({ numbers }: { numbers: readonly number[] }) {
  const { sources } = useReading().shown;
  return numbers.map((number) => {
    const source = sources[number - 1];
    return (
      <button
        key={number}
        type="button"
        class="cite"
        title={source?.title ?? source?.url ?? undefined}
        aria-label={t('reader_source', number)}
        onClick={() => show(number)}
      >
        {number}
      </button>
    );
  });
}

function show(number: number): void {
  const source = document.getElementById(`source-${number}`);
  source?.scrollIntoView({ block: 'nearest' }); // in the margin it is in view, and the text stays where it is
  source?.focus({ preventScroll: true });
}
