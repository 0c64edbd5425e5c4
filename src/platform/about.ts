import { ext } from './browser';

/** What `session.started` says of the recorder. */
export interface About {
  readonly release: string;
  readonly browser: string | null;
  readonly os: string | null;
}

const FAMILIES: Readonly<Record<string, string>> = {
  android: 'Android',
  cros: 'ChromeOS',
  linux: 'Linux',
  mac: 'macOS',
  openbsd: 'OpenBSD',
  win: 'Windows',
};

/** This release, the browser with its main version, the operating system's family. */
export async function about(): Promise<About> {
  const { os } = await ext.runtime.getPlatformInfo();
  return { release: release(), browser: browserName(navigator.userAgent), os: FAMILIES[os] ?? null };
}

export const release = (): string => ext.runtime.getManifest().version;

/** `Firefox 153` or `Chromium 156` out of a user agent's line, or null. */
export function browserName(agent: string): string | null {
  const [, name, version] = /(Firefox|Edg|OPR|Chrome)\/(\d+)/.exec(agent.replace(/Chrome(?=.*(?:Edg|OPR))/, '')) ?? [];
  const known = { Chrome: 'Chromium', Edg: 'Edge', OPR: 'Opera' }[name ?? ''] ?? name;
  return known ? `${known} ${version}` : null;
}
