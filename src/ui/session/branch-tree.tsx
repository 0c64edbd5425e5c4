import { useMemo } from 'preact/hooks';
import { clipped } from '../../handoff/marks';
import { t } from '../../platform/strings';
import { pictureOf, type TreeRow, treeOf } from '../../projection/branch-lines';
import type { Branch } from '../../projection/branches';
import { numberOf, type SessionView } from '../../projection/view';
import { textOf } from '../../search/event-text';
import { Fold } from '../fold';
import { count } from '../format';
import { Icon } from '../icon';

interface BranchTreeProps {
  readonly view: SessionView;
  readonly branches: readonly Branch[];
  /** The last event of the branch that is shown. */
  readonly leaf: string | null;
  readonly onShow: (leaf: string) => void;
}

/** All branches as a small picture and as a list to choose from, row by row; folded away, and absent where there is one. */
export function BranchTree({ branches, ...rest }: BranchTreeProps) {
  if (branches.length < 2) return null;
  return (
    <Fold
      title={
        <>
          <Icon name="branch" />
          {t('tree_title', count(branches.length))}
        </>
      }
    >
      {() => <Tree branches={branches} {...rest} />}
    </Fold>
  );
}

function Tree({ view, branches, leaf, onShow }: BranchTreeProps) {
  const rows = useMemo(() => treeOf(view, inLogOrder(view, branches)), [view, branches]);
  const more = branches.length - rows.length;
  return (
    <>
      <div class="tree">
        <Picture rows={rows} here={rows.findIndex((row) => row.leaf === leaf)} />
        <ol aria-label={t('reader_branches')}>
          {rows.map((row) => (
            <li key={row.leaf}>
              <button
                type="button"
                class="plain"
                aria-current={row.leaf === leaf ? 'true' : undefined}
                onClick={() => onShow(row.leaf)}
              >
                <span class="number">{numberOf(view, row.first)}</span> <bdi>{wordsOf(view, row.first)}</bdi>
                <span class="unseen">, {t('tree_length', count(row.length))}</span>
              </button>
            </li>
          ))}
        </ol>
      </div>
      {more > 0 && <p class="quiet">{t('list_more', count(more))}</p>}
    </>
  );
}

const inLogOrder = (view: SessionView, branches: readonly Branch[]): string[] =>
  branches.map(({ leaf }) => leaf).toSorted((a, b) => (view.first.get(a) ?? 0) - (view.first.get(b) ?? 0));

const FEW = 60;

/** What an event begins with; of a message that came in blocks, what those say is looked for. */
export function wordsOf(view: SessionView, id: string): string {
  const events = [id, ...(view.children.get(id) ?? [])].flatMap((each) => view.current.get(each) ?? []);
  const text = events.map(textOf).find((each) => each.trim() !== '');
  return text === undefined ? t('reader_empty') : clipped(text, FEW);
}

/** Height of a row, as in the style sheet, and the widest that the picture may be; 16 are the size of letters. */
const GRID = { row: 32, step: 16, widest: 120 };

/** The lines: every branch one, from the branch that it leaves. The list beside it says the same in words. */
function Picture({ rows, here }: { rows: readonly TreeRow[]; here: number }) {
  const { width, height, lines } = pictureOf(rows, GRID);
  return (
    <svg
      width={`${width / 16}rem`}
      height={`${height / 16}rem`}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={t('tree_picture', count(rows.length))}
    >
      {lines.map(({ path, x, y }, at) => (
        <g key={path} class={at === here ? 'here' : undefined}>
          <path d={path} />
          <circle cx={x} cy={y} r={at === here ? 4.5 : 3} />
        </g>
      ))}
    </svg>
  );
}
