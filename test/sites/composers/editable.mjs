// @ts-nocheck: it plays somebody else's page, written in plain JavaScript.
/* An editor without a library: the browser's own, or one that lets only a paste through, or nothing at all. */
import { asked, ready } from './page.mjs';

const root = document.createElement('div');
root.contentEditable = asked.get('kind') ?? 'true';
root.setAttribute('role', 'textbox');
for (const line of asked.get('own')?.split('\n') ?? [])
  root.append(Object.assign(document.createElement('div'), { textContent: line }));
document.querySelector('#editor').append(root);

let known = root.textContent;

function paste(event) {
  event.preventDefault();
  if (asked.get('trick') === 'refuses') return;
  known += event.clipboardData.getData('text/plain');
  root.textContent = known;
}

if (asked.has('trick')) {
  root.addEventListener('paste', paste);
  root.addEventListener('beforeinput', (event) => event.preventDefault());
  root.addEventListener('input', () => {
    root.textContent = known;
  });
}
/** As a person sees it: browsers begin a line with a block or with a break, and fill an empty one with a break. */
function lines() {
  const html = root.innerHTML.replaceAll('<div><br></div>', '<div></div>').replace(/<br>$/, '');
  const text = html
    .replace(/^<div>/, '')
    .replace(/<div>|<br>/g, '\n')
    .replaceAll('</div>', '');
  return text.replaceAll('&nbsp;', ' ').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

ready(() => (asked.has('trick') ? known : lines()));
