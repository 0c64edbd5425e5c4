/** What is never a part of the conversation, or does something. */
const AWAY = 'script, style, link, meta, noscript, template, svg, nav, form, dialog, input, textarea';

/**
 * The part of a page that holds the conversation, as markup. It is copied into a document without a window: nothing in it
 * is loaded or run, and the page is left as it is. Null: the page has no such part.
 * @param places selectors, the best first
 */
export function shownIn(page: Document, places: readonly string[]): string | null {
  const found = places.map((place) => page.querySelector(place)).find((element) => element !== null);
  if (!found) return null;
  const still = page.implementation.createHTMLDocument('');
  still.title = page.title;
  const copy = still.importNode(found, true);
  for (const each of copy.querySelectorAll(AWAY)) each.remove();
  still.body.append(copy);
  return `<!doctype html>${new XMLSerializer().serializeToString(still)}`;
}
