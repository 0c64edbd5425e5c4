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
  const missing = missingIn(sent, find);
  const place: Find = (reference) => find(reference) ?? (missing.has(reference) ? reference : null);
  const nodes = missing.size > 0 ? [...sent, ...Array.from(missing, asNode)] : sent;
  const parentOf = new Map<string, string>();
  const open = new Map<string, string | null>(); // nodes whose parent was not sent, or not said
  for (const { key, parent } of nodes) {
    const own = parent === null ? null : find(parent);
    if (own === null) open.set(key, parent);
    else parentOf.set(key, own);
  }
  adopt(nodes, open, place, parentOf);
  const cut = cutCycles(nodes, parentOf);
  const roots = nodes.filter(({ key }) => !parentOf.has(key)).map(({ key }) => key);
  return { roots, childrenOf: families(nodes, place, parentOf), parentOf, missing, cut };
}

const asNode = (key: string): SentNode => ({ key, parent: null, children: [] });

function missingIn(sent: readonly SentNode[], find: Find): Set<string> {
  const missing = new Set<string>();
  for (const { parent, children } of sent) {
    if (parent !== null && find(parent) === null) missing.add(parent);
    for (const child of children) if (find(child) === null) missing.add(child);
  }
  return missing;
}

/** Gives nodes without a parent of their own the first that lists them, else the one they name, though it was not sent. */
function adopt(
  nodes: readonly SentNode[],
  open: ReadonlyMap<string, string | null>,
  place: Find,
  parentOf: Map<string, string>,
): void {
  for (const { key, children } of nodes)
    for (const reference of children) {
      const child = place(reference);
      if (child !== null && open.has(child) && !parentOf.has(child)) parentOf.set(child, key);
    }
  for (const [key, parent] of open) if (parent !== null && !parentOf.has(key)) parentOf.set(key, parent);
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
  const path: { readonly key: string; readonly children: readonly string[]; next: number }[] = [];
  for (const root of tree.roots) {
    let key: string | undefined = root;
    while (key !== undefined) {
      enter(key);
      path.push({ key, children: tree.childrenOf.get(key) ?? NONE, next: 0 });
      key = nextOf(path, leave);
    }
  }
}

const NONE: readonly string[] = [];

/** The next node to enter, leaving those that are done with; undefined at the end of a root's tree. */
function nextOf(
  path: { readonly key: string; readonly children: readonly string[]; next: number }[],
  leave: (key: string) => void,
): string | undefined {
  for (let top = path.at(-1); top; top = path.at(-1)) {
    const child = top.children[top.next++];
    if (child !== undefined) return child;
    leave(top.key);
    path.pop();
  }
  return undefined;
}
