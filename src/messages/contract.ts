import { z } from 'zod';
import { Bytes, CapturedHead, ExchangeId, FileTold, sizeOf } from './captured';
import { handed, PlaceOutcome } from './compose';
import { CHUNK_BYTES, MOST_FILES } from './limits';
import { Pausing, Watched } from './watching';

/**
 * Who may send a message, judged by what the browser stamps on it and never by what it claims. `page-of-ours`: popup,
 * library, offscreen document. `site`: the relay in the top frame of a listed site that is granted, or whose tab the
 * person just asked us to read.
 */
export type Sender = 'page-of-ours' | 'site';

interface Message<F extends Sender, A extends z.ZodType, R extends z.ZodType> {
  readonly from: F;
  readonly ask: A;
  readonly answer: R;
}
const message = <F extends Sender, A extends z.ZodType, R extends z.ZodType>(each: Message<F, A, R>) => each;

const nothing = z.null();
const Job = z.strictObject({ job: z.uuid() });

/** Why a tab cannot be read: no site of ours, or a page of it that shows no conversation, or the browser keeps us out. */
export const Unreadable = z.enum(['no-site', 'no-conversation', 'no-access']);

/** What a tab shows and what we have of it. */
export const TabState = z.strictObject({
  /** The site's id, or null: not a site of ours, or an address the browser does not show us. */
  site: z.string().nullable(),
  /** The site's own id of the conversation in front, or null. */
  conversation: z.string().nullable(),
  /** True if the person granted the site for good ("keep watching"). */
  permitted: z.boolean(),
  /** The kept session of that conversation (our own, not a copy), or null. */
  session: z.uuid().nullable(),
  /** The latest read of this conversation that was asked for in this tab: a row of the table of jobs. */
  job: z.uuid().nullable(),
  /** The site does not keep the conversation in front: nothing of it is heard. */
  temporary: z.boolean(),
  /** What keeps exchanges from being kept just now: they wait and are tried again. Null: nothing. */
  trouble: z.enum(['storage-full', 'storage-blocked', 'database-newer']).nullable(),
});
export type TabState = z.infer<typeof TabState>;

export const contract = {
  'tab.state': message({ from: 'page-of-ours', ask: z.strictObject({ tab: z.int() }), answer: TabState }),
  /**
   * Reads the conversation of a tab over the site's own call: answers at once, the rest is told by the job's row.
   * `pack`: the session is exported as soon as it is read, even if the popup has gone.
   */
  'tab.read': message({
    from: 'page-of-ours',
    ask: z.strictObject({ tab: z.int(), pack: z.boolean() }),
    answer: z.union([
      z.strictObject({ kind: z.literal('started'), job: z.uuid() }),
      z.strictObject({ kind: z.literal('unreadable'), because: Unreadable }),
    ]),
  }),
  /** Hears a granted site, or one chat of it, no more for a while; and again. */
  'watch.pause': message({ from: 'page-of-ours', ask: Pausing, answer: nothing }),
  'watch.resume': message({ from: 'page-of-ours', ask: Watched, answer: nothing }),
  /** Keeps the temporary chat that a tab shows from now on, because the person asks for that one. */
  'watch.keep': message({ from: 'page-of-ours', ask: z.strictObject({ tab: z.int() }), answer: nothing }),
  /**
   * Reads everything that is kept of a session again, with the readers of this release. Answers how many lines that
   * added, and how many exchanges are still unread.
   */
  'session.reread': message({
    from: 'page-of-ours',
    ask: z.strictObject({ session: z.uuid() }),
    answer: z.strictObject({ added: z.int(), unread: z.int() }),
  }),
  /**
   * Fetches the files of a session that are missing, over an open page of its site, as a job. `only`: those that these
   * gaps stand for. `tab`: the page that the person has in front, which may be granted for this once.
   */
  'files.start': message({
    from: 'page-of-ours',
    ask: z.strictObject({
      session: z.uuid(),
      only: z.array(z.string().max(2_000)).max(100_000).optional(),
      tab: z.int().optional(),
    }),
    answer: Job,
  }),
  /**
   * Keeps copies of pages that a session cites, by our own fetch of them, as a job. `giveBack`: match patterns that were
   * granted for this alone, given back at its end.
   */
  'pages.start': message({
    from: 'page-of-ours',
    ask: z.strictObject({
      session: z.uuid(),
      urls: z.array(z.string().max(8_000)).min(1).max(2_000),
      giveBack: z.array(z.string().max(300)).max(2_000),
      /** Also the pictures in them, as far as they lie on the servers of these pages. */
      images: z.boolean().optional(),
    }),
    answer: Job,
  }),
  /** Keeps what a tab shows as the copy of a page that a session cites, as a job: the person asks for it there. */
  'page.keep': message({
    from: 'page-of-ours',
    ask: z.strictObject({ tab: z.int(), session: z.uuid(), url: z.string().max(8_000) }),
    answer: z.union([
      z.strictObject({ kind: z.literal('started'), job: z.uuid() }),
      z.strictObject({ kind: z.literal('unreadable') }),
    ]),
  }),
  /** Puts a text and files into the composer that a tab shows, and reads back what is there then. Nothing is sent. */
  'compose.place': message({
    from: 'page-of-ours',
    ask: z.strictObject({ tab: z.int(), ...handed }),
    answer: PlaceOutcome,
  }),
  /**
   * Keeps a handoff until the person presses our button where it is to go. `site`: opens a new conversation there; where
   * that site is granted for good, it is placed at once. Answers the number under which it waits.
   */
  'compose.wait': message({
    from: 'page-of-ours',
    ask: z.strictObject({ title: z.string().max(1_000), ...handed, site: z.string().max(60).nullable() }),
    answer: z.strictObject({ waiting: z.uuid(), byItself: z.boolean() }),
  }),
  /** Places what waits in the tab that the person has in front. */
  'compose.here': message({
    from: 'page-of-ours',
    ask: z.strictObject({ tab: z.int(), waiting: z.uuid() }),
    answer: PlaceOutcome,
  }),
  /** Exports sessions as one archive into the downloads folder, as a job. */
  'export.start': message({
    from: 'page-of-ours',
    ask: z.strictObject({
      sessions: z.array(z.uuid()).min(1).max(100_000),
      /** What the person noted of them goes along. */
      notes: z.boolean().optional(),
    }),
    answer: Job,
  }),
  /** Packs everything that is kept into the downloads folder, as a job for each part. */
  'backup.start': message({ from: 'page-of-ours', ask: z.null(), answer: z.strictObject({ jobs: z.array(z.uuid()) }) }),
  /** Ends a job of any kind where it stands. One that has ended is left as it is. */
  /**
   * Looks after the folder of archives, whatever stood in its way before: writes what is due, or all that has changed, or
   * one session again.
   */
  'folder.tend': message({
    from: 'page-of-ours',
    ask: z.strictObject({
      write: z.union([z.literal('due'), z.literal('all'), z.strictObject({ session: z.uuid() })]),
    }),
    answer: nothing,
  }),
  'job.cancel': message({ from: 'page-of-ours', ask: Job, answer: nothing }),
  /** The offscreen document has packed and verified an archive: its Blob's address goes to the downloads. */
  'job.deliver': message({
    from: 'page-of-ours',
    ask: z.strictObject({
      job: z.uuid(),
      url: z.string().startsWith('blob:'),
      name: z.string().min(1).max(240),
      bytes: z.int(),
      identity: z.string(),
      lacking: z.int().nonnegative(),
    }),
    answer: nothing,
  }),
  /** The offscreen document has nothing left to do and may be closed. */
  'jobs.idle': message({ from: 'page-of-ours', ask: z.null(), answer: nothing }),

  /** A relay asks whether bytes come as they are: once, before it has any to send. */
  'capture.trial': message({ from: 'site', ask: z.strictObject({ bytes: z.unknown() }), answer: z.boolean() }),
  /** An exchange begins; `request` where the route keeps it. Answer false: not wanted. */
  'capture.begin': message({
    from: 'site',
    ask: z.strictObject({ id: ExchangeId, head: CapturedHead, request: Bytes.nullable() }),
    answer: z.boolean(),
  }),
  /** The next bytes, numbered from 0. Answer false: nothing more of it is wanted. */
  'capture.chunk': message({
    from: 'site',
    ask: z.strictObject({ id: ExchangeId, number: z.int().nonnegative(), bytes: Bytes }),
    answer: z.boolean(),
  }),
  /** No more bytes. `page`: the page's address by now (a new conversation gets its own while its first answer runs). */
  'capture.end': message({
    from: 'site',
    ask: z.strictObject({
      id: ExchangeId,
      chunks: z.int().nonnegative(),
      whole: z.boolean(),
      page: z.string().max(8_000),
    }),
    answer: nothing,
  }),
  /** Files that are all here, or said to be missing: those that are still wanted are kept when this is answered. */
  'capture.files': message({
    from: 'site',
    ask: z.strictObject({
      files: z
        .array(z.strictObject({ head: CapturedHead, bytes: Bytes }))
        .min(1)
        .max(MOST_FILES)
        .refine((files) => files.reduce((sum, { bytes }) => sum + sizeOf(bytes), 0) <= CHUNK_BYTES),
    }),
    answer: nothing,
  }),
  /** A file lies on a host of the site's files: the background goes there, if it may. */
  'file.elsewhere': message({
    from: 'site',
    ask: z.strictObject({ job: z.uuid(), file: FileTold, address: z.string().max(8_000) }),
    answer: nothing,
  }),
  /** How an asked read, or the fetching of files, goes: it waits as the site told it to, has given all its exchanges, or has failed. */
  'read.report': message({
    from: 'site',
    ask: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('waiting'), job: z.uuid(), seconds: z.number().nonnegative() }),
      z.strictObject({ kind: z.literal('done'), job: z.uuid() }),
      z.strictObject({
        kind: z.literal('failed'),
        job: z.uuid(),
        because: z.enum([
          'signed-out',
          'not-found',
          'refused',
          'busy',
          'site-error',
          'no-answer',
          'moved',
          'cancelled',
        ]),
        status: z.int().nullable(),
        /** For how many seconds the site says that it is too busy. */
        after: z.number().nonnegative().optional(),
      }),
    ]),
    answer: nothing,
  }),
  /**
   * Begins to bring in everything that a site has of the person, as a job; what has begun goes on. `opens`: a tab of the
   * site may be opened in the background where none is open.
   */
  'backfill.start': message({
    from: 'page-of-ours',
    ask: z.strictObject({ site: z.string().max(60), opens: z.boolean() }),
    answer: Job,
  }),
  /** Lets it rest, or go on at once, or changes whether it may open a tab. It ends by `job.cancel`. */
  'backfill.change': message({
    from: 'page-of-ours',
    ask: z.strictObject({ job: z.uuid(), paused: z.boolean().optional(), opens: z.boolean().optional() }),
    answer: nothing,
  }),
} as const satisfies Record<string, Message<Sender, z.ZodType, z.ZodType>>;

export type Name = keyof typeof contract;
/** What goes in, as a sender writes it. */
export type Ask<N extends Name> = z.input<(typeof contract)[N]['ask']>;
/** The same with its defaults filled in, as a handler gets it. */
export type Asked<N extends Name> = z.output<(typeof contract)[N]['ask']>;
export type Answer<N extends Name> = z.output<(typeof contract)[N]['answer']>;
