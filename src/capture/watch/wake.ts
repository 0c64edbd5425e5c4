/** The alarm that wakes the background while something is under way. */
export const TIDY = 'tidy';
export const TIDY_MINUTES = 1;
/** The alarm that wakes it where an earlier one came to nothing: with a disk that is full not even the next can be set. */
export const AGAIN = 'again';
export const AGAIN_MINUTES = 10;
/** The alarm that wakes it when a watched chat may have been quiet for long enough. */
export const WATCH = 'watch';
