import type { ShownMessage } from './shown';
import { isElement, isText, nodesIn, type PageElement, type PageParent } from './tree';

const COUNT = /^\s*(\d{1,4})\s*\/\s*(\d{1,4})\s*$/;

/** "2 / 3" between two buttons: which of how many versions of a message the page shows. Null: it does not say. */
export function versionsIn(root: PageParent): ShownMessage['versions'] {
  for (const node of nodesIn(root)) {
    if (!isText(node)) continue;
    const [, shown, of] = COUNT.exec(node.value) ?? [];
    if (shown === undefined || of === undefined || !standsBetweenButtons(node.parentNode)) continue;
    if (Number(shown) >= 1 && Number(shown) <= Number(of)) return { shown: Number(shown), of: Number(of) };
  }
  return null;
}

/** True for the words of such a count. */
export function isCount(element: PageElement): boolean {
  const [words, ...more] = element.childNodes;
  return (
    words !== undefined &&
    more.length === 0 &&
    isText(words) &&
    COUNT.test(words.value) &&
    standsBetweenButtons(element)
  );
}

function standsBetweenButtons(label: PageParent | null): boolean {
  const row = label && 'tagName' in label ? label.parentNode : null;
  const beside = row?.childNodes.filter(isElement) ?? [];
  const at = beside.indexOf(label as PageElement);
  return isButton(beside[at - 1]) && isButton(beside[at + 1]);
}

const isButton = (element: PageElement | undefined): boolean =>
  element?.tagName === 'button' || element?.childNodes.some((each) => each.nodeName === 'button') === true;
