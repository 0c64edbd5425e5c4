import type { IncomingHttpHeaders } from 'node:http';
import { type Habits, strangenessOf } from '../guard';
import { COOKIE } from './secrets';

const habits: Habits = {
  origin: 'https://chatgpt.com',
  cookie: ['__Secure-next-auth.session-token', COOKIE],
  headers: new Set([
    'authorization',
    'chatgpt-account-id',
    'oai-client-build-number',
    'oai-client-version',
    'oai-device-id',
    'oai-language',
    'oai-session-id',
  ]),
  inner: '/backend-api/',
};

/** Why a request cannot be one of the site's own page, or null. */
export const strangeness = (method: string, headers: IncomingHttpHeaders): string | null =>
  strangenessOf(habits, method, headers);
