/** A node of a site's tree as the site names its neighbours. */
export interface SentNode {
  readonly key: string;
  /** Who the site says is its parent. */
  readonly parent: string | null;
  /** Whom the site lists as its children, in its order. */
  readonly children: readonly string[];
}

/** The tree that comes of it: every node once, whatever the site sent. */
export interface Tree {
  readonly roots: readonly string[];
  readonly childrenOf: ReadonlyMap<string, readonly string[]>;
  readonly parentOf: ReadonlyMap<string, string>;
  /** References to nodes that were not sent: each stands in the tree in the place of its node. */
  readonly missing: ReadonlySet<string>;
  /** Edges left out because they would close a cycle: from the child to the parent it names. */
  readonly cut: ReadonlyMap<string, string>;
}

type Find = (reference: string) => string | null;

/**
 * Grows the tree. A node's own word for its parent counts, if that was sent; else the first list of children that names
 * it; else a parent that was not sent. `find` resolves a reference to a node's key, or null. Never recursive.
 */
export function growTree(sent: readonly SentNode[], find: Find): Tree {
  const missing = new Set(sent.flatMap(references).filter((reference) => find(reference) === null));
  const place: Find = (reference) => find(reference) ?? (missing.has(reference) ? reference : null);
  const nodes = [...sent, ...Array.from(missing, (key): SentNode => ({ key, parent: null, children: [] }))];
  const listed = listedBy(nodes, place);
  const parentOf = new Map<string, string>();
  for (const { key, parent } of nodes) {
    const chosen = (parent === null ? null : find(parent)) ?? listed.get(key) ?? parent;
    if (chosen !== null) parentOf.set(key, chosen);
  }
  const cut = cutCycles(nodes, parentOf);
  const roots = nodes.filter(({ key }) => !parentOf.has(key)).map(({ key }) => key);
  return { roots, childrenOf: families(nodes, place, parentOf), parentOf, missing, cut };
}

const references = ({ parent, children }: SentNode): readonly string[] =>
  parent === null ? children : [parent, ...children];

/** Which node first lists a key as its child. */
function listedBy(nodes: readonly SentNode[], place: Find): Map<string, string> {
  const listed = new Map<string, string>();
  for (const { key, children } of nodes)
    for (const reference of children) {
      const child = place(reference);
      if (child !== null && !listed.has(child)) listed.set(child, key);
    }
  return listed;
}

/** Follows each chain upwards once; where it bites its tail, the edge of the node met first in the site's order goes. */
function cutCycles(nodes: readonly SentNode[], parentOf: Map<string, string>): Map<string, string> {
  const cut = new Map<string, string>();
  const walkOf = new Map<string, number>();
  for (const [walk, { key }] of nodes.entries()) {
    let at: string | undefined = key;
    while (at !== undefined && !walkOf.has(at)) {
      walkOf.set(at, walk);
      at = parentOf.get(at);
    }
    const parent = at !== undefined && walkOf.get(at) === walk ? parentOf.get(at) : undefined;
    if (at === undefined || parent === undefined) continue;
    cut.set(at, parent);
    parentOf.delete(at);
  }
  return cut;
}

/** The children of each node: those it lists, in its order, then those that name it without being listed. */
function families(
  nodes: readonly SentNode[],
  find: Find,
  parentOf: ReadonlyMap<string, string>,
): Map<string, string[]> {
  const families = new Map<string, string[]>();
  const placed = new Set<string>();
  const place = (parent: string, child: string): void => {
    if (placed.has(child) || parentOf.get(child) !== parent) return;
    placed.add(child);
    const family = families.get(parent);
    if (family) family.push(child);
    else families.set(parent, [child]);
  };
  for (const { key, children } of nodes)
    for (const reference of children) {
      const child = find(reference);
      if (child !== null) place(key, child);
    }
  for (const [child, parent] of parentOf) place(parent, child);
  return families;
}

/** Walks depth first, parents before children, without recursion. `leave` is called when all below a node was seen. */
export function walkTree(tree: Tree, enter: (key: string) => void, leave: (key: string) => void): void {
  const stack: { readonly key: string; readonly done: boolean }[] = [];
  const push = (keys: readonly string[]): void => {
    for (let i = keys.length - 1; i >= 0; i--) stack.push({ key: keys[i] ?? '', done: false });
  };
  push(tree.roots);
  for (let top = stack.pop(); top; top = stack.pop()) {
    if (top.done) {
      leave(top.key);
      continue;
    }
    enter(top.key);
    stack.push({ key: top.key, done: true });
    push(tree.childrenOf.get(top.key) ?? []);
  }
}
