/**
 * True in the practice build only. Every bundle has it by a define, so that nothing of the practice chat ships: written
 * out where a list asks, since only then the bundler leaves the rest out.
 */
declare const __PRACTICE__: boolean;
