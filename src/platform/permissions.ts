import type { Site } from '../providers/contract';
import { ext } from './browser';
import type { MessageKey } from './strings';

/** One permission of the manifest: why we have it, in words for the person, and the file that uses it. */
export interface Permission {
  readonly name: string;
  readonly why: MessageKey;
  readonly file: string;
}

/** Every permission that the manifest asks for. Hosts are not among them: they are asked for one by one. */
export const permissions = [
  { name: 'activeTab', why: 'permission_active_tab', file: 'src/platform/scripts.ts' },
  { name: 'alarms', why: 'permission_alarms', file: 'src/platform/alarms.ts' },
  { name: 'downloads', why: 'permission_downloads', file: 'src/platform/downloads.ts' },
  { name: 'offscreen', why: 'permission_offscreen', file: 'src/platform/offscreen.ts' },
  { name: 'scripting', why: 'permission_scripting', file: 'src/platform/scripts.ts' },
  { name: 'storage', why: 'permission_storage', file: 'src/platform/remembered.ts' },
  { name: 'unlimitedStorage', why: 'permission_unlimited_storage', file: 'src/platform/durability.ts' },
] as const satisfies readonly Permission[];

type Hosts = Pick<Site, 'origins' | 'fileHosts'>;

/** True if the person granted a site's pages for good. (Its files' hosts may be missing.) */
export const hasSite = ({ origins }: Hosts): Promise<boolean> => ext.permissions.contains({ origins: [...origins] });

/** True if the person granted all these match patterns. */
export const hasHosts = (patterns: readonly string[]): Promise<boolean> =>
  ext.permissions.contains({ origins: [...patterns] });

/**
 * Asks the person for a site and its files' hosts. The browser asks only from within a click: this must be the first
 * thing called in it.
 */
export const requestSite = ({ origins, fileHosts }: Hosts): Promise<boolean> =>
  ext.permissions.request({ origins: [...origins, ...fileHosts] });

/** Asks the person for exactly these hosts. The browser asks only from within a click: this must be first in it. */
export const requestHosts = (patterns: readonly string[]): Promise<boolean> =>
  ext.permissions.request({ origins: [...patterns] });

/** Which of these match patterns the person granted, each by itself. */
export async function grantedHosts(patterns: readonly string[]): Promise<string[]> {
  const { origins = [] } = await ext.permissions.getAll();
  const known = new Set(origins);
  return patterns.filter((each) => known.has(each));
}

/** Gives back hosts that the person granted. What the manifest itself has cannot be: it stays. */
export async function giveBackHosts(patterns: readonly string[]): Promise<void> {
  for (const pattern of patterns) await ext.permissions.remove({ origins: [pattern] }).catch(() => undefined);
}

/** Calls back whenever something was granted or taken away, by us or in the browser's own settings. */
export function onPermissionsChange(listener: () => void): void {
  ext.permissions.onAdded.addListener(listener);
  ext.permissions.onRemoved.addListener(listener);
}
