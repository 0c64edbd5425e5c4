/** What a message's author, content and metadata may hold: the site's own shape, as open as it is there. */
export interface Message {
  readonly id: string;
  readonly author: { readonly role: string; readonly name: string | null; readonly metadata: object };
  readonly create_time: number | null;
  readonly update_time: number | null;
  readonly content: { readonly content_type: string; readonly [member: string]: unknown };
  readonly status: string;
  readonly end_turn: boolean | null;
  readonly weight: number;
  readonly metadata: { readonly [member: string]: unknown };
  readonly recipient: string;
  readonly channel: string | null;
}

export interface Node {
  readonly id: string;
  readonly message: Message | null;
  readonly parent: string | null;
  readonly children: readonly string[];
}

export interface Conversation {
  readonly title: string;
  readonly create_time: number;
  readonly update_time: number;
  readonly mapping: Readonly<Record<string, Node>>;
  readonly moderation_results: readonly unknown[];
  readonly current_node: string;
  readonly plugin_ids: null;
  readonly conversation_id: string;
  readonly conversation_template_id: string | null;
  readonly gizmo_id: string | null;
  readonly gizmo_type: string | null;
  readonly is_archived: boolean;
  readonly is_starred: boolean | null;
  readonly safe_urls: readonly string[];
  readonly blocked_urls: readonly string[];
  readonly default_model_slug: string;
  readonly conversation_origin: null;
  readonly voice: null;
  readonly async_status: null;
  readonly disabled_tool_ids: readonly string[];
  readonly is_do_not_remember: boolean;
  readonly memory_scope: string;
  readonly context_scopes: null;
  readonly sugar_item_id: null;
}

/** When the composed conversations happened: 21 September 2026, 08:00 UTC, in the site's seconds. */
export const MORNING = 1_789_977_600;

type Content = Message['content'];
type Rest = Partial<Omit<Message, 'id' | 'content' | 'author'>> & { readonly name?: string };

/** One message, everything the site always sends filled in. */
export function message(id: string, role: string, content: Content, rest: Rest = {}): Message {
  const { name = null, ...others } = rest;
  return {
    id,
    author: { role, name, metadata: {} },
    create_time: MORNING,
    update_time: null,
    content,
    status: 'finished_successfully',
    end_turn: role === 'assistant' ? true : null,
    weight: 1,
    metadata: {},
    recipient: 'all',
    channel: null,
    ...others,
  };
}

/** Plain text content. */
export const text = (...parts: string[]): Content => ({ content_type: 'text', parts });

/** A tree that grows: each message under its parent, siblings in the order they are added. */
export interface Tree {
  /** Adds a node and gives its id; a null message makes the empty root. */
  add(id: string, parent: string | null, each: Message | null): string;
  /** Adds messages in one chain under a parent, and gives the last one's id. */
  chain(parent: string, ...messages: readonly Message[]): string;
  mapping(): Record<string, Node>;
}

/** A new tree, with these nodes in it. */
export function growTree(planted: Readonly<Record<string, Node>> = {}): Tree {
  const nodes = new Map(Object.entries(planted));
  const add: Tree['add'] = (id, parent, each) => {
    nodes.set(id, { id, message: each, parent, children: [] });
    const above = parent === null ? undefined : nodes.get(parent);
    if (above) nodes.set(above.id, { ...above, children: [...above.children, id] });
    return id;
  };
  return {
    add,
    chain: (parent, ...messages) => messages.reduce((above, each) => add(each.id, above, each), parent),
    mapping: () => Object.fromEntries(nodes),
  };
}

/** Puts the head of a conversation around its tree. */
export function conversation(
  id: string,
  title: string,
  grown: Tree,
  leaf: string,
  rest: Partial<Conversation> = {},
): Conversation {
  return {
    title,
    create_time: MORNING,
    update_time: MORNING + 600,
    mapping: grown.mapping(),
    moderation_results: [],
    current_node: leaf,
    plugin_ids: null,
    conversation_id: id,
    conversation_template_id: null,
    gizmo_id: null,
    gizmo_type: null,
    is_archived: false,
    is_starred: null,
    safe_urls: [],
    blocked_urls: [],
    default_model_slug: 'auto',
    conversation_origin: null,
    voice: null,
    async_status: null,
    disabled_tool_ids: [],
    is_do_not_remember: false,
    memory_scope: 'global_enabled',
    context_scopes: null,
    sugar_item_id: null,
    ...rest,
  };
}
