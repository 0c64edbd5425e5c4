import type { ExchangeHead, MaskRule } from '../contract';
import { secretQueries } from '../kit/secret-links';
import { secretMembers } from '../kit/secret-members';

/*
 * Secrets of the site's answers and requests. All patterns look at the JSON text as it was sent: a slash may stand as
 * `\/`, an ampersand as `\u0026`. Members are those of the payload's own JSON: what a person wrote about tokens, or a
 * tool was given, is a text and stays.
 */
const SLASH = '(?:\\\\?/)';

const TOKENS = new Set([
  ...['sessionKey', 'session_key', 'access_token', 'accessToken', 'refresh_token', 'refreshToken', 'id_token'],
  ...['csrf_token', 'csrfToken', 'client_secret', 'api_key', 'authorization_token', 'resume_token'],
]);
const ACCOUNTS = new Set([
  ...['account_uuid', 'account_id', 'organization_uuid', 'organization_id', 'org_uuid', 'user_uuid', 'user_id'],
  ...['account_uuids', 'account_ids', 'organization_uuids', 'organization_ids', 'org_uuids', 'user_uuids', 'user_ids'],
  ...['created_by', 'authorAccountUuid', 'authorName', 'email_address', 'email', 'verified_phone_number'],
  'anthropic_device_id',
]);
const PERSONS = new Set(['account', 'creator', 'user', 'owner']);
const OF_PERSON = new Set(['uuid', 'id', 'full_name', 'display_name']);

const everywhere: readonly MaskRule[] = [
  // whoever has one of these is the person, to the site
  secretMembers('token', { names: (name) => TOKENS.has(name) }),
  // whose account and organisation it is: no part of the conversation
  secretMembers('account', {
    names: (name) => ACCOUNTS.has(name),
    within: (name, around) =>
      PERSONS.has(around) ? OF_PERSON.has(name) : around === 'organization' && (name === 'uuid' || name === 'name'),
    numbers: true,
  }),
  // addresses of files name the organisation
  {
    rule: 'organisation',
    pattern: new RegExp(
      `(?<=(?<!\\\\)"(?:https:${SLASH}{2}claude\\.ai)?${SLASH}api${SLASH}(?:organizations${SLASH})?)[0-9a-f]{8}-[0-9a-f-]{27}(?=${SLASH}files${SLASH})`,
      'gu',
    ),
  },
  // links to bytes that open for whoever has them
  secretQueries('signed-query', /claudeusercontent\.com|claudemcpcontent\.com|storage\.googleapis\.com/gu),
  secretQueries('signed-query', /claude\.ai(?=\\?\/)|(?<!\\)"(?=\\?\/(?:api|files)\\?\/)/gu, { path: /\/files\\?\// }),
  { rule: 'cloud-signature', pattern: /X-(?:Amz|Goog)-(?:Signature|Credential|Security-Token)=([\w%.~+/=-]+)/gu },
  // a connector's address may carry its key
  secretQueries('connector-query', /(?<!\\)"mcp_server_url"\s*:\s*"/gu),
];

/** The address of each of the site's own calls, and of each file, names the organisation. */
const calls: MaskRule = {
  rule: 'organisation',
  pattern:
    /(?<=^https:\/\/claude\.ai\/api\/organizations\/)[\w-]+|(?<=^https:\/\/claude\.ai\/api\/)[0-9a-f-]{36}(?=\/files\/)/gu,
};

/** What is masked in an exchange. An address that a file itself states is the person's own words, and stays. */
export const masksOf = ({ capture }: Pick<ExchangeHead, 'capture'>): readonly MaskRule[] =>
  capture === 'file' ? everywhere : [calls, ...everywhere];
