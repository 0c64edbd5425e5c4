import type { Definition, FootnoteDefinition, ImageReference, LinkReference, Nodes, Root } from 'mdast';

/** What of a text is said elsewhere than where it is written. */
export interface Notes {
  /** Footnotes by their names, numbered as they are first named. */
  readonly numbers: ReadonlyMap<string, number>;
  /** Definitions that a link leads by. All others are shown where they stand: nothing of a text is hidden. */
  readonly used: ReadonlySet<Definition>;
}

/** Moves the footnotes of a text to its end, and tells which definitions are used. */
export function gatherNotes(root: Root): Notes {
  const found = seen(root);
  const notes = firsts(found.filter((node) => node.type === 'footnoteDefinition'));
  const definitions = firsts(found.filter((node) => node.type === 'definition'));
  const references = found.filter((node) => node.type === 'footnoteReference' && notes.has(node.identifier));
  const names = new Set(references.flatMap((node) => ('identifier' in node ? node.identifier : [])));
  const inOrder = [...names].flatMap((name) => notes.get(name) ?? []);
  takeOut(found, new Set<Nodes>(inOrder));
  if (inOrder.length > 0) root.children.push({ type: 'notes', children: inOrder });
  return {
    numbers: new Map([...names].map((name, index) => [name, index + 1])),
    used: new Set(found.flatMap((node) => (isLed(node) ? (definitions.get(node.identifier) ?? []) : []))),
  };
}

const isLed = (node: Nodes): node is LinkReference | ImageReference =>
  node.type === 'linkReference' || node.type === 'imageReference';

/** What a name means: the first that defines it, as everywhere. */
function firsts<N extends Definition | FootnoteDefinition>(nodes: readonly N[]): ReadonlyMap<string, N> {
  const first = new Map<string, N>();
  for (const node of nodes) if (!first.has(node.identifier)) first.set(node.identifier, node);
  return first;
}

/** All nodes, in the order in which they stand. */
function seen(node: Nodes): Nodes[] {
  return 'children' in node ? [node, ...node.children.flatMap(seen)] : [node];
}

function takeOut(nodes: readonly Nodes[], taken: ReadonlySet<Nodes>): void {
  if (taken.size === 0) return;
  for (const node of nodes)
    if ('children' in node) {
      const kept: Nodes[] = node.children.filter((child) => !taken.has(child));
      if (kept.length < node.children.length) node.children = kept as typeof node.children;
    }
}
