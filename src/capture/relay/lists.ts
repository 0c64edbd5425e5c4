import { parseJson } from '../../lib/json';
import type { ListOrder, ListTold } from '../../messages/to-relay';
import { hasErrorInside, isWall } from '../../providers/kit/site-answers';
import { type CallingPage, type Failed, failed, responseTo, talkIn } from '../../providers/kit/site-calls';
import { cookieIn } from '../../providers/kit/site-token';
import type { SiteLists } from '../../providers/lists-contract';

/** Where what lists is found by whoever brought it here. */
const LISTS_HERE = Symbol.for('valise.lists');

/** A list that takes longer does not come. Milliseconds. */
const PATIENCE = 60_000;

/** Lets the page list conversations of its site when it is asked to: most pages never do, and so do not carry it. */
export function startLists(lists: SiteLists): void {
  Reflect.set(globalThis, LISTS_HERE, (order: ListOrder) =>
    listAs(lists, order, pageOf(AbortSignal.timeout(PATIENCE))),
  );
}

/** Nothing is waited for here: what the site refuses now is asked for another time. */
const pageOf = (signal: AbortSignal): CallingPage => ({
  document,
  signal,
  waiting: () => undefined,
  pause: () => Promise.resolve(),
  impatient: true,
});

/** Answers one order: of what the site says only what is listed goes on. What goes wrong is an answer, too. */
export async function listAs(lists: SiteLists, order: ListOrder, page: CallingPage): Promise<ListTold> {
  try {
    return order.ask === null ? await scopesIn(lists, page) : await pageIn(lists, order.ask, order.scope, page);
  } catch {
    return failed('no-answer', null); // the page has no connection
  }
}

async function scopesIn({ site, scopes }: SiteLists, page: CallingPage): Promise<ListTold> {
  if (!scopes) return { kind: 'scopes', scopes: [null] };
  const answer = await answerTo(site, scopes.path, null, page);
  if (!('kind' in answer)) {
    const found = scopes.in(answer.value);
    if (found.length > 0) return { kind: 'scopes', scopes: found };
  } else if (answer.because !== 'not-found') return answer;
  return { kind: 'scopes', scopes: [inUse(site, page)] };
}

/** The scope that the page itself is in, as its cookie says. */
function inUse({ call }: SiteLists['site'], { document: shown }: CallingPage): string | null {
  for (const source of call?.scopes ?? [])
    if ('cookie' in source) {
      const value = cookieIn(shown.cookie, source.cookie);
      if (value && !source.none.includes(value)) return value;
    }
  return null;
}

async function pageIn(
  lists: SiteLists,
  ask: NonNullable<ListOrder['ask']>,
  scope: string | null,
  page: CallingPage,
): Promise<ListTold> {
  const answer = await answerTo(lists.site, ask.path, scope, page);
  if ('kind' in answer) return answer;
  const read = lists.read(answer.value, ask, scope);
  return read ? { kind: 'page', page: read } : { kind: 'drift' };
}

async function answerTo(
  { call }: SiteLists['site'],
  path: string,
  scope: string | null,
  page: CallingPage,
): Promise<{ readonly value: unknown } | Failed> {
  if (!call) return failed('no-answer', null);
  const response = await responseTo(talkIn(call, page), { path }, scope);
  if ('kind' in response) return response;
  if (isWall(response)) return failed('refused', response.status);
  const value = parseJson(await response.text());
  return hasErrorInside(value) ? failed('site-error', response.status) : { value };
}
