import { member, parseJson } from '../../lib/json';
import type { SiteCall } from '../contract';

/** The token in a page: the text at a member path of a JSON script element, or null. */
export function tokenInPage(
  { element, member: steps }: NonNullable<SiteCall['token']>,
  document: Document,
): string | null {
  return textAt(parseJson(document.getElementById(element)?.textContent ?? ''), steps);
}

/** The text at a member path, or null. */
export function textAt(value: unknown, steps: readonly string[]): string | null {
  const found = steps.reduce(member, value);
  return typeof found === 'string' && found !== '' ? found : null;
}

/** The value of a cookie in `document.cookie`, or null. */
export function cookieIn(cookies: string, name: string): string | null {
  const pair = cookies.split('; ').find((each) => each.startsWith(`${name}=`));
  return pair === undefined ? null : pair.slice(name.length + 1);
}
