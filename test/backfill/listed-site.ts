import type { IncomingMessage, ServerResponse } from 'node:http';

/** A conversation as the stand-ins below have it. */
export interface Held {
  readonly id: string;
  readonly title: string;
  /** Milliseconds. */
  changed: number;
  /** Which list it stands in: `normal`, `archived` …, or the id of a project. */
  readonly list: string;
  /** It was gone from the site by then. */
  deleted?: boolean;
}

/** One request, by the site's own clock. */
export interface Asked {
  readonly path: string;
  readonly at: number;
  readonly status: number;
}

export interface ListedSite {
  readonly held: Map<string, Held>;
  readonly asked: Asked[];
  /** Answers that are given once instead of the site's own: by path, in order. */
  readonly instead: { readonly path: RegExp; readonly answer: (response: ServerResponse) => void }[];
  /** Called before each answer. */
  before: (path: string) => void;
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** How often a conversation was asked for. */
  reads(): Map<string, number>;
}

export interface SiteOptions {
  readonly now: () => number;
  /** So many reads at once, then one more each minute: else 429. */
  readonly burst: number;
  /** How the site answers a path that is no read; null: it has no such thing. */
  other(path: URL, held: readonly Held[]): unknown;
  /** Which conversation a path reads; null: none. */
  read(path: URL): string | null;
  conversation(held: Held): unknown;
  readonly perMinute?: number;
  readonly retryAfter?: number;
}

const MINUTE = 60_000;

/** A site that lists conversations and gives them, with a bucket of its own. */
export function listedSite(all: readonly Held[], options: SiteOptions): ListedSite {
  const { now, burst } = options;
  let tokens = burst;
  let at = now();
  const site: ListedSite = {
    held: new Map(all.map((each) => [each.id, each])),
    asked: [],
    instead: [],
    before: () => undefined,
    handle(request, response) {
      const path = new URL(request.url ?? '/', 'http://site');
      site.before(request.url ?? '');
      response.once('close', () => {
        site.asked.push({ path: request.url ?? '', at: now(), status: response.statusCode });
      });
      const instead = site.instead.findIndex((each) => each.path.test(request.url ?? ''));
      if (instead >= 0) return site.instead.splice(instead, 1)[0]?.answer(response);
      const id = options.read(path);
      if (id === null) return give(response, options.other(path, [...site.held.values()].filter((each) => !each.deleted)));
      tokens = Math.min(burst, tokens + ((now() - at) / MINUTE) * (options.perMinute ?? 1));
      at = now();
      if (tokens < 1) {
        const { retryAfter } = options;
        response.writeHead(429, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) });
        response.end('{"detail":"Too many requests"}');
        return;
      }
      tokens -= 1;
      const held = site.held.get(id);
      give(response, held && !held.deleted ? options.conversation(held) : null);
    },
    reads() {
      const counts = new Map<string, number>();
      for (const { path } of site.asked) {
        const id = options.read(new URL(path, 'http://site'));
        if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
      }
      return counts;
    },
  };
  return site;
}

function give(response: ServerResponse, value: unknown): void {
  response.writeHead(value === null ? 404 : 200, { 'content-type': 'application/json' });
  response.end(value === null ? '{"detail":{"code":"conversation_inaccessible"}}' : JSON.stringify(value));
}

/** A page of a list. */
export const pageOf = <E>(all: readonly E[], path: URL, least = 28): readonly E[] => {
  const from = Number(path.searchParams.get('offset') ?? path.searchParams.get('cursor') ?? 0);
  return all.slice(from, from + Number(path.searchParams.get('limit') ?? least));
};
