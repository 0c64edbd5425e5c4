import type { UserManifest } from 'wxt';
import type { Site } from '../../src/providers/contract';
import { sitesOf } from './site-list';

/** For self-hosted apps and for pages that a session cites: asked for when needed, never before. */
const ANY_SITE = '*://*/*';

/**
 * What our own pages may load. Without `upgrade-insecure-requests`, which Firefox adds to a policy of its own making and
 * which breaks cited pages on plain http. Popup, library and offscreen page narrow `connect-src` to nothing.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  'media-src blob:',
  'connect-src https: http:',
].join('; ');

const PERMISSIONS = ['activeTab', 'alarms', 'downloads', 'scripting', 'storage', 'unlimitedStorage'] as const;

const GECKO = {
  id: 'valise@valise',
  strict_min_version: '140.0',
  data_collection_permissions: { required: ['none'] },
} satisfies NonNullable<UserManifest['browser_specific_settings']>['gecko'];

/** The manifest of one browser and mode, but for what the entrypoints say themselves. */
export async function manifestFor(browser: string, mode: string): Promise<UserManifest> {
  return {
    name: '__MSG_extension_name__',
    description: '__MSG_extension_description__',
    default_locale: 'en',
    incognito: 'not_allowed',
    content_security_policy: { extension_pages: POLICY },
    ...hosts(await sitesOf(mode), mode),
    ...(browser === 'firefox' ? ofFirefox() : ofChromium()),
  };
}

const ofChromium = (): UserManifest => ({
  minimum_chrome_version: '120',
  // from 148 on messages carry bytes as they are; before, the key is left alone
  message_serialization: 'structured_clone',
  permissions: [...PERMISSIONS, 'offscreen'],
});

const ofFirefox = (): UserManifest => ({
  browser_specific_settings: { gecko: GECKO },
  permissions: [...PERMISSIONS],
  action: { default_area: 'navbar' },
});

/**
 * No host is required, except where a test or the practice chat cannot press the browser's own prompt: mode `e2e` has
 * all optional hosts granted, mode `practice` those of the practice chat.
 */
function hosts(sites: readonly Site[], mode: string): UserManifest {
  const optional = [...new Set([...sites.flatMap(patterns), ANY_SITE])];
  if (mode === 'e2e') return { host_permissions: optional };
  const granted = sites.filter(({ id }) => id === 'practice').flatMap(patterns);
  if (granted.length === 0) return { optional_host_permissions: optional };
  return { host_permissions: granted, optional_host_permissions: optional.filter((each) => !granted.includes(each)) };
}

const patterns = ({ origins, fileHosts }: Site): readonly string[] => [...origins, ...fileHosts];
