import type { ExchangeHead, MaskRule } from '../contract';

/*
 * Secrets of the site's answers and requests. All patterns look at the JSON text as it was sent: a slash may stand as
 * `\/`, an ampersand as `\u0026`. A member's quotes are the payload's own only if no backslash stands before them: what
 * a person wrote about tokens, or a tool was given, has its quotes escaped and stays.
 */
const member = (names: readonly string[]): RegExp =>
  new RegExp(`(?<!\\\\)"(?:${names.join('|')})"\\s*:\\s*"((?:[^"\\\\]|\\\\.)+)"`, 'gu');

const SLASH = '(?:\\\\?/)';
const REST_OF_LINK = '[^"\\s<>()\\[\\]\\\\]';
const QUERY = `(?:${REST_OF_LINK}|\\\\u0026)+`;

const everywhere: readonly MaskRule[] = [
  // whoever has one of these is the person, to the site
  {
    rule: 'token',
    pattern: member([
      ...['sessionKey', 'session_key', 'access_token', 'accessToken', 'refresh_token', 'refreshToken', 'id_token'],
      ...['csrf_token', 'csrfToken', 'client_secret', 'api_key', 'authorization_token', 'resume_token'],
    ]),
  },
  // whose account and organisation it is: no part of the conversation
  {
    rule: 'account',
    pattern: member([
      ...['account_uuid', 'account_id', 'organization_uuid', 'organization_id', 'org_uuid', 'user_uuid', 'user_id'],
      ...[
        'created_by',
        'authorAccountUuid',
        'authorName',
        'email_address',
        'email',
        'verified_phone_number',
        'anthropic_device_id',
      ],
    ]),
  },
  {
    rule: 'account',
    pattern: /(?<!\\)"(?:account|creator|organization)"\s*:\s*\{[^{}]*?"uuid"\s*:\s*"([^"\\]+)"/gu,
  },
  {
    rule: 'account',
    pattern: /(?<!\\)"(?:account|creator)"\s*:\s*\{[^{}]*?"full_name"\s*:\s*"((?:[^"\\]|\\.)+)"/gu,
  },
  // addresses of files name the organisation
  {
    rule: 'organisation',
    pattern: new RegExp(
      `(?<=(?<!\\\\)"(?:https:${SLASH}{2}claude\\.ai)?${SLASH}api${SLASH}(?:organizations${SLASH})?)[0-9a-f]{8}-[0-9a-f-]{27}(?=${SLASH}files${SLASH})`,
      'gu',
    ),
  },
  // links to bytes that open for whoever has them
  {
    rule: 'signed-query',
    pattern: new RegExp(
      `(?:claudeusercontent\\.com|claudemcpcontent\\.com|storage\\.googleapis\\.com)(?:${REST_OF_LINK.replace('[^', '[^?')}|\\\\/)*\\?(${QUERY})`,
      'gu',
    ),
  },
  { rule: 'cloud-signature', pattern: /X-(?:Amz|Goog)-(?:Signature|Credential|Security-Token)=([\w%.~+/=-]+)/gu },
  // a connector's address may carry its key
  { rule: 'connector-query', pattern: /(?<!\\)"mcp_server_url"\s*:\s*"[^"?\\]*\?([^"\\]+)"/gu },
];

/** The address of each of the site's own calls names the organisation. */
const calls: MaskRule = { rule: 'organisation', pattern: /^https:\/\/claude\.ai\/api\/organizations\/([\w-]+)/gu };

/** What is masked in an exchange. An address that a file itself states is the person's own words, and stays. */
export const masksOf = ({ capture }: Pick<ExchangeHead, 'capture'>): readonly MaskRule[] =>
  capture === 'file' ? everywhere : [calls, ...everywhere];
