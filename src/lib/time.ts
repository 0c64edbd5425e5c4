/** ISO 8601 with milliseconds, UTC. */
export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

const LOG_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** The same as a log can hold it, or null: a moment of the years 0 to 9999. */
export function logTime(milliseconds: number): string | null {
  const at = new Date(milliseconds);
  const text = Number.isNaN(at.getTime()) ? '' : at.toISOString();
  return LOG_TIME.test(text) ? text : null;
}

/** True for a time as a log holds it that a calendar has: no month 13, no 31 February. */
export function isLogTime(text: string): boolean {
  if (!LOG_TIME.test(text)) return false;
  const at = Date.parse(text);
  return !Number.isNaN(at) && isoTime(at) === text;
}

const EARLIEST = Date.UTC(1990, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);

const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d+))?)?)? ?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/i;
const SECONDS = /^-?\d+(?:\.\d+)?$/;

/**
 * A site's time as ISO 8601, or null where it says nothing a clock could say: epoch seconds (as a number or its text),
 * or an ISO text. One without a zone is UTC, as servers write it: the zone of this machine must never decide.
 */
export function siteTime(value: unknown): string | null {
  const at = typeof value === 'number' ? value * 1000 : typeof value === 'string' ? textTime(value.trim()) : Number.NaN;
  return Number.isFinite(at) && at > EARLIEST && at < LATEST ? isoTime(Math.round(at)) : null;
}

/** Milliseconds since 1970, or NaN. */
function textTime(text: string): number {
  if (SECONDS.test(text)) return Number(text) * 1000;
  const [, day, minute = '00:00', second = '00', fraction = '0', zone = 'Z'] = ISO.exec(text) ?? [];
  if (day === undefined || !isDay(day)) return Number.NaN;
  return Date.parse(`${day}T${minute}:${second}${offset(zone)}`) + Number(`0.${fraction}`) * 1000;
}

function offset(zone: string): string {
  const [, sign, hours = '', minutes = '00'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  return sign === undefined ? 'Z' : `${sign}${hours}:${minutes}`;
}

/** Engines differ over 31 February. */
const isDay = (day: string): boolean => {
  return new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day.slice(8));
};

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
] as const;

/** A day as people say it in English, "29 November 2026": of a moment of the log, or of a text that is a day. Else as it is. */
export function dayInWords(text: string): string {
  const day = text.slice(0, 10);
  if (!(text === day || isLogTime(text)) || !/^\d{4}-\d\d-\d\d$/.test(day) || !isDay(day)) return text;
  return `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1] ?? ''} ${day.slice(0, 4)}`;
}

/** A moment of the log as people say it in English and UTC, "29 November 2026, 21:28 UTC". What is none is given as it is. */
export const momentInWords = (text: string, to: 'minute' | 'second' = 'minute'): string =>
  isLogTime(text) ? `${dayInWords(text)}, ${text.slice(11, to === 'minute' ? 16 : 19)} UTC` : text;

/** The earliest and the latest of some moments of the log, whatever their order; null for none. */
export function extentOf(moments: readonly string[]): { readonly first: string; readonly last: string } | null {
  let [first, last] = [moments[0], moments[0]];
  for (const moment of moments) {
    if (first === undefined || moment < first) first = moment;
    if (last === undefined || moment > last) last = moment;
  }
  return first === undefined || last === undefined ? null : { first, last };
}

/** From the earliest to the latest of some moments, in words; one where they are in the same minute; null for none. */
export function spanInWords(moments: readonly string[]): string | null {
  const extent = extentOf(moments);
  if (extent === null) return null;
  const [from, to] = [momentInWords(extent.first), momentInWords(extent.last)];
  return from === to ? from : `${from} to ${to}`;
}
