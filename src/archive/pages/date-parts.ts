/** Year, month, day, as far as they are known. */
export type DateParts = readonly number[];

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const NUMBERS = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ]\d\d:\d\d\S*)?)?)?$/;
const WORDS = /^([a-z]{3})[a-z]*\.? (\d{1,2}), (\d{4})$/i;
const NAMES =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b/i;

/**
 * The date that a text is, or null: a year, month or day in numbers, perhaps with a time (whose day is the one it says), or
 * a day as “April 30, 2025”. Anything else (“2 days ago”, a season, half a date) is no date.
 */
export function datePartsOf(text: string | null): DateParts | null {
  const words = text?.trim() ?? '';
  const named = NAMES.test(words) ? WORDS.exec(words) : null;
  const parts = named
    ? [Number(named[3]), MONTHS.indexOf((named[1] ?? '').toLowerCase()) + 1, Number(named[2])]
    : (NUMBERS.exec(words)?.slice(1) ?? []).flatMap((part) => (part === undefined ? [] : Number(part)));
  return isDay(parts) ? parts : null;
}

/** True for what a calendar has. */
function isDay([year, month = 1, day = 1]: DateParts): boolean {
  if (year === undefined || year < 1) return false;
  const at = new Date(Date.UTC(2000, month - 1, day));
  at.setUTCFullYear(year, month - 1, day);
  return month >= 1 && month <= 12 && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
}
