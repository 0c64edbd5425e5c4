// @ts-nocheck: it plays somebody else's page, written in plain JavaScript.
/*
 * What stands in for the site's own script: it keeps `fetch` before anything else of the page runs, reads conversations
 * over the inner addresses, moves between them without loading a page, and sends questions and reads the streamed answer.
 */
(() => {
  const early = window.fetch;
  const { cookie, state, events, start } = window.standIn;
  const ROOT = '00000000-0000-4000-8000-000000000000';
  let chat = null;
  let leaf = ROOT;
  let temporary = false;

  const call = (path, options = {}) =>
    early.call(window, path, {
      ...options,
      headers: { 'anthropic-client-platform': 'web_claude_ai', 'anthropic-device-id': 'd-1', ...options.headers },
    });
  const inner = (id) => `/api/organizations/${cookie('lastActiveOrg')}/chat_conversations/${id}`;
  const idIn = (path) => /^\/chat\/([\w-]+)$/.exec(path)?.[1] ?? null;

  function row(sender, index, size) {
    const article = document.createElement('div');
    article.setAttribute('role', 'article');
    article.setAttribute('aria-posinset', String(index + 1));
    article.setAttribute('aria-setsize', String(size));
    const each = article.appendChild(document.createElement('div'));
    each.dataset.index = String(index);
    each.dataset.rsIndex = String(index);
    const body = each.appendChild(document.createElement('div'));
    if (sender === 'human') body.dataset.testid = 'user-message';
    else body.className = 'font-claude-response standard-markdown';
    document.querySelector('#feed').append(article);
    return body;
  }

  const wordsOf = (content) =>
    content
      .filter(({ type }) => type === 'text')
      .map(({ text }) => text)
      .join('\n');

  function branch({ chat_messages, current_leaf_message_uuid }) {
    const byId = new Map(chat_messages.map((each) => [each.uuid, each]));
    const messages = [];
    for (let at = byId.get(current_leaf_message_uuid); at; at = byId.get(at.parent_message_uuid)) messages.push(at);
    return messages.reverse();
  }

  async function show(id) {
    state('shown', '');
    document.querySelector('#feed').replaceChildren();
    const response = await call(`${inner(id)}?tree=True&rendering_mode=messages&render_all_tools=true`);
    if (!response.ok) {
      // a temporary chat is in the page alone
      chat = id;
      leaf = ROOT;
      temporary = true;
      state('shown', `failed ${id}`);
      return;
    }
    const read = await response.json();
    document.title = `${read.name} - Claude`;
    const messages = branch(read);
    for (const [index, each] of messages.entries())
      row(each.sender, index, messages.length).append(wordsOf(each.content));
    chat = id;
    leaf = read.current_leaf_message_uuid ?? ROOT;
    temporary = false;
    state('shown', id);
  }

  async function answer(path, asked) {
    state('streaming', 'yes');
    const response = await call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({
        timezone: 'Europe/Paris',
        model: 'claude-sonnet-4-6',
        rendering_mode: 'messages',
        attachments: [],
        files: [],
        tools: [],
        ...asked,
      }),
    });
    const rows = document.querySelectorAll('[data-index]').length;
    const body = row('assistant', rows, rows + 1);
    for await (const data of events(response.body)) {
      const event = JSON.parse(data);
      if (event.type === 'message_start') leaf = event.message.uuid;
      if (event.delta?.type === 'text_delta') body.append(event.delta.text);
    }
    state('streaming', 'no');
  }

  function send(words) {
    const rows = document.querySelectorAll('[data-index]').length;
    row('human', rows, rows + 1).append(words);
    const human = crypto.randomUUID();
    return answer(`${inner(chat)}/completion`, {
      prompt: words,
      parent_message_uuid: leaf,
      // said when a chat begins, and not again
      ...(temporary && leaf === ROOT ? { create_conversation_params: { is_temporary: true } } : {}),
      turn_message_uuids: { human_message_uuid: human, assistant_message_uuid: crypto.randomUUID() },
    });
  }

  /** Another answer to the last question: the question stays the parent. */
  const retry = () => answer(`${inner(chat)}/retry_completion`, { prompt: '', parent_message_uuid: leaf });

  addEventListener('DOMContentLoaded', () => {
    document.querySelector('#retry').addEventListener('click', () => void retry());
  });
  start({ idIn, thread: '#feed', show, send });
})();
