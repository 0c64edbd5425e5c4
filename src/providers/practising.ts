/** True in the practice build only: a bundler's define decides, so that nothing of the practice chat ships. */
export const practising: boolean = typeof __PRACTICE__ === 'boolean' && __PRACTICE__;
