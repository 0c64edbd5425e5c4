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
  /** Paths that are answered by 500, once each. */
  readonly instead: RegExp[];
  /** Conversations that always are. */
  readonly broken: Set<string>;
  /** What is answered in place of a path. */
  repeats: (path: string) => string;
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
  /** A read takes one from the bucket, where there is one. */
  const taken = (): boolean => {
    tokens = Math.min(burst, tokens + ((now() - at) / MINUTE) * (options.perMinute ?? 1));
    at = now();
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
  const conversation = (held: Held | undefined): unknown => (held && isThere(held) ? options.conversation(held) : null);
  const site: ListedSite = {
    held: new Map(all.map((each) => [each.id, each])),
    asked: [],
    instead: [],
    before: () => undefined,
    repeats: (path) => path,
    broken: new Set(),
    handle(request, response) {
      const said = request.url ?? '';
      site.before(said);
      response.once('close', () => site.asked.push({ path: said, at: now(), status: response.statusCode }));
      const path = new URL(site.repeats(said), 'http://site');
      const instead = site.instead.findIndex((each) => each.test(said));
      if (instead >= 0) site.instead.splice(instead, 1);
      const id = options.read(path);
      if (instead >= 0 || site.broken.has(id ?? '')) response.writeHead(500).end();
      else if (id === null) give(response, options.other(path, [...site.held.values()].filter(isThere)));
      else if (taken()) give(response, conversation(site.held.get(id)));
      else refuse(response, options.retryAfter);
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

const isThere = ({ deleted }: Held): boolean => !deleted;

const refuse = (response: ServerResponse, after: number | undefined): void =>
  void response
    .writeHead(429, after === undefined ? {} : { 'retry-after': String(after) })
    .end('{"detail":"Too many requests"}');

function give(response: ServerResponse, value: unknown): void {
  response.writeHead(value === null ? 404 : 200, { 'content-type': 'application/json' });
  response.end(value === null ? '{"detail":{"code":"conversation_inaccessible"}}' : JSON.stringify(value));
}

/** A page of a list. */
export const pageOf = <E>(all: readonly E[], path: URL, least = 28): readonly E[] => {
  const from = Number(path.searchParams.get('offset') ?? path.searchParams.get('cursor') ?? 0);
  return all.slice(from, from + Number(path.searchParams.get('limit') ?? least));
};
