// @ts-nocheck: it plays somebody else's page, written in plain JavaScript.
/* A plain field, and the tricks that a page plays on whoever writes into it. */
import { asked, attributes, holder, ready } from './page.mjs';

const place = holder();

function field() {
  const area = document.createElement('textarea');
  area.placeholder = 'Message';
  for (const [name, value] of Object.entries(attributes)) area.setAttribute(name, value);
  area.value = asked.get('own') ?? '';
  if (asked.has('most')) area.maxLength = Number(asked.get('most'));
  area.addEventListener('input', () => tricks[asked.get('trick')]?.(area));
  return area;
}

const tricks = {
  /** It says that it took the text, and empties itself a little later; or when it was given a file. */
  empties: (area) => setTimeout(() => (area.value = ''), 200),
  forgets: (area) => document.querySelector('[type=file]').addEventListener('change', () => (area.value = '')),
  /** Another field stands in its place as soon as something is written. */
  replaces(area) {
    if (place.dataset.replaced) return;
    place.dataset.replaced = 'yes';
    area.replaceWith(field());
  },
  refuses: (area) => (area.value = asked.get('own') ?? ''),
  /** It keeps so much and no more, and never said so. */
  cuts: (area) => (area.value = area.value.slice(0, 10_000)),
  /** A word of its own in the middle. */
  garbles: (area) => (area.value = area.value.replace(/line 3/, 'line three')),
};

const first = field();
if (asked.has('two')) {
  const other = field();
  document.querySelector('#thread').append(other);
}
place.append(first);
ready(() => place.querySelector('textarea').value);
