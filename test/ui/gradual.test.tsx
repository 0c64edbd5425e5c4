// @vitest-environment happy-dom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { beforeEach, expect, test } from 'vitest';
import { type AroundProps, Gradual } from '../../src/ui/gradual';

const ITEMS = Array.from({ length: 95 }, (_, n) => `item ${n}`);

/** The first items of the stretches in the order in which they were drawn. */
const drawn: number[] = [];

function List({ make, from }: AroundProps) {
  drawn.push(from);
  return <ol>{make()}</ol>;
}

const show = (items: readonly string[], marked: string | null = null) =>
  act(() =>
    render(
      <Gradual
        items={items}
        keyOf={(item) => item}
        mark={(item) => String(item === marked)}
        render={(item) => <li key={item}>{item === marked ? `${item}!` : item}</li>}
        around={List}
        step={10}
      />,
      document.body,
    ),
  );

const shown = (): string[] => [...document.querySelectorAll('li')].map((each) => each.textContent);

async function all(count: number): Promise<void> {
  await expect
    .poll(async () => {
      await act(() => new Promise((resolve) => setTimeout(resolve)));
      return shown().length;
    })
    .toBe(count);
}

beforeEach(() => {
  render(null, document.body);
  drawn.length = 0;
});

test('the beginning is there at once; what is there is not drawn again while the rest is added', async () => {
  await show(ITEMS);
  expect(shown().length).toBeLessThan(ITEMS.length);
  await all(ITEMS.length);
  expect(shown()).toEqual(ITEMS);
  expect(drawn).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90]);
});

test('of another list, or other marks, only the stretches are drawn again that differ', async () => {
  await show(ITEMS);
  await all(ITEMS.length);
  drawn.length = 0;
  await show([...ITEMS], 'item 42');
  expect(drawn).toEqual([40]);
  expect(shown()[42]).toBe('item 42!');
  drawn.length = 0;
  await show(ITEMS.with(77, 'another'), 'item 42');
  expect(drawn).toEqual([70]);
  await show(ITEMS.slice(0, 34), 'item 42');
  expect(shown()).toEqual(ITEMS.slice(0, 34));
});
