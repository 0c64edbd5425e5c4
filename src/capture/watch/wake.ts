/** The alarm that wakes the background while something is under way. */
export const TIDY = 'tidy';
export const TIDY_MINUTES = 1;
/** The alarm that wakes it when a watched chat may have been quiet for long enough. */
export const WATCH = 'watch';
