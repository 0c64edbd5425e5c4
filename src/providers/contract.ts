import type { GapReason } from '../model/bodies';
import type { Actor, Observation } from '../model/event';

/** What a secret looks like in the bytes of a route, and the rule's name that stands in its place. */
export interface MaskRule {
  readonly rule: string;
  /**
   * `keys`: the string values of these JSON members, wherever they stand. `pattern`: what this finds in the text
   * (flags `gu`; group 1, where there is one, is what is masked, else the whole). `find`: these stretches of the text,
   * where no pattern can tell them; `write` says what stands there instead, given the mask: where that alone would break
   * what is around it.
   */
  readonly keys?: readonly string[];
  readonly pattern?: RegExp;
  readonly find?: (text: string) => Iterable<readonly [start: number, end: number, write?: (mask: string) => string]>;
}

/** A response we ask for by name. One that no route names is never read. */
export interface Route {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  /** Matched against the path (without the query). Group 1, where there is one, is the id of the conversation. */
  readonly path: RegExp;
  readonly body: 'json' | 'events' | 'lines';
  /** The request's body is kept as well (a site whose answer does not repeat the user's words). */
  readonly request?: boolean;
  /**
   * What it says is in force beside conversations: it belongs to the one that the page shows, once that is kept; what it
   * says of a project, or of a custom GPT, only where that is the conversation's own.
   */
  readonly beside?: true;
  /** The host of a socket, where that is not the page's own. */
  readonly host?: string;
  /**
   * What a message of a socket brings, by the exchange that each piece belongs to: a socket may serve many conversations,
   * and what is kept of one must hold nothing of another. What belongs to none is not heard. Without it, all that comes
   * over a socket is one exchange.
   */
  readonly sort?: (message: string) => readonly SocketPiece[];
}

/** A line of an exchange that a socket carries among others. */
export interface SocketPiece {
  /** Which exchange it belongs to. */
  readonly of: string;
  readonly text: string;
  /** The exchange ends with it. */
  readonly last: boolean;
}

/** Who and where. Plain data: carried by the page and read by the build. */
export interface Site {
  /** Also the folder's name, and written in every archive: never renamed. */
  readonly id: string;
  readonly name: string;
  /** Match patterns; the first names the site's first origin. */
  readonly origins: readonly [string, ...string[]];
  /** The only ports it is at, where those are not the scheme's own: match patterns know no ports. */
  readonly ports?: readonly number[];
  /** Match patterns of hosts that serve the site's files, asked for together with it. */
  readonly fileHosts: readonly string[];
  /** The browser's cookies go along to those hosts. */
  readonly fileCookies?: true;
  /** The files that a conversation names: the first kind that fits a pointer. None: the site has none, or sends them along. */
  readonly files?: readonly FileKind[];
  /** The site sends messages as lists of blocks, each an event of its own. */
  readonly blocks: boolean;
  readonly routes: readonly Route[];
  /** The id of the conversation an address shows, or null on any other page. */
  conversation(address: URL): string | null;
  /** True for a page of a conversation that the site does not keep. None: its addresses do not say so. */
  temporary?(address: URL): boolean;
  /** How the conversation is read whole, by the page's own call (see kit/site-calls), or null where it cannot be. */
  readonly call: SiteCall | null;
  /**
   * What of the page holds the conversation, as selectors, the best first: read where the site's own call gives nothing.
   * None: the page is never read.
   */
  readonly page?: readonly string[];
  /** Its conversations can be listed: see lists.ts beside it. */
  readonly lists?: true;
  /** Where a person writes on its pages, and what else is known of that place. None: it is looked for as on any page. */
  readonly composer?: Composer;
}

/** What is known of a site's composer: selectors, the best first. */
export interface Composer {
  /** Where a new conversation begins. */
  readonly start: string;
  /** The editors, of every layout. */
  readonly editors: readonly string[];
  /** Fields for files that belong to it, where they are not the nearest ones. */
  readonly files?: readonly string[];
  /** How many characters it takes, where that is known. */
  readonly most?: number;
}

/** The site's own read calls: what the page would send. Each answer is an exchange of its own. */
export interface SiteCall {
  /** How a conversation can be asked for: the first way, and where the site does not give it, the next. */
  readonly ways: readonly [SiteAsk, ...SiteAsk[]];
  /**
   * What an answer says is still to be asked, in order; an address that was asked already is not asked again. Given what
   * `JSON.parse` made of it (undefined: no JSON, or too large to be looked at here).
   */
  more?(answer: unknown, asked: Asked): readonly SiteFollow[];
  /**
   * Under which workspace, account or organisation the site keeps the conversation: candidates, the likeliest first. The
   * next is tried where the site says that one does not have it. None: the site has no such thing.
   */
  readonly scopes: readonly ScopeSource[];
  /** The header that names the scope, where it is not a part of the path. */
  readonly scopeHeader: string | null;
  /** Where the page finds its token: a JSON script element and a member path in it, and an address that renews it. */
  readonly token: {
    readonly element: string;
    readonly member: readonly string[];
    readonly renew: string;
    readonly renewed: readonly string[];
  } | null;
  /** What of a path is another word where the page has no token and the site gives none: a conversation without an account. */
  readonly anonymous?: readonly [own: string, instead: string];
  /** An answer of this status and code means the token, not the conversation. */
  readonly staleToken: (status: number, body: string) => boolean;
}

/** What is asked for: the conversation that a page shows, and the scope it is looked for in (null: the site's default). */
export interface Asked {
  readonly conversation: string;
  readonly page: URL;
  readonly scope: string | null;
}

/** One call. Its route must know its path; null: such a page is not read this way. */
export interface SiteAsk {
  readonly route: string;
  /** The site counts how often this is asked for by itself: where it is too often, the next way may still be free. */
  readonly ownLimit?: true;
  path(asked: Asked): string | null;
  /** What the page says in headers of its own. */
  headers?(asked: Asked): Readonly<Record<string, string>>;
}

/** A call that an answer led to. */
export interface SiteFollow {
  readonly route: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The read is whole without it: if the site does not give it, nothing has failed. */
  readonly optional?: boolean;
}

/** Why a file could not be fetched, as its gap says it. */
export type FileFailure = Extract<
  GapReason,
  'not-sent' | 'not-asked' | 'expired' | 'forbidden' | 'not-found' | 'too-large' | 'timed-out' | 'unsupported'
>;

/** Files whose pointers look alike, and how their bytes are asked for. */
export interface FileKind {
  readonly pointer: RegExp;
  /** The best first; the next where one has nothing. None: such a file is not fetched, and `why` says so. */
  readonly ways: readonly FileWay[];
  readonly why?: 'not-asked' | 'unsupported';
  /** Each message has its own under that pointer. Else what answers one place that names it answers all. */
  readonly perMessage?: true;
}

/** One way to the bytes of a file, in the site's own page. */
export interface FileWay {
  /** What is asked for; null: not this way. */
  path(asked: AskedFile): string | null;
  /** What the answer says of where the file is, given what `JSON.parse` made of it. Absent: the answer is the file. */
  leads?(answer: unknown, asked: AskedFile): FileLead;
  /** What it gives was made from the file: a preview. */
  readonly derived?: true;
}

/** A file of a conversation: its pointer, and the site's id of the message that names it. */
export interface AskedFile extends Asked {
  readonly pointer: string;
  readonly message: string | null;
  readonly name: string | null;
}

/** Where a file is, and what is claimed of it; or why it is not there. */
export type FileLead = ({ readonly at: string } & FileClaims) | { readonly because: FileFailure };

/** What a site says of a file before it gives the bytes. */
export interface FileClaims {
  readonly name: string | null;
  readonly type: string | null;
  readonly bytes: number | null;
}

/** A cookie of the page (`none`: its values that mean no scope at all; one of them `''`: no such cookie), or a call. */
export type ScopeSource =
  | { readonly cookie: string; readonly none: readonly string[] }
  | { readonly path: string; in(answer: unknown): readonly string[] };

/** An exchange without its bytes: what a reader and a frame know of where they came from. */
export interface ExchangeHead {
  readonly site: string;
  /** The origin the page had, or null where a file does not say. */
  readonly origin: string | null;
  readonly route: string;
  readonly method: string | null;
  readonly address: string | null;
  readonly status: number | null;
  readonly type: string | null;
  /** When it was received, ISO 8601. */
  readonly at: string;
  readonly capture: Observation['source']['capture'];
  readonly form: Observation['source']['form'];
}

/** What a reader is given: the masked payload, parsed where it is JSON. */
export interface Payload {
  readonly head: ExchangeHead;
  /** What `JSON.parse` gave, or undefined. */
  readonly value: unknown;
  readonly text: string;
  /** The request's masked body as text, where the route keeps it: some answers do not repeat the person's words. */
  readonly request: string | null;
}

/**
 * A JSON Pointer into the payload, or the range of bytes (of the masked text in UTF-8) where it is not one JSON value;
 * or a JSON Pointer into the request's body.
 */
export type DraftPlace = string | readonly [from: number, to: number] | { readonly request: string };

/**
 * What a reader says of one event: the observation without what the intake fills in, `raw` being places in the payload.
 * Never in the recorder's name: of what the recorder says the latest counts, of what a reader says the highest standing.
 */
export type Draft = Omit<Observation, 'source' | 'v' | 'fidelity' | 'actor'> & {
  readonly actor: Actor & { readonly kind: Exclude<Actor['kind'], 'recorder'> };
  readonly raw: readonly DraftPlace[];
  readonly fidelity?: Observation['fidelity'];
};

/** Values a reader found sealed or inline: bytes that become artifacts of their own. */
export interface Attachment {
  /** Bare hex SHA-256. */
  readonly sha256: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface SessionReading {
  readonly kind: 'session';
  /** The site's own id of the conversation, or null where it gives none. */
  readonly native: string | null;
  /** When the conversation began, as the site says. */
  readonly occurred: string | null;
  readonly drafts: readonly Draft[];
  readonly attachments: readonly Attachment[];
  /** The exchange ended before the answer did, though nobody cut it off: what it gives ranks as cut. */
  readonly cut?: boolean;
  /** It is a public snapshot of the conversation, however it was captured. */
  readonly shared?: boolean;
  /** The site does not keep the conversation: it is not kept here either, unless the person asks for it. */
  readonly temporary?: boolean;
  /** It was heard in a way that leaves out what a read of the conversation has: ids, or what was said before it. */
  readonly isPart?: boolean;
}

/** What a reader makes of an exchange. `at` of a drift names places and shapes, never values. */
export type Reading =
  | SessionReading
  | { readonly kind: 'nothing'; readonly because: 'empty' | 'other-page' }
  | { readonly kind: 'drift'; readonly because: 'shape' | 'empty' | 'not-json'; readonly at: readonly string[] };

/** Says what an exchange holds. Pure: same payload, same reading. Never throws over a site's data. */
export interface Reader {
  readonly site: Site;
  /** Raised whenever the same payload is read differently. */
  readonly number: number;
  /** JSON Pointers with `*` for any member: the values of messages in this payload, each kept as a slice of its own. */
  places(head: ExchangeHead): readonly string[];
  /** Secrets of the route, masked in the bytes before anything else sees them. */
  masks(head: ExchangeHead): readonly MaskRule[];
  /** True if a parsed value of unknown origin looks like a payload of this site: for files. */
  recognises(value: unknown): boolean;
  /** True if such a value can only be out of the site's official export, though it lies in a file of its own. */
  isExported?(value: unknown): boolean;
  /**
   * What a file of an official export says of projects, beside the conversations: where each stands (JSON Pointers). It
   * is read as an exchange of the route `project`, for each session that says it is of that project.
   */
  projectsIn?(value: unknown): readonly { readonly project: string; readonly pointer: string }[];
  /** How a file's text that is not one JSON value would have come from this site (a stream, a page), or null. */
  recognisesText(text: string): { readonly route: string; readonly form: 'stream' | 'page' } | null;
  read(payload: Payload): Reading;
}
