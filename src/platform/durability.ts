/** How much we keep and may keep, in bytes, and whether the browser promised not to clear it under pressure. */
export interface Durability {
  readonly used: number | null;
  readonly quota: number | null;
  readonly persisted: boolean;
}

/**
 * Has the browser promise that it will not clear what we keep. Firefox does, without asking, since we may store without
 * limit, and allows half the disk instead of a tenth; Chromium says no, and does not clear it anyway.
 */
export async function keepForGood(): Promise<void> {
  const { storage } = navigator;
  if ('persist' in storage && !(await storage.persisted())) await storage.persist(); // workers cannot ask
}

/** Asks for that promise, because the person says so. True: it was given. */
export const askToKeep = (): Promise<boolean> => navigator.storage.persist();

/** What the browser says of our storage. `unlimitedStorage` keeps Chromium from clearing it, though it says otherwise. */
export async function durability(): Promise<Durability> {
  const { usage, quota } = await navigator.storage.estimate();
  return { used: usage ?? null, quota: quota ?? null, persisted: await navigator.storage.persisted() };
}
