import { forget, onChange, recall, remember } from './remembered';

/*
 * The handoff that waits to be placed. Kept in the browser session's storage: it outlives the background and our pages,
 * and ends with the browser; nothing of it is written to the disk.
 */
const KEY = 'handoff';

export const rememberWaiting = (waiting: object): Promise<void> => remember('session', KEY, waiting);

/** What was remembered, unchecked. */
export const recallWaiting = (): Promise<unknown> => recall('session', KEY);

export const forgetWaiting = (): Promise<void> => forget('session', KEY);

/** Calls back whenever another waits, or something came of it. Gives the function that ends it. */
export const onWaiting = (told: () => void): (() => void) => onChange('session', KEY, told);
