import { useRef } from 'preact/hooks';
import { t } from '../../platform/strings';
import { count } from '../format';
import { Gradual } from '../gradual';
import type { Ticked } from './use-choice';

/** One thing of a list to pick from. */
export interface Boxed<T> {
  readonly id: T;
  /** Its number, where it has one. */
  readonly number: string | null;
  readonly words: string;
}

interface BoxesProps<T> {
  /** What they are, with how many of how many are ticked. */
  readonly title: (ticked: string, all: string) => string;
  readonly items: readonly Boxed<T>[];
  readonly ticked: Ticked<T>;
  readonly onTick: (change: (before: Ticked<T>) => Ticked<T>) => void;
}

/** Things that are added to a list at a time. */
const STEP = 40;

/** A list of boxes, all of them ticked at first; not there where there is nothing to tick. */
export function Boxes<T extends string | number>({ title, items, ticked, onTick }: BoxesProps<T>) {
  // a box that was drawn earlier must not know of an earlier list
  const all = useRef<readonly T[]>([]);
  all.current = items.map(({ id }) => id);
  if (items.length === 0) return null;
  const among = ticked && new Set(ticked);
  const isTicked = ({ id }: Boxed<T>): boolean => among?.has(id) ?? true;
  return (
    <fieldset class="stack picks">
      <legend>{title(count(items.filter(isTicked).length), count(items.length))}</legend>
      <div class="row">
        <button type="button" onClick={() => onTick(() => null)}>
          {t('choice_all')}
        </button>
        <button type="button" onClick={() => onTick(() => [])}>
          {t('choice_none')}
        </button>
      </div>
      <ul>
        <Gradual
          items={items}
          keyOf={({ id }) => String(id)}
          mark={(item) => String(isTicked(item))}
          render={(item) => (
            <li key={item.id}>
              <label>
                <input
                  type="checkbox"
                  checked={isTicked(item)}
                  onChange={({ currentTarget: { checked } }) =>
                    onTick((before) => turned(before, all.current, item.id, checked))
                  }
                />
                <Told {...item} />
              </label>
            </li>
          )}
          step={STEP}
        />
      </ul>
    </fieldset>
  );
}

/** The same with one more, or one less; all of them are everything again. */
function turned<T>(before: Ticked<T>, all: readonly T[], id: T, isOn: boolean): Ticked<T> {
  const now = new Set(before ?? all);
  if (isOn) now.add(id);
  else now.delete(id);
  return all.every((each) => now.has(each)) ? null : [...now];
}

interface DotsProps {
  readonly title: string;
  readonly items: readonly Boxed<string>[];
  readonly picked: string;
  /** Why nothing else can be picked by now; null: it can. */
  readonly fixed: string | null;
  readonly onPick: (id: string) => void;
}

/** A list of which one thing is picked; not there where there is but one. */
export function Dots({ title, items, picked, fixed, onPick }: DotsProps) {
  if (items.length < 2) return null;
  return (
    <fieldset class="stack picks" disabled={fixed !== null}>
      <legend>{title}</legend>
      {fixed !== null && <p class="say careful">{fixed}</p>}
      <ul>
        <Gradual
          items={items}
          keyOf={({ id }) => id}
          mark={({ id }) => String(id === picked)}
          aim={items.findIndex(({ id }) => id === picked)}
          render={(item) => (
            <li key={item.id}>
              <label>
                <input type="radio" name={title} checked={item.id === picked} onChange={() => onPick(item.id)} />
                <Told {...item} />
              </label>
            </li>
          )}
          step={STEP}
        />
      </ul>
    </fieldset>
  );
}

const Told = ({ number, words }: Boxed<unknown>) => (
  <span>
    {number !== null && <span class="number">{number}</span>} <bdi>{words}</bdi>
  </span>
);
