/** An edge from a child to the parent it names. */
export interface Edge {
  readonly child: string;
  readonly parent: string;
}

type State = Map<string, 'open' | 'done'>;

/**
 * The edges that would close a cycle. Without them the rest is free of cycles; which ones they are depends on the order
 * of `parents` alone. Parents that are no key of it are left alone. Climbs depth first, without recursion.
 */
export function closingEdges(parents: ReadonlyMap<string, readonly string[]>): Edge[] {
  const state: State = new Map();
  const closing: Edge[] = [];
  for (const start of parents.keys()) if (!state.has(start)) climb(start, parents, state, closing);
  return closing;
}

function climb(start: string, parents: ReadonlyMap<string, readonly string[]>, state: State, closing: Edge[]): void {
  const stack: { readonly id: string; next: number }[] = [{ id: start, next: 0 }];
  state.set(start, 'open');
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const parent = parents.get(top.id)?.[top.next++];
    if (parent === undefined) {
      state.set(top.id, 'done');
      stack.pop();
    } else if (state.get(parent) === 'open') {
      closing.push({ child: top.id, parent });
    } else if (!state.has(parent) && parents.has(parent)) {
      state.set(parent, 'open');
      stack.push({ id: parent, next: 0 });
    }
  }
}
