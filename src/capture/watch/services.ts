import type { ListOrder, ToRelay } from '../../messages/to-relay';
import type { ShownPage, Watched } from '../../platform/scripts';
import type { Site } from '../../providers/contract';
import type { CamePage } from '../sink/begin-page';
import type { Settler } from '../sink/settler';
import type { Sink } from '../sink/sink';

/** What of the browser the background works with: the rooms of `platform`, or a test's. */
export interface BrowserDoors {
  ourOrigin(): string;
  hasSite(site: Pick<Site, 'origins' | 'fileHosts'>): Promise<boolean>;
  watchPages(watched: readonly Watched[]): Promise<void>;
  injectRelay(tab: number, site: string): Promise<boolean>;
  injectFiles(tab: number, site: string): Promise<boolean>;
  injectTap(tab: number, site: string): Promise<boolean>;
  /** Has a site's conversations listed in a tab; null: the browser keeps us out, or the page went away. */
  listIn(tab: number, site: string, order: ListOrder): Promise<unknown>;
  tabAddress(tab: number): Promise<URL | null>;
  tabsAt(matches: readonly string[]): Promise<number[]>;
  /** Opens an address in a tab that the person does not see at once, and closes one that they do not look at. */
  openBehind(address: string): Promise<number | null>;
  closeBehind(tab: number): Promise<void>;
  hasLoaded(tab: number, milliseconds: number): Promise<boolean>;
  askTab(tab: number, message: ToRelay): Promise<unknown>;
  rememberAsked(tab: number, job: string): Promise<void>;
  askedIn(tab: number): Promise<string | null>;
  forgetAsked(tab: number): Promise<void>;
  wakeEvery(name: string, minutes: number | null): Promise<void>;
  /** Once, at a moment (milliseconds since 1970), or no more. */
  wakeAt(name: string, at: number | null): Promise<void>;
  /** Says on the toolbar button of a tab that its chat is paused, or no longer. */
  markPaused(tab: number, paused: boolean): Promise<void>;
  rememberWelcome(tab: number): Promise<void>;
  isWelcome(tab: number): Promise<boolean>;
  forgetWelcome(tab: number): Promise<void>;
  stopDownload(id: number): Promise<void>;
  /** What a tab shows, where the person has just asked for it there. */
  shownIn(tab: number): Promise<ShownPage | null>;
  giveBackHosts(patterns: readonly string[]): Promise<void>;
  /** Which of these match patterns the person granted. */
  grantedHosts(patterns: readonly string[]): Promise<string[]>;
}

/** A file on a host of the site's files, as the network room fetches it. */
export interface FileElsewhere {
  readonly address: URL;
  readonly site: string;
  readonly hosts: readonly string[];
  readonly cookies: boolean;
  readonly signal: AbortSignal;
}

/** What its door gives. */
export type FetchedFile =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly type: string | null;
      readonly length: number | null;
      readonly body: AsyncIterable<Uint8Array<ArrayBuffer>>;
    }
  | {
      readonly kind: 'failed';
      readonly because: 'refused-address' | 'not-permitted' | 'redirect' | 'no-answer';
    };

/** A page that a session cites, as it is asked for. */
export interface CitedPage {
  readonly address: URL;
  /** It is a picture of such a page. */
  readonly isPicture?: boolean;
  readonly limits: { readonly bytes: number; readonly milliseconds: number };
  readonly signal: AbortSignal;
}

/** A call of a site's page that the site may count. */
export interface SiteUse {
  readonly site: string;
  readonly origin: string;
  /** The call's route; null: it said that it is too busy. */
  readonly route: string | null;
  /** For how many seconds it says that; null: it does not say. */
  readonly seconds: number | null;
}

/** Everything that the background's handlers need. */
export interface Services {
  readonly sink: Sink;
  readonly settler: Settler;
  readonly doors: BrowserDoors;
  /** Sees to the exports that wait. */
  startExports(): Promise<void>;
  /** The network room's door for a file that a site named. */
  fetchFile(file: FileElsewhere): Promise<FetchedFile>;
  /** The network room's door for a page that a session cites. */
  fetchPage(page: CitedPage): Promise<CamePage>;
  /** Does one thing at a time for the host of an address. */
  inTurn<R>(address: URL, work: () => Promise<R>): Promise<R>;
  /** Goes on with everything that is being brought in. Does not wait for its end. */
  startBackfills(): Promise<void>;
  /** Told what a site was asked, by whomever but those, and when it said that it is too busy. */
  siteUsed(use: SiteUse): Promise<void>;
  /** Sees to the pages that have come and wait to be read. */
  startCopies(): Promise<void>;
  pause(milliseconds: number): Promise<void>;
  /** Keeps the background alive while the work goes on. */
  awake(work: () => Promise<void>): Promise<void>;
}
