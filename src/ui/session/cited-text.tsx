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
        data-source={number}
        title={source?.title ?? source?.url ?? undefined}
        aria-label={t('reader_source', number)}
        onClick={(event) => show(number, event.currentTarget)}
      >
        {`[${number}]`}
      </button>
    );
  });
}

/** Goes to a source: in the margin, where it is shown there, else in the list at the end. */
function show(number: number, from: HTMLElement): void {
  const beside = from.closest('.event')?.querySelector<HTMLElement>(`.margin [data-source="${number}"]`);
  const source = beside?.checkVisibility?.() ? beside : document.getElementById(`source-${number}`);
  source?.scrollIntoView({ block: 'nearest' });
  source?.focus({ preventScroll: true });
}
