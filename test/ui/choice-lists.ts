import { act } from 'preact/test-utils';
import { expect } from 'vitest';
import { settled } from './render';

/** Waits until something is so, as long as a slow machine may take for it. */
export async function until(is: () => boolean): Promise<void> {
  for (let round = 0; round < 5_000 && !is(); round++) await settled(1);
  expect(is()).toBe(true);
}

const found = (root: HTMLElement, legend: string): HTMLFieldSetElement | undefined =>
  [...root.querySelectorAll<HTMLFieldSetElement>('.picks')].find((each) =>
    each.querySelector('legend')?.textContent?.startsWith(legend),
  );

/** The list whose title begins so. */
export function listIn(root: HTMLElement, legend: string): HTMLFieldSetElement {
  const list = found(root, legend);
  if (!list) throw new Error(`there is no list ${legend}`);
  return list;
}

/** Its boxes or dots; none where there is no such list. */
export const inputsIn = (root: HTMLElement, legend: string): HTMLInputElement[] => [
  ...(found(root, legend)?.querySelectorAll<HTMLInputElement>('li input') ?? []),
];

/** Opens the fold in which it is picked what goes along. */
export async function unfold(root: HTMLElement): Promise<void> {
  await act(() => root.querySelector<HTMLElement>('.choice > summary')?.click());
  await until(() => root.querySelector('.choice select') !== null);
}
