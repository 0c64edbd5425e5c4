import type { Tail } from '../model/chain';
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
  readonly copy: { readonly from: string; readonly at: string; readonly logHash: string } | null;
  readonly counts: { readonly events: number; readonly messages: number; readonly gaps: number };
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
}

/** What became of an exchange. */
export interface Outcome {
  readonly at: string;
  readonly kind: 'new' | 'grown' | 'same' | 'drift' | 'cut';
  readonly route: string;
  readonly capture: 'heard' | 'asked' | 'page' | 'file' | 'user';
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
  readonly entry: Entry;
}

export interface ArtifactRow {
  /** Bare hex SHA-256. */
  readonly hash: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly size: number;
  /** The sessions (our ids) that need it. */
  readonly sessions: readonly string[];
}

/** A piece of an exchange that has not ended. */
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
  /** The page's address. */
  readonly page: string;
  readonly status: number;
  readonly type: string | null;
  readonly capture: 'heard' | 'asked';
  readonly job: string | null;
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
  readonly what: 'asked' | 'refused' | 'exported' | 'imported' | 'restored' | 'deleted' | 'drift' | 'update';
  readonly site: string | null;
  /** Path without a query, a file's name, or a count: never words of a conversation. */
  readonly detail: string;
}

interface JobBase {
  readonly id: string;
  readonly made: string;
  readonly changed: string;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  /** `total` null: not known. */
  readonly progress: { readonly step: string; readonly done: number; readonly total: number | null };
  /** Whoever works on it, and until when it counts as alive. */
  readonly lease: { readonly holder: string; readonly until: string } | null;
  /** A code with a sentence in the message files. */
  readonly error: string | null;
}

/** A read that the person asked for in a tab. */
export interface ReadJob extends JobBase {
  readonly kind: 'read';
  readonly ask: {
    readonly tab: number;
    readonly site: string;
    readonly origin: string;
    readonly conversation: string;
    readonly pack: boolean;
  };
  readonly result: { readonly session: string; readonly pack: string | null } | null;
}

export interface ExportJob extends JobBase {
  readonly kind: 'export';
  readonly ask: { readonly sessions: readonly string[]; readonly notes: boolean };
  readonly result: {
    readonly name: string;
    readonly bytes: number;
    readonly identity: string;
    readonly download: number | null;
  } | null;
}

export type JobRow = ReadJob | ExportJob;
