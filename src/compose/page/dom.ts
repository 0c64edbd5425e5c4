/** The window in which an element lives: what is made for it must be of its own kind, in a frame as well. */
export const windowOf = (element: Element): Window & typeof globalThis => element.ownerDocument.defaultView ?? window;

/** True for a field of many lines, in whatever frame. */
export const isTextArea = (element: Element): element is HTMLTextAreaElement => element.localName === 'textarea';

export const isHtml = (node: Node | null): node is HTMLElement => node?.nodeType === 1 && 'innerText' in node;

/** A page may hold others: the trees of its open shadow roots, and its frames of the same origin. */
export function* rootsIn(root: Document | ShadowRoot): Generator<Document | ShadowRoot> {
  yield root;
  for (const element of root.querySelectorAll('*')) {
    const inner = element.shadowRoot ?? frameIn(element);
    if (inner) yield* rootsIn(inner);
  }
}

function frameIn(element: Element): Document | null {
  try {
    return element.localName === 'iframe' ? (element as HTMLIFrameElement).contentDocument : null;
  } catch {
    return null; // another origin's
  }
}

/** All elements that a selector finds, wherever they stand. One that is no selector finds none. */
export function everywhere(selector: string): HTMLElement[] {
  try {
    return [...rootsIn(document)].flatMap((root) => [...root.querySelectorAll<HTMLElement>(selector)]);
  } catch {
    return []; // what is known of a site may be newer than this browser
  }
}

/** The parent of a node, out of a shadow root, too. */
export const parentOf = (node: Node): Node | null => node.parentNode ?? ('host' in node ? (node.host as Node) : null);

/** True if a person can see an element and it has room for writing. */
export function isVisible(element: HTMLElement): boolean {
  const { width, height } = element.getBoundingClientRect();
  if (width < 80 || height < 12) return false;
  if (element.closest('[inert], [aria-hidden="true"], [hidden]')) return false;
  const style = windowOf(element).getComputedStyle(element);
  return style.visibility === 'visible' && style.display !== 'none' && Number(style.opacity) > 0;
}

/** Milliseconds pass. A page that is not in front is woken once a second at most. */
export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
