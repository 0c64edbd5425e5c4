/** True where a text holds half a surrogate pair. */
export const isBroken = (text: string): boolean => !text.isWellFormed();

/** Orders texts by UTF-16 unit: the same in every locale. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
