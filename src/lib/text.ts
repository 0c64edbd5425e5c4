/** True where a text holds half a surrogate pair. */
export const isBroken = (text: string): boolean => !text.isWellFormed();

/** Orders texts by UTF-16 unit: the same in every locale. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A text without the full stops at its end, to stand inside a sentence. An ellipsis stays. */
export const withoutStop = (text: string): string => text.trimEnd().replace(/(?<!\.)\.$/, '');

/** A text as a sentence: with one mark at its end, its own or a full stop. */
export const sentence = (text: string): string =>
  /[.!?…]["'”’)\]]*$/.test(text.trimEnd()) ? text.trimEnd() : `${text.trimEnd()}.`;

/** `1 event`, `3 events`: a number with its noun, in English. */
export const counted = (many: number, noun: string): string => `${many} ${noun}${many === 1 ? '' : 's'}`;
