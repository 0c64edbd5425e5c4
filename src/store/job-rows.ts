import type { FaultCode } from '../lib/fault';
import type { GapReason } from '../model/bodies';
import type { BackupPart } from '../model/library';
import type { FolderPlace } from './saved';

/** Why a read that was asked for gave nothing. Each has a sentence (`job_error_…`) in the message files. */
export type ReadError =
  | 'read-busy'
  | 'read-drift'
  | 'read-empty'
  | 'read-moved'
  | 'read-no-answer'
  | 'read-not-found'
  | 'read-refused'
  | 'read-signed-out'
  | 'read-site-error';

/** Why the folder of archives took nothing. Each has a sentence (`job_error_…`) in the message files. */
export type FolderError = 'folder-asks' | 'folder-failing' | 'folder-full' | 'folder-gone' | 'folder-locked';

export type JobError = ReadError | FolderError | FaultCode;

/** What a job is doing. Each has words (`job_step_…`) in the message files. */
export type Step =
  | 'waiting'
  | 'asking'
  | 'told-to-wait'
  | 'receiving'
  | 'awaiting-page'
  | 'fetching'
  | 'packing'
  | 'verifying'
  | 'saving'
  | 'checking'
  | 'dropping'
  | 'keeping'
  | 'listing'
  | 'reading'
  | 'resting';

interface JobBase {
  readonly id: string;
  readonly made: string;
  readonly changed: string;
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  /** Bytes, entries or seconds; `total` null: not known. */
  readonly progress: { readonly step: Step; readonly done: number; readonly total: number | null };
  /** Whoever works on it, and until when it counts as alive. */
  readonly lease: { readonly holder: string; readonly until: string } | null;
  readonly error: JobError | null;
}

/** A read that the person asked for in a tab, or that a chat which is watched needs. */
export interface ReadJob extends JobBase {
  readonly kind: 'read';
  readonly ask: {
    readonly tab: number;
    readonly site: string;
    readonly origin: string;
    readonly conversation: string;
    /** The session is exported as soon as it is read. */
    readonly pack: boolean;
    /** Nobody asked for it: what was heard does not tell all. Absent: the person did. */
    readonly because?: 'watch';
    /** Of such a one: the site is asked for the whole conversation, or only what follows a read is done. */
    readonly wants?: 'all' | 'follow';
    /** It need not be what the tab shows: everything is being brought in. `page`: the address that would show it. */
    readonly named?: { readonly page: string; readonly scope: string | null };
  };
  /** Of such a one: it is not begun before. ISO 8601; null: when something is heard of the chat again. */
  readonly due?: string | null;
  /** How often it was begun in vain. */
  readonly tries?: number;
  /** The session that an exchange of it gave; the others may still come. Absent: none so far. */
  readonly session?: string;
  /** True: all its exchanges have come. It ends when they are read. */
  readonly complete?: boolean;
  /** The page itself is read instead, because the site's own call gave nothing: it is still to be asked for, or it was. */
  readonly page?: 'wanted' | 'asked';
  /** What was wrong with the call; absent: nothing, or the site has none. */
  readonly because?: JobError;
  /** `pack`: the export that followed. */
  readonly result: { readonly session: string; readonly pack: string | null } | null;
}

/** Sessions packed into one archive in the downloads folder. */
export interface ExportJob extends JobBase {
  readonly kind: 'export';
  readonly ask: {
    readonly sessions: readonly string[];
    /** What the person noted of them goes along. */
    readonly notes?: true;
    /** They are all, or a part of all, that is kept: the settings go along, and what is a copy is said to be one. */
    readonly backup?: BackupPart;
    /** It goes to the folder of archives, and nobody asked for it. */
    readonly folder?: FolderAsk;
  };
  /** The revisions of the sessions when packing began. */
  readonly holds?: Readonly<Record<string, number>>;
  readonly result: {
    readonly name: string;
    readonly bytes: number;
    /** The archive identity. */
    readonly identity: string;
    /** What its sessions lack, counted. */
    readonly lacking: number;
    /** The browser's number of the download. */
    readonly download: number | null;
  } | null;
}

/** Where in the folder of archives the one session of an export goes, and what it was when that was decided. */
export interface FolderAsk {
  readonly place: FolderPlace;
  /** Below that place, with `/` between folders. */
  readonly path: string;
  readonly pattern: string;
  readonly version: number;
  /** What lies there is the session's earlier archive, of so many bytes, and goes; null: nothing of ours lies there. */
  readonly over: number | null;
  readonly revision: number;
  readonly log: string;
}

/** An archive read by the library page: its sessions kept as copies, or restored as the person's own. */
export interface ImportJob extends JobBase {
  readonly kind: 'import';
  readonly ask: {
    readonly file: string;
    readonly verb: 'import' | 'restore';
    /** Sessions whose artifacts are coming in before their logs; swept if the job dies. */
    readonly staged: readonly string[];
  };
  readonly result: {
    readonly sessions: readonly Imported[];
    /** The settings of a backup came back, too, and these parts of it are missing. */
    readonly backup?: { readonly of: number; readonly missing: readonly number[] };
  } | null;
}

/**
 * What became of one session of an archive. `copied`: kept as a read-only copy. `restored`: ours now. `extended`: ours
 * has become longer. `known`: it adds nothing. `broken`: its log does not hold, and nothing of it is kept.
 */
export interface Imported {
  readonly title: string | null;
  readonly outcome: 'copied' | 'restored' | 'extended' | 'known' | 'broken';
  /** Our id of it; null where nothing is kept. */
  readonly session: string | null;
}

/** The files that a session names, fetched over an open page of the site. */
export interface FilesJob extends JobBase {
  readonly kind: 'files';
  readonly ask: {
    readonly session: string;
    /** The tab that was read; null: any page of the site. */
    readonly tab: number | null;
    /** What was tried before is tried again, too. */
    readonly again: boolean;
    /** The gaps whose files are asked for; absent: all that are missing. */
    readonly only?: readonly string[];
  };
  /** Null: nobody has looked yet which there are. */
  readonly files: readonly FileTask[] | null;
  /** What became of each, counted. */
  readonly result: { readonly kept: number; readonly lacking: number } | null;
}

/** One file to be fetched, and the gaps that it answers. */
export interface FileTask {
  readonly pointer: string;
  readonly name: string | null;
  /** The site's id of the message that names it. */
  readonly message: string | null;
  readonly places: readonly {
    readonly id: string;
    readonly thread: string;
    readonly parents: readonly string[];
    readonly native: string | null;
  }[];
  /** What became of it; null: nothing yet. */
  readonly outcome: FileOutcome | null;
  /** How often a page was asked for it. */
  readonly tries: number;
}

export type FileOutcome = 'kept' | GapReason;

/** Pages that a session cites, fetched by our own door with what the person granted for it. */
export interface PagesJob extends JobBase {
  readonly kind: 'pages';
  readonly ask: {
    readonly session: string;
    /** Match patterns that are given back when it has ended: they were granted for this alone. */
    readonly giveBack: readonly string[];
    /** What a tab showed is kept: nobody is asked for it. */
    readonly tab?: true;
    /** The pictures of the pages are kept, too: they follow as tasks of their own when a page has come. */
    readonly images?: true;
  };
  readonly pages: readonly PageTask[];
  /** What became of each, counted. */
  readonly result: { readonly kept: number; readonly lacking: number } | null;
}

/** One page to be kept, and where it is cited. */
export interface PageTask {
  /** The event's id. */
  readonly id: string;
  readonly url: string;
  /** The events whose evidence names it; of a picture, the page's. */
  readonly parents: readonly string[];
  /** It is a picture of such a page. */
  readonly image?: true;
  /** What became of it; null: nothing yet. */
  readonly outcome: FileOutcome | null;
  /** How often it was asked for. */
  readonly tries: number;
}

/** What a person chose to let go of, to save space. */
export interface CleanJob extends JobBase {
  readonly kind: 'clean';
  readonly ask: {
    readonly choice: /** What the site sent, of exchanges that were recorded before that (ISO 8601). */
      | { readonly what: 'raw'; readonly before: string }
      /** Copies of cited pages; their words stay. */
      | { readonly what: 'pages' }
      /** Files of more bytes. */
      | { readonly what: 'files'; readonly over: number };
  };
  readonly result: { readonly sessions: number; readonly bytes: number } | null;
}

/** Everything that a site has of the person, brought in conversation by conversation. */
export interface BackfillJob extends JobBase {
  readonly kind: 'backfill';
  readonly ask: {
    readonly site: string;
    readonly origin: string;
    /** A tab of the site may be opened in the background where none is open. */
    readonly opens: boolean;
  };
  /** The person lets it rest. */
  readonly paused: boolean;
  /** Which round of listing this is. */
  readonly round: string;
  /** The lists still to be asked for, the first being next; null: it is not known yet which there are. */
  readonly lists: readonly ListTask[] | null;
  /** Names of lists that came whole. */
  readonly whole: readonly string[];
  /** Lists that did not, and why. */
  readonly leftOut: readonly { readonly list: string; readonly because: JobError }[];
  /** The conversation that is being read, and the read. */
  readonly reading: { readonly job: string; readonly native: string; readonly changed: string | null } | null;
  /** The tab that was opened for it. */
  readonly tab: number | null;
  /** Why it cannot go on just now, beside the site's pace: it tries again by itself. */
  readonly trouble: JobError | null;
  /** When it goes on, if that is known. ISO 8601. */
  readonly rests: string | null;
  /** How many seconds the rest takes at the site's pace; null: not known yet. */
  readonly seconds: number | null;
  readonly result: { readonly read: number; readonly failed: number; readonly gone: number } | null;
}

/** A list on the way: the call that is next. */
export interface ListTask {
  readonly list: string;
  readonly path: string;
  readonly scope: string | null;
  /** How many pages came. */
  readonly pages: number;
  /** How many of the latest of them brought nothing new. */
  readonly stale: number;
  readonly tries: number;
}

export type JobRow = ReadJob | ExportJob | ImportJob | FilesJob | PagesJob | CleanJob | BackfillJob;
