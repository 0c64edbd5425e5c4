import type { ComposeServices } from '../compose/place-in';
import { awake } from '../platform/alarms';
import { hasSite } from '../platform/permissions';
import { composeIn } from '../platform/scripts';
import { hasLoaded, openSite, tabAddress } from '../platform/tabs';
import { forgetWaiting, recallWaiting, rememberWaiting } from '../platform/waiting';
import { sites } from '../providers/sites';

/** What fills composers, put together. `kept` opens the database, and is asked only where a file is to go along. */
export const composeServices = (kept: ComposeServices['kept']): ComposeServices => ({
  doors: { composeIn, hasLoaded, hasSite, openSite, tabAddress, forgetWaiting, recallWaiting, rememberWaiting },
  sites,
  now: Date.now,
  newId: () => crypto.randomUUID(),
  kept,
  awake,
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
});
