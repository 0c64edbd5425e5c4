/** The alarm that wakes the background while something is under way. */
export const TIDY = 'tidy';
export const TIDY_MINUTES = 1;
