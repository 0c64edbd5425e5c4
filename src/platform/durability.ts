/** How much we keep and may keep, in bytes, and whether the browser promised not to clear it under pressure. */
export interface Durability {
  readonly used: number | null;
  readonly quota: number | null;
  readonly persisted: boolean;
}

/** What the browser says of our storage. `unlimitedStorage` keeps Chromium from clearing it, though it says otherwise. */
export async function durability(): Promise<Durability> {
  const { usage, quota } = await navigator.storage.estimate();
  return { used: usage ?? null, quota: quota ?? null, persisted: await navigator.storage.persisted() };
}
