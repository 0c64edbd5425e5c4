import { ext } from './browser';

/** Wakes the background again and again, or no more. Minutes: browsers allow none below half of one. */
export async function wakeEvery(name: string, minutes: number | null): Promise<void> {
  if (minutes === null) await ext.alarms.clear(name);
  else if (!(await ext.alarms.get(name))) await ext.alarms.create(name, { periodInMinutes: minutes });
}

/**
 * Wakes the background once, at a moment (milliseconds since 1970); null: not at all. What the alarm was set to before is
 * forgotten. Browsers let less than half a minute pass as one.
 */
export async function wakeAt(name: string, at: number | null): Promise<void> {
  if (at === null) await ext.alarms.clear(name);
  else await ext.alarms.create(name, { when: Math.max(at, Date.now()) });
}

/** Wakes the background once, at a time or before: an alarm that is set to an earlier one stays. */
export async function wakeBy(name: string, at: number): Promise<void> {
  const set = await ext.alarms.get(name);
  if (!set || set.scheduledTime > at) await wakeAt(name, at);
}

export const onAlarm = (listener: (name: string) => void): void =>
  ext.alarms.onAlarm.addListener(({ name }) => listener(name));

const AWAKE = 20_000;

/**
 * Keeps this context alive while work is going on: a call to the browser counts as activity, and without one the
 * background is ended after 30 seconds, whatever it is doing (measured in both browsers).
 */
export async function awake<R>(work: () => Promise<R>): Promise<R> {
  const beat = setInterval(() => void ext.runtime.getPlatformInfo(), AWAKE);
  try {
    return await work();
  } finally {
    clearInterval(beat);
  }
}
