import type { Element, ElementContent } from 'hast';
import type { Table, TableCell, TableRow } from 'mdast';
import { element } from './elements';

/** Cells of a table whose short rows are filled up: a text of a few kilobytes can ask for millions. */
const MOST_CELLS = 20_000;

/**
 * A table that scrolls in its own place. It has the direction of all its words; each cell is isolated by the style sheet:
 * what `dir` or `bdi` isolates says nothing of the direction of the table.
 */
export function tableTree(table: Table, inside: (cell: TableCell) => ElementContent[]): Element {
  const [head, ...body] = table.children;
  const width = head?.children.length ?? 0;
  const isFilled = width * table.children.length <= MOST_CELLS;
  const row = ({ children }: TableRow, tag: 'th' | 'td'): Element => {
    // cells that lack are empty; what stands beyond the last column is not lost
    const cells =
      isFilled && children.length < width
        ? [...children, ...Array<null>(width - children.length).fill(null)]
        : children;
    return element(
      'tr',
      {},
      cells.map((cell, at) => {
        const side = table.align?.[at] ?? null;
        const aligned = side === null ? {} : { className: [`to-${side}`] };
        const scope = tag === 'th' ? { scope: 'col' } : {};
        const content = cell === null ? [] : inside(cell);
        return element(tag, { ...scope, ...aligned }, [element('span', { className: ['cell'] }, content)]);
      }),
    );
  };
  const parts = [
    ...(head ? [element('thead', {}, [row(head, 'th')])] : []),
    ...(body.length > 0
      ? [
          element(
            'tbody',
            {},
            body.map((each) => row(each, 'td')),
          ),
        ]
      : []),
  ];
  return element('div', { className: ['scroll'], tabIndex: 0 }, [element('table', { dir: 'auto' }, parts)]);
}
