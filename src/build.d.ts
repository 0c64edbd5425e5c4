/** True in the practice build only; a bundle gets it by a define, so that nothing of the practice chat ships. */
declare const __PRACTICE__: boolean | undefined;
