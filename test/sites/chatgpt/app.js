// @ts-nocheck: it plays somebody else's page, written in plain JavaScript.
/*
 * What stands in for the site's own script: it keeps `fetch` before anything else of the page runs, reads conversations
 * over the inner addresses, moves between them without loading a page, and sends questions and reads the streamed answer.
 */
(() => {
  const early = window.fetch;
  const { cookie, state, events, start } = window.standIn;
  let token = JSON.parse(document.querySelector('#client-bootstrap').textContent).session?.accessToken ?? null;
  let shown = null;

  function headers() {
    const account = cookie('_account');
    return {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      'oai-device-id': cookie('oai-did') ?? '',
      'oai-language': 'en-US',
      'oai-client-version': 'prod-7f3c1d',
      ...(account && account !== 'personal' ? { 'chatgpt-account-id': account } : {}),
    };
  }

  async function call(path, options = {}) {
    const ask = () => early.call(window, path, { ...options, headers: { ...headers(), ...options.headers } });
    const first = await ask();
    if (first.status !== 401) return first;
    token = (await (await early.call(window, '/api/auth/session')).json()).accessToken;
    return ask();
  }

  const conversationIn = (path) => /^(?:\/g\/[\w-]+)?\/c\/([\w-]+)$/.exec(path)?.[1] ?? null;
  function visibleText(message) {
    const parts = message.content.parts ?? [];
    return parts
      .filter((part) => typeof part === 'string')
      .join('\n')
      .replace(/\ue200[^\ue201]*\ue201/g, '');
  }

  const isShown = (message) =>
    message &&
    ['user', 'assistant'].includes(message.author.role) &&
    message.recipient === 'all' &&
    !message.metadata.is_visually_hidden_from_conversation &&
    Array.isArray(message.content.parts);

  /** How the page looks, and which calls it reads a conversation over: a script of its own. */
  const layout = window.makeLayout({ call, isShown, visibleText });

  async function show(id) {
    state('shown', '');
    const thread = document.querySelector('#thread');
    const response = await layout.ask(id);
    if (!response.ok) {
      thread.replaceChildren(`Unable to load conversation ${id} (${response.status})`);
      state('shown', `failed ${id}`);
      return;
    }
    shown = await response.json();
    document.title = shown.title;
    layout.show(shown);
    state('shown', id);
  }

  function put(target, name, { o, v }) {
    if (o !== 'append') target[name] = v;
    else if (typeof v === 'string') target[name] += v;
    else if (Array.isArray(v)) target[name].push(...v);
    else Object.assign(target[name], v);
  }

  function apply(message, change) {
    const steps = change.p.split('/').slice(1);
    const last = steps.pop();
    put(
      steps.reduce((target, each) => target[each], message),
      last,
      change,
    );
  }

  const isList = (v) => Array.isArray(v) && v.every((each) => typeof each?.p === 'string');

  /** Delta encoding v1: a change without a path or operation goes on with those of the one before. */
  function patcher() {
    let current = null;
    let before = { p: '', o: 'add' };
    return (change) => {
      if (isList(change.v)) {
        for (const each of change.v) apply(current, each);
      } else if (change.v?.message) {
        current = change.v;
        before = { p: '', o: 'add' };
      } else {
        before = { ...before, ...change };
        apply(current, before);
      }
      return current?.message ?? null;
    };
  }

  function post(question) {
    return call('/backend-api/f/conversation', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({
        action: 'next',
        messages: [question],
        conversation_id: shown.conversation_id,
        parent_message_id: shown.current_node,
        model: 'auto',
      }),
    });
  }

  async function send(words) {
    const question = {
      id: crypto.randomUUID(),
      author: { role: 'user', name: null, metadata: {} },
      create_time: null,
      content: { content_type: 'text', parts: [words] },
      metadata: {},
    };
    layout.paint(question);
    state('streaming', 'yes');
    const patch = patcher();
    for await (const data of events((await post(question)).body)) {
      const value = data === '[DONE]' ? null : JSON.parse(data);
      const message = value === null || typeof value !== 'object' || value.type ? null : patch(value);
      if (Array.isArray(message?.content.parts)) {
        layout.paint(message);
        shown.current_node = message.id;
      }
    }
    state('streaming', 'no');
  }

  start({ idIn: conversationIn, thread: '#thread', show, send });
})();
