/** How long a read counts as alive without a word from its tab, in milliseconds. */
export const READ_PATIENCE = 90_000;

/** A read is held by the relay of its tab. */
export const holderOf = (tab: number): string => `tab ${tab}`;
