import { type ComponentChild, render } from 'preact';
import { act } from 'preact/test-utils';

/** Renders into the page and gives the element it went into. */
export async function shown(what: ComponentChild): Promise<HTMLElement> {
  const root = document.createElement('div');
  document.body.replaceChildren(root);
  await act(() => render(what, root));
  return root;
}

/** Takes what was rendered away again. */
export const leave = (root: HTMLElement): Promise<void> => act(() => render(null, root));

/** Lets timers, promises and effects that are due take place. */
export async function settled(rounds = 3): Promise<void> {
  for (let at = 0; at < rounds; at++)
    await act(async () => {
      await new Promise((resolve) => setTimeout(resolve));
    });
}

/** The first element with a role's tag and that accessible name. */
export function button(root: ParentNode, name: string): HTMLButtonElement {
  const found = [...root.querySelectorAll('button')].find(
    (each) => (each.getAttribute('aria-label') ?? each.textContent) === name,
  );
  if (!found) throw new Error(`there is no button "${name}"`);
  return found;
}

/** True if a button is there. */
export const hasButton = (root: ParentNode, name: string): boolean =>
  [...root.querySelectorAll('button')].some((each) => each.textContent === name);

/** Presses a button and lets what follows take place. */
export async function press(root: ParentNode, name: string): Promise<void> {
  await act(() => button(root, name).click());
  await settled(1);
}
