import { concat, looseText } from '../../lib/bytes';
import { parseJson } from '../../lib/json';
import type { Asked, SiteAsk, SiteCall, SiteFollow } from '../contract';
import { type Bytes, type CallFailure, following, hasErrorInside, isWall, overheard, peek } from './site-answers';
import { type CallingPage, chunksOf, type Failed, failed, responseTo, scopesOf, type Talk, talkIn } from './site-calls';

type Answer = {
  readonly kind: 'answer';
  readonly route: string;
  readonly address: string;
  readonly status: number;
  readonly type: string | null;
  /** To be used up before the next answer is asked for. */
  readonly body: AsyncIterable<Bytes>;
};
export type SiteAnswer = Answer | Failed;

/** Between two calls of one read, in seconds: a page that a person scrolls through is no faster. */
const BETWEEN = 1;
/** Calls of one read at most. */
const MOST_CALLS = 500;

/**
 * Reads a conversation over the site's own calls: each answer as it comes, one after the other. The first failure is the
 * last thing it gives. What goes wrong is an answer, too; nothing is thrown.
 */
export const callSite = (call: SiteCall, conversation: string, page: CallingPage): AsyncGenerator<SiteAnswer, void> =>
  answering(page, () => converse(talkIn(call, page), conversation));

/** The same of one that another page than this would show, of which is known where it stands. Nothing is tried again. */
export function callElsewhere(
  call: SiteCall,
  {
    conversation,
    page: path,
    scope,
  }: { readonly conversation: string; readonly page: string; readonly scope: string | null },
  page: CallingPage,
): AsyncGenerator<SiteAnswer, void> {
  const shown = new URL(path, page.document.location.origin);
  return answering(page, () => oneOf(talkIn(call, { ...page, impatient: true }), { conversation, page: shown, scope }));
}

async function* answering(
  page: CallingPage,
  answers: () => AsyncGenerator<SiteAnswer, void>,
): AsyncGenerator<SiteAnswer, void> {
  try {
    yield* answers();
  } catch {
    // the page has no connection, or the read was ended in the middle
    yield failed(page.signal.aborted ? 'cancelled' : 'no-answer', null);
  }
}

async function* oneOf(talk: Talk, asked: Asked): AsyncGenerator<SiteAnswer, void> {
  const first = await firstAnswer(talk, asked);
  if ('follow' in first) yield* whole(talk, asked, first);
  else yield first;
}

async function* converse(talk: Talk, conversation: string): AsyncGenerator<SiteAnswer, void> {
  const page = new URL(talk.page.document.location.href);
  let last: Failed | null = null;
  for await (const scope of scopesOf(talk)) {
    const asked = { conversation, page, scope };
    const first = await firstAnswer(talk, asked);
    if ('follow' in first) return yield* whole(talk, asked, first);
    last = first;
    if (last.because !== 'not-found') break;
  }
  const { anonymous } = talk.call;
  if (anonymous && last?.because === 'signed-out') {
    const open = { ...talk, call: withoutAccount(talk.call, anonymous) };
    const asked = { conversation, page, scope: null };
    const first = await firstAnswer(open, asked);
    if ('follow' in first) return yield* whole(open, asked, first);
  }
  yield last ?? failed(talk.known.listed ? 'not-found' : 'signed-out', null);
}

/** The same calls for whoever has no account: what stands beside a conversation is of an account, and not asked for. */
function withoutAccount(call: SiteCall, [own, instead]: NonNullable<SiteCall['anonymous']>): SiteCall {
  const open = (path: string): string => path.replace(own, instead);
  const opened = (way: SiteAsk): SiteAsk => ({
    ...way,
    path: (asked) => {
      const path = way.path(asked);
      return path === null ? null : open(path);
    },
  });
  const [first, ...others] = call.ways;
  return {
    ...call,
    token: null,
    ways: [opened(first), ...others.map(opened)],
    more: (answer, asked) =>
      (call.more?.(answer, asked) ?? [])
        .filter(({ optional }) => !optional)
        .map((each) => ({ ...each, path: open(each.path) })),
  };
}

interface Begun {
  readonly answer: Answer;
  readonly follow: SiteFollow;
}

/** Failures of one way that say nothing of the next. A site that is busy is busy for all, but where a way has a limit of its own. */
const OF_THE_WAY: ReadonlySet<CallFailure> = new Set(['not-found', 'site-error']);

/** The answer of the first way that gives one, or why the first gave none. */
async function firstAnswer(talk: Talk, asked: Asked): Promise<Begun | Failed> {
  let first: Failed | null = null;
  for (const way of talk.call.ways) {
    const path = way.path(asked);
    if (path === null) continue;
    const follow = { route: way.route, path, headers: way.headers?.(asked) ?? {} };
    const answer = await get(talk, follow, asked.scope);
    if (answer.kind === 'answer') return { answer, follow };
    // whom nobody waits for takes the best way another time
    const isOfTheWay =
      answer.because === 'busy' ? way.ownLimit && !talk.page.impatient : OF_THE_WAY.has(answer.because);
    if (!isOfTheWay) return answer;
    first ??= answer;
  }
  return first ?? failed('no-answer', null);
}

/** An answer, and all that it leads to. */
async function* whole(talk: Talk, asked: Asked, begun: Begun): AsyncGenerator<SiteAnswer, void> {
  const { page, call } = talk;
  const known = new Set([begun.follow.path]);
  const queue: SiteFollow[] = [];
  const follow = (answer: unknown): void => {
    for (const each of call.more?.(answer, asked) ?? []) {
      if (known.has(each.path) || known.size >= MOST_CALLS) continue;
      known.add(each.path);
      queue.push(each);
    }
  };
  yield* leading(begun.answer, follow);
  for (let next = queue.shift(); next; next = queue.shift()) {
    await page.pause(BETWEEN, page.signal);
    const answer = await get(talk, next, asked.scope);
    if (answer.kind === 'answer') yield* leading(answer, follow);
    else if (!next.optional || answer.because === 'cancelled') return yield answer;
  }
}

/** Gives an answer, and then looks into what went by. */
async function* leading(answer: Answer, follow: (answer: unknown) => void): AsyncGenerator<SiteAnswer, void> {
  const { body, json } = overheard(answer.body);
  yield { ...answer, body };
  follow(json());
}

/** One call, with a fresh token where the one in use does not hold. */
async function get(talk: Talk, follow: SiteFollow, scope: string | null): Promise<SiteAnswer> {
  const response = await responseTo(talk, follow, scope);
  if (!('kind' in response)) return answered(response, follow.route, talk.page);
  const { because, status, after } = response;
  return { ...failed(because, status), ...(after === undefined ? {} : { after }) };
}

async function answered(response: Response, route: string, page: CallingPage): Promise<SiteAnswer> {
  if (isWall(response)) return failed('refused', response.status);
  const chunks = chunksOf(response);
  const { pieces, ended } = await peek(chunks);
  if (ended && hasErrorInside(parseJson(looseText(concat(pieces))))) return failed('site-error', response.status);
  return {
    kind: 'answer',
    route,
    address: response.url,
    status: response.status,
    type: response.headers.get('content-type'),
    body: following(pieces, chunks, page.signal),
  };
}
