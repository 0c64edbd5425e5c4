import type { Tail } from '../model/chain';
import type { Capture } from '../model/event';
import type { Entry } from '../model/ledger';

/** A kept session: what lists show, and where its log ends. The log itself lies in the table of events. */
export interface SessionRow {
  /** Our own: a random UUID. */
  readonly id: string;
  readonly key: string;
  readonly site: string;
  readonly origin: string;
  /** The site's own id, or the hash that stands for it. */
  readonly native: string;
  readonly title: string | null;
  /** Null: captured here (or restored), and growing. Else a read-only copy out of somebody's archive. */
  readonly copy: Copy | null;
  readonly counts: Counts;
  /** Frames of the containers it came from, as `session.json` names them. */
  readonly containers: readonly { readonly frame: string }[];
  /** The id of the event that the person was on. */
  readonly leaf: string | null;
  /** When the conversation began, as the site says, or was first recorded. ISO 8601. */
  readonly started: string;
  /** `recorded` of the newest line. */
  readonly updated: string;
  readonly tail: Tail;
  /** Grows with every change. */
  readonly revision: number;
  /** What became of the latest exchange of this session. */
  readonly last: Outcome | null;
  /** The number of the reader that last tried what could not be read; null: none since it came here. */
  readonly reread: number | null;
}

/** Where a read-only copy came from (a file's name), and when; `logHash` is SHA-256 of its whole log. */
export interface Copy {
  readonly from: string;
  readonly at: string;
  readonly logHash: string;
}

/** How many lines; how many messages, gaps and other ids count now. */
export interface Counts {
  readonly events: number;
  readonly messages: number;
  readonly gaps: number;
}

/** What became of an exchange. */
export interface Outcome {
  readonly at: string;
  readonly kind: 'new' | 'grown' | 'same' | 'drift';
  readonly route: string;
  readonly capture: Capture;
  /** True: the tab was closed or the connection lost before the end. */
  readonly cut: boolean;
  /** Of a drift: places, never values. */
  readonly places: readonly string[];
}

/** One line of a log. */
export interface EventRow {
  readonly session: string;
  readonly seq: number;
  /** The event's id (several lines may have the same). */
  readonly id: string;
  /** The exact text, without its line end. */
  readonly line: string;
}

/** What merging needs of some lines that follow each other, so that a ledger opens without parsing a line. */
export interface EntriesRow {
  readonly session: string;
  /** Of the first of them. */
  readonly seq: number;
  readonly entries: readonly Entry[];
}

/** What is known of an artifact; its bytes are the row of the same hash in `contents`. */
export interface ArtifactRow {
  /** Bare hex SHA-256. */
  readonly hash: string;
  readonly size: number;
  /** The sessions (our ids) that need it. */
  readonly sessions: readonly string[];
}

export interface ContentRow {
  readonly hash: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A piece of an exchange whose bytes are coming in. */
export interface ChunkRow {
  readonly exchange: string;
  readonly number: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** An exchange whose bytes are coming in, or wait to be read. */
export interface ExchangeRow {
  readonly id: string;
  readonly tab: number;
  readonly site: string;
  readonly origin: string;
  readonly route: string;
  readonly method: string;
  readonly address: string;
  /** The page's address, by the latest that was said of it. */
  readonly page: string;
  readonly status: number;
  readonly type: string | null;
  readonly capture: 'heard' | 'asked' | 'page';
  /** The read, or the fetching of files, that asked for it. */
  readonly job: string | null;
  /** Which of that job's files it is. */
  readonly file?: number;
  /** Which of that job's pages it is: one that the session cites. */
  readonly source?: number;
  /** Heard of a chat that its site does not keep, and that the person asked to have kept all the same. */
  readonly welcome?: true;
  readonly request: Uint8Array<ArrayBuffer> | null;
  readonly began: string;
  /** When the latest chunk came. */
  readonly touched: string;
  readonly chunks: number;
  readonly bytes: number;
  readonly state: 'open' | 'whole' | 'cut';
  /** How often reading it failed for a fault of ours (a full disk, say). */
  readonly tries: number;
}

/** What we did on a network or to files, for the person to see. */
export interface JournalRow {
  readonly number?: number;
  readonly at: string;
  /**
   * `asked`: a page was told what to ask its site for. `request`: what that page then asked. `fetched`: our own request.
   * `backfill`: how bringing in everything goes, by a word of ours and a count.
   */
  readonly what:
    | 'asked'
    | 'backfill'
    | 'request'
    | 'drift'
    | 'dropped'
    | 'fetched'
    | 'exported'
    | 'imported'
    | 'restored'
    | 'deleted'
    | 'cleaned';
  readonly site: string | null;
  /** A host and path without its query, a file's name, or a count: never words of a conversation. */
  readonly detail: string;
  /** How a request ended: the status of its answer, or why there is none. Absent: nobody knows. */
  readonly ended?: number | 'redirect' | 'no-answer' | 'stopped';
}

/**
 * The settings, as one document (see settings), which database this is (see loss), what read pages (see read-pages), what is
 * not heard (see left-out), what is backed up (see backups), and what is known of the folder of archives (see folder).
 */
export interface SettingsRow {
  readonly name: 'settings' | 'database' | 'read-pages' | 'left-out' | 'backup' | 'folder';
  readonly value: unknown;
}
