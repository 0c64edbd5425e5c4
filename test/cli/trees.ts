/** A node of a conversation tree as ChatGPT sends it. */
export interface Node {
  id: string;
  message: unknown;
  parent: string | null;
  children: string[];
}

export const message = (id: string, role: string, text: unknown, more: object = {}): unknown => ({
  id,
  author: { role, name: null, metadata: {} },
  create_time: 1_770_000_000 + Number(/\d+$/.exec(id)?.[0] ?? 0),
  update_time: null,
  content: { content_type: 'text', parts: [text] },
  status: 'finished_successfully',
  end_turn: true,
  weight: 1,
  metadata: {},
  recipient: 'all',
  ...more,
});

/** A chain of so many messages below an empty root, user and assistant in turn. */
export function chain(
  length: number,
  text = (index: number): string => `Message number ${index} of the chain.`,
): Node[] {
  const nodes: Node[] = [{ id: 'root', message: null, parent: null, children: ['m0'] }];
  for (let index = 0; index < length; index++)
    nodes.push({
      id: `m${index}`,
      message: message(`m${index}`, index % 2 ? 'assistant' : 'user', text(index)),
      parent: index ? `m${index - 1}` : 'root',
      children: index + 1 < length ? [`m${index + 1}`] : [],
    });
  return nodes;
}

/** A conversation of these nodes. */
export const tree = (nodes: readonly Node[], more: object = {}): Record<string, unknown> => ({
  title: 'A bridge over the valley',
  create_time: 1_770_000_000,
  update_time: 1_770_000_900,
  conversation_id: 'conv-bridge',
  current_node: nodes.at(-1)?.id ?? null,
  mapping: Object.fromEntries(nodes.map((node) => [node.id, node])),
  ...more,
});
