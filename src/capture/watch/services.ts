import type { ToRelay } from '../../messages/to-relay';
import type { Watched } from '../../platform/scripts';
import type { Site } from '../../providers/contract';
import type { Settler } from '../sink/settler';
import type { Sink } from '../sink/sink';

/** What of the browser the background works with: the rooms of `platform`, or a test's. */
export interface BrowserDoors {
  ourOrigin(): string;
  hasSite(site: Pick<Site, 'origins' | 'fileHosts'>): Promise<boolean>;
  watchPages(watched: readonly Watched[]): Promise<void>;
  injectRelay(tab: number, site: string): Promise<boolean>;
  injectTap(tab: number, site: string): Promise<boolean>;
  tabAddress(tab: number): Promise<URL | null>;
  tabsAt(matches: readonly string[]): Promise<number[]>;
  askTab(tab: number, message: ToRelay): Promise<unknown>;
  rememberAsked(tab: number, job: string): Promise<void>;
  askedIn(tab: number): Promise<string | null>;
  forgetAsked(tab: number): Promise<void>;
  wakeEvery(name: string, minutes: number | null): Promise<void>;
  stopDownload(id: number): Promise<void>;
}

/** Everything that the background's handlers need. */
export interface Services {
  readonly sink: Sink;
  readonly settler: Settler;
  readonly doors: BrowserDoors;
  /** Sees to the exports that wait. */
  startExports(): Promise<void>;
}
