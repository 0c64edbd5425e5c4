import type { IncomingHttpHeaders } from 'node:http';
import type { Pacing } from '../held';
import type { Stored } from './conversations';

/** One request as the server saw it. */
export interface Seen {
  readonly method: string;
  readonly host: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** When it came, in milliseconds. */
  readonly at: number;
  /** 0 until it is answered. */
  status: number;
}

/** A request that no page of the site would send, and why. */
export interface Refusal {
  readonly method: string;
  readonly path: string;
  readonly why: string;
}

/** An answer given once in place of the conversation's own. What is left out is as usual. */
export interface Instead {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** It is sent when this is kept. */
  readonly after?: Promise<void>;
  /** The connection is cut after so many bytes of the body. */
  readonly cutAfter?: number;
}

/** What the server knows and has seen. */
export interface State extends Pacing {
  conversations: Map<string, Stored>;
  /** Tokens given out so far, less one; only the newest is good. */
  generation: number;
  /** The newest token is no longer good either, until the session is asked again. */
  expired: boolean;
  signedIn: boolean;
  /** The account chosen in the page: null is the personal one. */
  account: string | null;
  /** Trees are no longer given: only pages of the branch on screen. */
  paged: boolean;
  instead: Instead[];
  /** What a stream says its encoding is. */
  encoding: string;
  turns: number;
  requests: Seen[];
  refusals: Refusal[];
}

/** 429 with `Retry-After` in seconds (null: without it, as the site does too). */
export const tooMany = (retryAfter: number | null): Instead => ({
  status: 429,
  headers: retryAfter === null ? {} : { 'retry-after': String(retryAfter) },
  body: '{"detail":"Too many requests"}',
});

/** Status 200, and an error inside. */
export const errorInside: Instead = {
  status: 200,
  body: '{"status":"error","error_code":"internal_error","error_message":"Something went wrong"}',
};

/** The bot check: a page of markup where JSON was asked for. */
export const markupWall: Instead = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cf-mitigated': 'challenge' },
  body: '<!doctype html><title>Just a moment…</title><p>Checking your browser</p>',
};
