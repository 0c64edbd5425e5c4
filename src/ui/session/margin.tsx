import { useLayoutEffect } from 'preact/hooks';
import { citedNumbers } from '../../handoff/cited';
import type { Shown } from '../../handoff/shown';
import { t } from '../../platform/strings';
import { partsOf } from '../../projection/sources';
import type { Stop } from './path';
import { useReading } from './reading';
import { Source } from './source';
import { useNear } from './use-near';

/** Numbers of the sources that the words of a place cite, in order of their first citation. */
export function citedBeside(shown: Shown, { event, blocks }: Pick<Stop, 'event' | 'blocks'>): readonly number[] {
  const said = [event, ...blocks].filter(({ kind, body }) => kind === 'message' && !('hidden' in body && body.hidden));
  const cited = said.flatMap(partsOf).flatMap((part) => (part.type === 'citation' ? citedNumbers(shown, part) : []));
  return [...new Set(cited)];
}

/**
 * The sources of a place in the margin, each beside its first citation, below the one before where there is no room. It
 * is seen only where the page is wide enough; the list at the end of the session has them all.
 * @param said the ids of the events of the place
 */
export function Margin({ numbers, said }: { numbers: readonly number[]; said: ReadonlySet<string> }) {
  const { sources } = useReading().shown;
  const { place, isNear } = useNear<HTMLOListElement>(true);
  useLayoutEffect(() => {
    const margin = place.current;
    const event = margin?.closest('.event');
    if (!margin || !event || !isNear) return;
    const watching = new ResizeObserver(() => putBeside(margin, event));
    for (const each of [event, ...margin.children]) watching.observe(each);
    return () => watching.disconnect();
  }, [isNear, numbers, place]);
  return (
    <ol class="margin" ref={place} aria-label={t('margin_title')}>
      {isNear &&
        numbers.map((number) => {
          const source = sources[number - 1];
          return (
            source && (
              <li key={number} data-source={number} tabIndex={-1}>
                <button type="button" class="cite" aria-label={t('margin_back', number)} onClick={back}>
                  {number}
                </button>
                <div>
                  <Source source={source} of={said} />
                </div>
              </li>
            )
          );
        })}
    </ol>
  );
}

/** Room between two notes, in pixels. */
const ROOM = 8;

const citeOf = (event: Element, number: string | null): HTMLElement | null =>
  event.querySelector(`.said .cite[data-source="${number}"]`);

/** Moves each note down to its citation. Heights are read before anything is moved. */
function putBeside(margin: HTMLElement, event: Element): void {
  const { top } = margin.getBoundingClientRect();
  const notes = [...margin.children].filter((each) => each instanceof HTMLElement);
  const wanted = notes.map((note) => {
    const cite = citeOf(event, note.getAttribute('data-source'));
    return { note, at: cite ? cite.getBoundingClientRect().top - top : 0, height: note.offsetHeight };
  });
  let bottom = 0;
  for (const { note, at, height } of wanted) {
    const gap = Math.round(Math.max(bottom === 0 ? 0 : ROOM, at - bottom));
    note.style.marginBlockStart = `${gap}px`;
    bottom += gap + height;
  }
}

/** From a note back to the place that cites it. */
function back({ currentTarget }: { readonly currentTarget: HTMLElement }): void {
  const event = currentTarget.closest('.event');
  const number = currentTarget.closest('li')?.getAttribute('data-source') ?? null;
  const cite = event && citeOf(event, number);
  cite?.scrollIntoView({ block: 'nearest' });
  cite?.focus({ preventScroll: true });
}
