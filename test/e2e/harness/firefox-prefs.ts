import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What an automated Firefox is told before it starts. */
export interface FirefoxSettings {
  readonly addon: string;
  /** Fixes the address of the extension's pages. */
  readonly uuid: string;
  readonly proxy: number;
  readonly downloads: string;
  readonly language: string;
  /** False: permissions asked for in a click are granted at once; true: the real prompt appears. */
  readonly prompts: boolean;
}

/** Nothing of its own over the network, no first-run pages, no questions. */
const QUIET = {
  'app.normandy.enabled': false,
  'app.shield.optoutstudies.enabled': false,
  'app.update.auto': false,
  'app.update.checkInstallTime': false,
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.contentblocking.introCount': 99,
  'browser.discovery.enabled': false,
  'browser.newtabpage.enabled': false,
  'browser.newtabpage.activity-stream.feeds.system.topstories': false,
  'browser.region.network.url': '',
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.search.update': false,
  'browser.sessionstore.resume_from_crash': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.startup.page': 0,
  'browser.tabs.warnOnClose': false,
  'browser.topsites.contile.enabled': false,
  'browser.urlbar.quicksuggest.enabled': false,
  'datareporting.healthreport.uploadEnabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.push.connection.enabled': false,
  'extensions.blocklist.enabled': false,
  'extensions.getAddons.cache.enabled': false,
  'extensions.systemAddon.update.enabled': false,
  'extensions.update.enabled': false,
  'geo.provider.network.url': '',
  'media.gmp-manager.updateEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.dns.disablePrefetch': true,
  'network.http.speculative-parallel-limit': 0,
  'network.prefetch-next': false,
  'privacy.trackingprotection.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'signon.rememberSignons': false,
  'termsofuse.bypassNotification': true,
  'toolkit.telemetry.enabled': false,
  'toolkit.telemetry.reportingpolicy.firstRun': false,
  'toolkit.telemetry.server': 'data:,',
} as const;

/** Writes the profile's `user.js`. */
export function writePrefs(profile: string, settings: FirefoxSettings): void {
  const prefs = {
    ...QUIET,
    'browser.download.dir': settings.downloads,
    'browser.download.folderList': 2,
    'browser.download.useDownloadDir': true,
    'browser.download.alwaysOpenPanel': false,
    'extensions.webextensions.uuids': JSON.stringify({ [settings.addon]: settings.uuid }),
    // A temporary add-on goes with the browser; its database must be there when the same profile starts again.
    'extensions.webextensions.keepStorageOnUninstall': true,
    'extensions.webextensions.keepUuidOnUninstall': true,
    'extensions.webextOptionalPermissionPrompts': settings.prompts,
    'intl.accept_languages': settings.language,
    'network.proxy.type': 1,
    'network.proxy.http': '127.0.0.1',
    'network.proxy.http_port': settings.proxy,
    'network.proxy.ssl': '127.0.0.1',
    'network.proxy.ssl_port': settings.proxy,
  };
  const lines = Object.entries(prefs).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), `${lines.join('\n')}\n`);
}
