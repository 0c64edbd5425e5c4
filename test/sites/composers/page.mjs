// @ts-nocheck: it plays somebody else's page, written in plain JavaScript.
/*
 * What the pages of all editors do alike: they note what reaches them, take files, send on Enter and by their button, and
 * play the tricks that a test asks for in the address.
 */
export const asked = new URLSearchParams(location.search);

const composer = window.composer;

/** Whatever would send the message, whoever did it. */
for (const type of ['submit', 'keydown', 'keypress', 'keyup', 'click'])
  addEventListener(type, ({ target }) => composer.heard.push(`${type} ${target.id || target.localName}`), true);

addEventListener('submit', (event) => {
  event.preventDefault();
  void fetch('/sent', { method: 'POST', body: composer.text() });
});

/** Shows a file as the sites do: its name, and a button that takes it away. */
function show(file) {
  const row = document.createElement('li');
  row.append(Object.assign(document.createElement('span'), { textContent: file.name }));
  row.append(Object.assign(document.createElement('button'), { type: 'button', textContent: 'Remove' }));
  document.querySelector('#attached').append(row);
}

/** Takes files, or complains of them as a site does. */
export async function take(files) {
  for (const file of files) {
    if (asked.has('complains')) {
      const complaint = Object.assign(document.createElement('p'), { textContent: `${file.name} is not supported` });
      complaint.setAttribute('role', 'alert');
      document.querySelector('#composer').append(complaint);
      continue;
    }
    composer.files.push({ name: file.name, type: file.type, text: await file.text() });
    if (!asked.has('silent')) show(file);
  }
}

for (const field of document.querySelectorAll('[type=file]'))
  field.addEventListener('change', () => {
    void take([...field.files]);
    field.value = '';
  });

for (const type of ['dragenter', 'dragover', 'drop'])
  document.querySelector('#composer').addEventListener(type, (event) => {
    if (!asked.has('drop')) return;
    event.preventDefault();
    if (type === 'drop') void take([...event.dataTransfer.files]);
  });

/** Where the editor goes: a shadow tree where the address asks for it. */
export function holder() {
  const place = document.querySelector('#editor');
  if (!asked.has('shadow')) return place;
  const root = place.attachShadow({ mode: 'open' });
  const inner = document.createElement('div');
  root.append(Object.assign(document.createElement('style'), { textContent: '*{min-height:2rem;width:100%}' }), inner);
  return inner;
}

/** Attributes that the site gives its editor. */
export const attributes = JSON.parse(document.querySelector('#editor').dataset.attributes);

/** The page's editor is there: how its own state reads, which no look at the page can tell. */
export function ready(text) {
  composer.text = text;
  document.documentElement.dataset.ready = 'yes';
}
