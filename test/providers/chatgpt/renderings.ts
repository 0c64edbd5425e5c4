import { node } from './compose';
import type { Answer } from './merged';
import { begins, delta, stream } from './streams';
import type { Said, Talk } from './ten';

type Fields = Record<string, unknown>;

const ID = 'c-1';
const idOf = ([, { id }]: Said): string => String(id);

const about = ({ leaf, about: more }: Talk): Fields => ({
  ...{ title: 'Composed', create_time: 1_780_000_000, update_time: 1_790_000_000, conversation_id: ID },
  ...{ current_node: leaf, ...more },
});

function mappingOf(said: readonly Said[]): Fields {
  const childrenOf = (id: string | null): string[] => said.filter(([parent]) => parent === id).map(idOf);
  return {
    'client-created-root': node('client-created-root', null, childrenOf(null), null),
    ...Object.fromEntries(
      said.map((each) => [
        idOf(each),
        node(idOf(each), each[0] ?? 'client-created-root', childrenOf(idOf(each)), each[1]),
      ]),
    ),
  };
}

/** The branch the person is on, oldest first. */
export function branchOf({ said, leaf }: Talk): Said[] {
  const byId = new Map(said.map((each) => [idOf(each), each]));
  const branch: Said[] = [];
  for (let at = byId.get(leaf); at; at = byId.get(at[0] ?? '')) branch.unshift(at);
  return branch;
}

export const asTree = (talk: Talk): Answer => ({
  route: 'conversation',
  address: `/backend-api/conversation/${ID}`,
  body: { ...about(talk), mapping: mappingOf(talk.said) },
});

export const asExport = (talk: Talk): Answer => ({
  route: 'export',
  body: { ...about(talk), id: ID, mapping: mappingOf(talk.said) },
  capture: 'file',
  form: 'export',
});

export function asShare(talk: Talk): Answer {
  const nodes = branchOf(talk).map((each, i, all) => [each, all[i + 1]] as const);
  const list = nodes.map(([each, next]) =>
    node(idOf(each), each[0] ?? 'client-created-root', next ? [idOf(next)] : [], each[1]),
  );
  return {
    route: 'share',
    address: '/backend-api/share/6a7f-0000',
    body: {
      ...{ ...about(talk), conversation_id: '6a7f-0000', backing_conversation_id: ID },
      ...{ mapping: mappingOf(branchOf(talk)), linear_conversation: list },
    },
    capture: 'heard',
  };
}

/** Pages, each beginning with a message of the person, the newest first. */
export function asPages(talk: Talk): Answer[] {
  const branch = branchOf(talk);
  const versions = new Map<string | null, number>();
  for (const [parent] of talk.said) versions.set(parent, (versions.get(parent) ?? 0) + 1);
  const messages = branch.map(([parent, each]) =>
    (versions.get(parent) ?? 0) > 1
      ? { ...each, metadata: { ...(each.metadata as Fields), has_versions: true } }
      : each,
  );
  const starts = messages.flatMap(({ author }, i) => ((author as Fields).role === 'user' && i > 0 ? [i] : []));
  const bounds = [0, ...starts.slice(-2), messages.length];
  const pages = bounds.slice(0, -1).map((from, n) => {
    const sent: Fields[] = messages.slice(from, bounds[n + 1]);
    const newest = n === bounds.length - 2;
    const after = messages[bounds[n + 1] ?? 0]?.id;
    return {
      route: newest ? 'turns' : 'older-turns',
      address: newest
        ? `/backend-api/conversations/${ID}?num_turns=2`
        : `/backend-api/conversations/${ID}/messages?before=${after}`,
      body: {
        ...(newest ? about(talk) : {}),
        messages: sent,
        page_info: { start_cursor: sent[0]?.id, end_cursor: null, has_previous_page: from > 0, has_next_page: !newest },
      },
    };
  });
  return pages.reverse();
}

/** The last turn as it was streamed: what the page sent, and the answer bit by bit. */
export function asStream(talk: Talk): Answer | null {
  const branch = branchOf(talk);
  const at = branch.findLastIndex(([, { author }]) => (author as Fields).role === 'user');
  const [parent, asked] = branch[at] ?? [];
  const turn = branch.slice(at + 1).map(([, each]) => each);
  if (!asked || turn.length === 0) return null;
  const events = turn.map((each, c) => {
    const opening = { ...each, status: 'in_progress', content: { content_type: 'text', parts: [''] }, metadata: {} };
    const { content, metadata, status } = each;
    const changes = Object.entries({ content, metadata, status }).map(([key, v]) => ({
      p: `/message/${key}`,
      o: 'replace',
      v,
    }));
    return begins(opening, c, ID) + delta({ p: '', o: 'patch', v: changes });
  });
  return {
    route: 'stream',
    address: '/backend-api/f/conversation',
    body: stream(...events),
    form: 'stream',
    capture: 'heard',
    request: {
      action: 'next',
      conversation_id: ID,
      parent_message_id: parent ?? 'client-created-root',
      messages: [asked],
    },
  };
}

/** What the page shows of it, read out of its markup. */
export function asShown(talk: Talk): Answer {
  const turns = branchOf(talk).flatMap(([, { id, author, content }]) => {
    const { role } = author as Fields;
    const texts =
      ((content as Fields).parts as unknown[] | undefined)?.filter((part) => typeof part === 'string') ?? [];
    if ((role !== 'user' && role !== 'assistant') || texts.length === 0) return [];
    const words = `${texts.join('').replace(/[\ue200-\ue2ff][^\ue201]*\ue201?/g, '')} as shown`;
    return [
      `<article data-testid="conversation-turn-1"><div data-message-author-role="${role}" data-message-id="${id}"><div class="markdown prose"><p>${words}</p></div></div></article>`,
    ];
  });
  return {
    route: 'page',
    address: `/c/${ID}`,
    body: `<!doctype html><html><head><title>Shown otherwise</title></head><body><main>${turns.join('')}</main></body></html>`,
    capture: 'page',
    form: 'page',
  };
}
