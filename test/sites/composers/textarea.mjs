// @ts-nocheck: it plays somebody else's page, written in plain JavaScript.
/* A plain field, and the tricks that a page plays on whoever writes into it. */
import { asked, ready } from './page.mjs';

const holder = document.querySelector('#editor');

function field() {
  const area = document.createElement('textarea');
  area.placeholder = 'Message';
  area.value = asked.get('own') ?? '';
  if (asked.has('most')) area.maxLength = Number(asked.get('most'));
  area.addEventListener('input', () => tricks[asked.get('trick')]?.(area));
  return area;
}

const tricks = {
  /** It says that it took the text, and empties itself a little later. */
  empties: (area) => setTimeout(() => (area.value = ''), 200),
  /** Another field stands in its place as soon as something is written. */
  replaces(area) {
    if (holder.dataset.replaced) return;
    holder.dataset.replaced = 'yes';
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
holder.append(first);
ready(() => holder.querySelector('textarea').value);
