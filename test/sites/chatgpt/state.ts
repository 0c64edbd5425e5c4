import type { Gate } from '../held';
import type { Instead, Steered } from '../stand-in';
import type { Stored } from './conversations';

/** What the server knows and has seen. */
export interface State extends Steered {
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
  /** What a stream says its encoding is. */
  encoding: string;
  turns: number;
  /** Files whose next answer is held in the middle, by id. */
  readonly heldFiles: Map<string, Gate>;
}

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
