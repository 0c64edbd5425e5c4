import type { ChatgptSite } from '../../sites/chatgpt/server';
import type { Browser, Page } from '../harness/browser';
import type { Archives } from './archives';
import type { Say } from './words';

/** What a state is brought about with. */
export interface Stage {
  /** A build with nothing granted, or one with the sites granted: as the state says. */
  readonly browser: Browser;
  readonly site: ChatgptSite;
  readonly archives: Archives;
  readonly say: Say;
}

/** A page in one of its states. */
export interface Shown {
  readonly page: Page;
  /** The control that opened the dialog in front, which gets the focus back: its selector. */
  readonly opener?: string;
  /** Undoes what must not be there afterwards. The page itself is closed by whoever asked for the state. */
  readonly end?: () => unknown;
}

/** One state of one page, brought about for real. They build on each other: they are to be had in the order of the list. */
export interface State {
  readonly page: 'popup' | 'library' | 'archive';
  readonly name: string;
  /** With the sites granted. */
  readonly granted?: boolean;
  readonly open: (stage: Stage) => Promise<Shown>;
}
