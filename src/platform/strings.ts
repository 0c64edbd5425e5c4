import type messages from '../../assets/_locales/en/messages.json';
import { ext } from './browser';

/** A name in the message files: one that is missing there does not compile. */
export type MessageKey = keyof typeof messages;

/** The words of a key in the person's language; `values` stand where the message says `$1`, `$2` … */
export const t = (key: MessageKey, ...values: readonly (string | number)[]): string =>
  ext.i18n.getMessage(key, values.map(String));
