import type { MaskRule } from '../contract';

/*
 * Secrets of the site's answers. All patterns look at the JSON text as it was sent: a slash may stand as `\/`, an
 * ampersand as `\u0026`. A member's quotes are the payload's own only if no backslash stands before them: what a person
 * wrote about tokens, or a tool was given, has its quotes escaped and stays.
 */
const member = (names: readonly string[]): RegExp =>
  new RegExp(`(?<!\\\\)"(?:${names.join('|')})"\\s*:\\s*"((?:[^"\\\\]|\\\\.)+)"`, 'gu');

/** The same in the pieces of a stream that a socket's frames hold as texts: one backslash before each quote. */
const memberInPiece = (names: readonly string[]): RegExp =>
  new RegExp(`(?<!\\\\)\\\\"(?:${names.join('|')})\\\\"\\s*:\\s*\\\\"([^"\\\\]+)\\\\"`, 'gu');

const REST_OF_LINK = '[^"\\s<>()\\[\\]\\\\]';
const AMPERSAND = '(?:&|\\\\u0026)';
const QUERY = `(?:${REST_OF_LINK}|\\\\u0026)+`;

const TOKENS = [
  ...['accessToken', 'access_token', 'refreshToken', 'refresh_token', 'sessionToken', 'session_token', 'id_token'],
  ...['token', 'conduit_token', 'resume_token', 'csrfToken', 'csrf_token', 'client_secret', 'api_key'],
];
const ACCOUNTS = ['user_id', 'account_id', 'account_user_id', 'workspace_id', 'organization_id', 'useragent'];

const masks: readonly MaskRule[] = [
  // whoever has one of these is the person, to the site
  {
    rule: 'token',
    pattern: member(TOKENS),
  },
  // whose account it is, and the browser it was used from: no part of the conversation
  {
    rule: 'account',
    pattern: member(ACCOUNTS),
  },
  { rule: 'account-mail', pattern: /"owner"\s*:\s*\{[^{}]*?"email"\s*:\s*"([^"\\]+)"/gu },
  // the site's own links to bytes open for whoever has them; the id alone names the file
  {
    rule: 'signed-link',
    pattern: new RegExp(
      `estuary\\\\?/content\\?(?!(?:${REST_OF_LINK}|\\\\u0026)*\\[masked:)(?:id=(?:(?!\\\\u0026)${REST_OF_LINK.replace('[^', '[^&')})*)?${AMPERSAND}?(${QUERY})`,
      'gu',
    ),
  },
  {
    rule: 'signed-query',
    pattern: new RegExp(
      `(?:oaiusercontent\\.com|blob\\.core\\.windows\\.net)(?:${REST_OF_LINK.replace('[^', '[^?')}|\\\\/)*\\?(${QUERY})`,
      'gu',
    ),
  },
  // an address to listen at, for whoever has its query
  {
    rule: 'socket-query',
    pattern: new RegExp(`wss:(?:\\\\?/){2}(?:${REST_OF_LINK.replace('[^', '[^?')}|\\\\/)*\\?(${QUERY})`, 'gu'),
  },
  { rule: 'cloud-signature', pattern: /X-(?:Amz|Goog)-(?:Signature|Credential|Security-Token)=([\w%.~+/=-]+)/gu },
];

/** Streams say more of the browser than trees do: each text of that object is masked. */
const streamed: readonly MaskRule[] = [
  {
    rule: 'account',
    pattern: /(?<!\\)"\w{1,40}"\s*:\s*"([^"\\]+)"(?<="useragent"\s*:\s*\{[^{}]{0,600})/gu,
  },
];

/** Frames of a socket are JSON that holds JSON, and its address names the account. */
const framed: readonly MaskRule[] = [
  { rule: 'token', pattern: memberInPiece(TOKENS) },
  { rule: 'account', pattern: memberInPiece(ACCOUNTS) },
  {
    rule: 'account',
    pattern: /(?<!\\)\\"\w{1,40}\\"\s*:\s*\\"([^"\\]+)\\"(?<=\\"useragent\\"\s*:\s*\{[^{}]{0,600})/gu,
  },
  { rule: 'account', pattern: /\/ws\/user\/([^/?"\s\\]+)/gu },
];

/** The secrets of a route's answers. */
export function masksOf(route: string): readonly MaskRule[] {
  if (route === 'stream') return [...masks, ...streamed];
  return route === 'socket' ? [...masks, ...framed] : masks;
}
