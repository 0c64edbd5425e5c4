import type { MaskRule } from '../contract';
import { secretQueries } from '../kit/secret-links';
import { type Secrets, secretMembers } from '../kit/secret-members';

/*
 * Secrets of the site's answers. All patterns look at the JSON text as it was sent: a slash may stand as `\/`, an
 * ampersand as `\u0026`. Members are those of the payload's own JSON: what a person wrote about tokens, or a tool was
 * given, is a text and stays.
 */
const TOKENS = new Set([
  ...['accessToken', 'access_token', 'refreshToken', 'refresh_token', 'sessionToken', 'session_token', 'id_token'],
  ...['token', 'conduit_token', 'resume_token', 'csrfToken', 'csrf_token', 'client_secret', 'api_key'],
]);
const ACCOUNTS = new Set([
  ...['user_id', 'account_id', 'account_user_id', 'workspace_id', 'organization_id', 'useragent', 'email'],
  ...['user_ids', 'account_ids', 'workspace_ids', 'organization_ids', 'phone_number', 'chatgpt_account_id'],
]);
const PERSONS = new Set(['owner', 'user', 'account', 'creator']);
const OF_PERSON = new Set(['id', 'uuid']);

/** An object in the metadata may be written as a text. */
const inMetadata: NonNullable<Secrets['carries']> = (_, around) => around === 'metadata';

/** Whoever has one of these is the person, to the site. */
const tokens = (carries: Secrets['carries'] = inMetadata): MaskRule =>
  secretMembers('token', { names: (name) => TOKENS.has(name), carries });

/** Whose account it is, and the browser it was used from: no part of the conversation. */
const accounts = (carries: Secrets['carries'] = inMetadata): MaskRule =>
  secretMembers('account', {
    names: (name) => ACCOUNTS.has(name) || name.endsWith('_email'),
    within: (name, around) => PERSONS.has(around) && OF_PERSON.has(name),
    numbers: true,
    carries,
  });

const links: readonly MaskRule[] = [
  // the site's own links to bytes open for whoever has them; the id alone names the file
  secretQueries('signed-link', /estuary\\?\/content(?=\?)/gu, {
    keep: /(?:id=(?:(?!\\u0026)[^&]){0,400})?(?:&|\\u0026)?/y,
  }),
  secretQueries('signed-query', /oaiusercontent\.com|blob\.core\.windows\.net/gu),
  // an address to listen at, for whoever has its query
  secretQueries('socket-query', /wss:(?:\\?\/){2}/gu),
  { rule: 'cloud-signature', pattern: /X-(?:Amz|Goog)-(?:Signature|Credential|Security-Token)=([\w%.~+/=-]+)/gu },
];

const masks: readonly MaskRule[] = [tokens(), accounts(), ...links];

/** Frames of a socket hold streams as texts, the oldest as base64. */
const inFrame: NonNullable<Secrets['carries']> = (name, around) =>
  name === 'encoded_item' || (name === 'data' && around === null) || (name === 'body' && around === 'data');
const CARRIED = new Set(['frame', 'payload', 'reply', 'catchups']);
const carriedIn: NonNullable<Secrets['carries']> = (name, around) =>
  inFrame(name, around) || (name === 'data' && CARRIED.has(around ?? '')) || inMetadata(name, around);

/** Frames of a socket are JSON that holds JSON, and its address names the account. */
const framed: readonly MaskRule[] = [
  tokens(carriedIn),
  accounts(carriedIn),
  ...links,
  { rule: 'account', pattern: /\/ws\/user\/([^/?"\s\\]+)/gu },
];

const AUTHOR = new Set(['display_name', 'link_to', 'image_url', 'selected_display', 'profile_url']);

/** A project or custom GPT says by name who made it. */
const made: readonly MaskRule[] = [
  ...masks,
  secretMembers('account', {
    names: () => false,
    within: (name, around) => around === 'author' && AUTHOR.has(name),
  }),
];

const BY_ROUTE: ReadonlyMap<string, readonly MaskRule[]> = new Map([
  ['socket', framed],
  ['gizmo', made],
]);

/** The secrets of a route's answers. */
export const masksOf = (route: string): readonly MaskRule[] => BY_ROUTE.get(route) ?? masks;
