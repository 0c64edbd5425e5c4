/** What of the browser's own these need. */
interface Alarms {
  readonly alarms: {
    create(name: string, when: { readonly when: number }): Promise<void>;
    getAll(): Promise<readonly { readonly name: string }[]>;
  };
}

/** Runs in the page: the names of the alarms that are set. */
export async function alarms(): Promise<string[]> {
  const { browser, chrome } = globalThis as unknown as Record<'browser' | 'chrome', Alarms | undefined>;
  return ((await (browser ?? chrome)?.alarms.getAll()) ?? []).map(({ name }) => name).sort();
}

/** Runs in the page: an alarm goes off now, as if its time had come. */
export async function setOff(name: string): Promise<void> {
  const { browser, chrome } = globalThis as unknown as Record<'browser' | 'chrome', Alarms | undefined>;
  await (browser ?? chrome)?.alarms.create(name, { when: Date.now() });
}
