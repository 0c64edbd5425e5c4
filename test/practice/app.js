// @ts-nocheck: the practice chat's own page, in plain JavaScript.
const id = location.pathname.split('/')[2];
const api = `/api/chats/${id}`;
const thread = document.querySelector('#thread');
let chat = null;

function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** The text with the cited words marked. */
function words({ text, citations = [], sources = [] }) {
  const paragraph = make('p');
  let at = 0;
  for (const { start, end, source } of citations) {
    const { title = '' } = sources.find((each) => each.id === source) ?? {};
    paragraph.append(text.slice(at, start), make('mark', { title }, text.slice(start, end)));
    at = end;
  }
  paragraph.append(text.slice(at));
  return paragraph;
}

const address = ({ id, type, base64 }) => (base64 === undefined ? `/api/files/${id}` : `data:${type};base64,${base64}`);
const file = (each) =>
  each.type.startsWith('image/')
    ? make('figure', {}, make('img', { src: address(each), alt: each.name }), make('figcaption', {}, each.name))
    : make('p', {}, make('a', { href: address(each), download: each.name }, `📎 ${each.name}`));

const siblings = ({ parent, author }) =>
  chat.messages.filter((each) => each.parent === parent && each.author === author);

/** The newest message below one. */
function tip(message) {
  const below = chat.messages.findLast((each) => each.parent === message.id);
  return below ? tip(below) : message;
}

async function choose(message) {
  const leaf = tip(message).id;
  await fetch(`${api}/leaf`, { method: 'POST', body: JSON.stringify({ leaf }) });
  await load();
}

function branches(message) {
  const all = siblings(message);
  const here = all.indexOf(message);
  if (all.length < 2) return [];
  const step = (by, name, sign) =>
    make(
      'button',
      { type: 'button', ariaLabel: name, disabled: !all[here + by], onclick: () => choose(all[here + by]) },
      sign,
    );
  return [step(-1, 'Earlier version', '‹'), `${here + 1} of ${all.length}`, step(1, 'Later version', '›')];
}

function actions(message) {
  if (message.author === 'assistant') {
    const again = () => ask({ parent: message.parent, text: null });
    return make('button', { type: 'button', onclick: again }, 'Answer again');
  }
  const edit = () => {
    const text = prompt('Edit the question', message.text);
    if (text?.trim()) void ask({ parent: message.parent, text });
  };
  return make('button', { type: 'button', onclick: edit }, 'Edit');
}

function article(message) {
  const { sources = [], files = [] } = message;
  const list = sources.map(({ url, title }) => make('li', {}, make('a', { href: url, rel: 'noreferrer' }, title)));
  const element = make(
    'article',
    { className: message.author },
    words(message),
    ...files.map(file),
    ...(list.length > 0 ? [make('ol', {}, ...list)] : []),
    make('footer', {}, ...branches(message), actions(message)),
  );
  element.dataset.message = message.id;
  return element;
}

function path() {
  const line = [];
  for (let at = chat.chat.leaf; at; ) {
    const message = chat.messages.find((each) => each.id === at);
    if (!message) break;
    line.unshift(message);
    at = message.parent;
  }
  return line;
}

async function load() {
  chat = await (await fetch(api)).json();
  document.title = chat.chat.title;
  document.querySelector('#title').textContent = chat.chat.title;
  thread.replaceChildren(...path().map(article));
  document.body.dataset.ready = 'yes';
}

async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    text += next.value;
    const blocks = text.split('\n\n');
    text = blocks.pop();
    for (const block of blocks) {
      const [, name, data] = /^event: (\w+)\ndata: (.*)$/s.exec(block) ?? [];
      if (name) yield { name, data: JSON.parse(data) };
    }
  }
}

/** Asks, and shows the answer word by word. */
async function ask(question) {
  document.body.dataset.ready = 'no';
  const response = await fetch(`${api}/messages`, { method: 'POST', body: JSON.stringify(question) });
  let growing = null;
  for await (const { name, data } of events(response.body)) {
    if (name === 'question' && question.text !== null) thread.append(article(data));
    if (name === 'begin') growing = thread.appendChild(make('article', { className: 'assistant' }, make('p')));
    if (name === 'word') growing.firstChild.textContent += data.word;
    growing?.scrollIntoView({ block: 'end' });
  }
  await load();
  thread.lastElementChild?.scrollIntoView({ block: 'center' });
}

document.querySelector('#composer').addEventListener('submit', (event) => {
  event.preventDefault();
  const box = document.querySelector('#question');
  void ask({ parent: chat.chat.leaf, text: box.value });
  box.value = '';
});
document.querySelector('#question').addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey) return;
  event.preventDefault();
  document.querySelector('#composer').requestSubmit();
});
await load();
