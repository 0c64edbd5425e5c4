/** What the background says to the offscreen document when there is something to do. */
export const WAKE = { valise: 'wake' } as const;

export const isWake = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && (message as { valise?: unknown }).valise === WAKE.valise;
