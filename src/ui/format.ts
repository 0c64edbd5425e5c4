import { shownName } from '../handoff/marks';
import { ext } from '../platform/browser';
import { t } from '../platform/strings';

const language = (): string => ext.i18n.getUILanguage();

/** Making what writes a time takes longer than a hundred times of writing: each is made once. */
const known = new Map<string, Intl.DateTimeFormat>();

function dates(style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language()} ${Object.values(style).join()}`;
  const before = known.get(key);
  if (before) return before;
  const made = new Intl.DateTimeFormat(language(), style);
  known.set(key, made);
  return made;
}

/** A moment in the person's own time and language, such as "3 Oct 2026, 14:05". What is none is shown as it is said. */
export const moment = (said: string): string => inWords(said, { dateStyle: 'medium', timeStyle: 'short' });

/** The day of a moment in the person's own time and language; what is none as it is said. */
export const day = (said: string): string => inWords(said, { dateStyle: 'medium' });

/** The month of a moment, such as "October 2026"; what is none as it is said. */
export const month = (said: string): string => inWords(said, { year: 'numeric', month: 'long' });

/** What stands in a log where nobody said when: no moment at all. */
const NEVER = '1970-01-01T00:00:00.000Z';

function inWords(said: string, style: Intl.DateTimeFormatOptions): string {
  if (said === NEVER) return t('time_not_known');
  const at = new Date(said);
  return Number.isNaN(at.getTime()) ? shownName(said) : dates(style).format(at);
}

const STEPS = [
  ['minute', 60],
  ['hour', 60],
  ['day', 24],
] as const;

/** How long ago, in words, up to a week; after that the moment itself. */
export function ago(iso: string, now: number): string {
  let amount = (now - Date.parse(iso)) / 1000;
  if (amount < 60) return t('time_just_now');
  if (!(amount <= 7 * 86_400)) return moment(iso);
  let unit: Intl.RelativeTimeFormatUnit = 'second';
  for (const [larger, size] of STEPS) {
    if (amount < size) break;
    amount /= size;
    unit = larger;
  }
  return new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(-Math.floor(amount), unit);
}

/** A number with the separators of the person's language. */
export const count = (value: number): string => new Intl.NumberFormat(language()).format(value);

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A number of bytes in the largest fitting decimal unit, such as "1.4 MB". */
export function size(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return new Intl.NumberFormat(language(), {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: bytes / 1000 ** step < 10 && step > 0 ? 1 : 0,
  }).format(bytes / 1000 ** step);
}

const LASTING = [
  ['day', 2 * 86_400, 86_400],
  ['hour', 2 * 3_600, 3_600],
  ['minute', 0, 60],
] as const;

/** How long something takes, in the largest unit that fits: "40 minutes", "17 hours". */
export function lasting(seconds: number): string {
  const [unit, , size] = LASTING.find(([, from]) => seconds >= from) ?? LASTING[2];
  const value = Math.max(1, Math.round(seconds / size));
  return new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}

/** The time of day of a moment (epoch milliseconds), to the second. */
export const clock = (milliseconds: number): string => dates({ timeStyle: 'medium' }).format(new Date(milliseconds));
