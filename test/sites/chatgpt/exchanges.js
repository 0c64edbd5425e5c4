// @ts-nocheck: it plays somebody else's page, written in plain JavaScript.
/*
 * The layout of autumn 2026: exchanges out of pages of turns. The newest page is read first, an older one whenever the
 * person scrolls; keys of exchanges count from the oldest that is there.
 */
window.makeLayout = ({ call, isShown, visibleText }) => {
  const asked = 'include_has_versions=true&num_turns=10';
  let conversation = null;
  let messages = [];
  let info = null;
  let reading = false;

  const element = (name, data, ...children) => {
    const made = document.createElement(name);
    Object.assign(made.dataset, data);
    made.append(...children);
    return made;
  };
  const heading = (words, data = {}) => {
    const made = element('h4', data, words);
    made.className = 'sr-only';
    return made;
  };

  function questionUnit(turn, message) {
    const bubble = element('div', { userMessageBubble: 'true' }, element('div', {}, visibleText(message)));
    bubble.firstChild.className = 'whitespace-pre-wrap';
    const actions = element('div', {}, 'Copy message');
    actions.className = 'turn-action-controls';
    const data = { chatgptSearchUnitKey: `${turn}:0:user`, chatgptSearchMessageIds: message.id };
    return element('div', {}, heading('You said:'), element('div', data, bubble, actions));
  }

  /** One answer, whatever its steps: the last of its messages is what is shown. */
  function answerUnit(turn, steps) {
    const last = steps.findLast(isShown);
    const body = element(
      'div',
      { markdownTextStyle: 'assistant-message' },
      ...visibleText(last)
        .split('\n\n')
        .map((words) => element('p', {}, words)),
    );
    const selection = { chatgptSelectionMessageId: last.id, chatgptSelectionConversationId: conversation };
    const ids = [...steps, last].map(({ id }) => id).join(' ');
    const data = { chatgptSearchUnitKey: `${turn}:${steps.length}:assistant`, chatgptSearchMessageIds: ids };
    const said = heading('ChatGPT said:', { conversationRole: 'assistant' });
    return element('div', {}, element('div', data, said, element('div', selection, body)));
  }

  function exchange({ question, steps }, n) {
    const turn = `fallback-turn-${n}`;
    const units = [];
    if (question) units.push(questionUnit(turn, question));
    if (steps.some(isShown)) units.push(answerUnit(turn, steps));
    const key = (question ?? steps[0]).id;
    return element('div', { turnKey: key }, element('div', { contentSearchTurnKey: turn }, ...units));
  }

  const isHidden = ({ author, metadata }) =>
    author.role === 'system' || metadata.is_visually_hidden_from_conversation === true;

  function exchanges() {
    const list = [];
    for (const message of messages.filter((each) => !isHidden(each))) {
      const question = message.author.role === 'user' ? message : null;
      if (question || list.length === 0) list.push({ question, steps: [] });
      if (!question) list.at(-1).steps.push(message);
    }
    return list;
  }

  const render = () => document.querySelector('#thread').replaceChildren(...exchanges().map(exchange));

  function take(page) {
    const known = new Set(messages.map(({ id }) => id));
    messages = [...page.messages.filter(({ id }) => !known.has(id)), ...messages];
    info = page.page_info;
    render();
  }

  async function older() {
    if (reading || !info?.has_previous_page) return;
    reading = true;
    const before = encodeURIComponent(info.start_cursor);
    const response = await call(`/backend-api/conversations/${conversation}/messages?before=${before}&${asked}`);
    if (response.ok) take(await response.json());
    reading = false;
  }

  addEventListener('DOMContentLoaded', () =>
    document.querySelector('[data-app-action-timeline-scroll]').addEventListener('scroll', older),
  );

  return {
    ask: (id) => call(`/backend-api/conversations/${id}?${asked}`),
    show(read) {
      conversation = read.conversation_id;
      messages = [];
      take(read);
    },
    paint(message) {
      const known = messages.findIndex(({ id }) => id === message.id);
      if (known === -1) messages.push(message);
      else messages[known] = message;
      render();
    },
  };
};
