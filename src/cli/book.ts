import type { PackSession } from '../archive/pack';
import { type Identity, identify, type Log, record } from '../intake/record';
import type { Taken } from '../intake/take';
import { EMPTY } from '../model/chain';
import { openLedger } from '../model/ledger';
import { firstOrigin, siteById } from '../providers/sites';

interface Growing {
  readonly identity: Identity;
  log: Log;
  readonly lines: string[];
  readonly containers: { frame: string }[];
}

/** The sessions that a run of the command line puts together, and their artifacts. Nothing outlives the run. */
export interface Book {
  /** Merges what was taken; gives the session's own id, or null where that wrote nothing. */
  add(taken: Taken, recorded: string | null): string | null;
  /** Notes that a session came out of a container. */
  contained(native: string, frame: string, bytes: Uint8Array<ArrayBuffer>): void;
  /** Takes a log as it is, out of an archive. */
  addVerbatim(session: PackSession, artifact: (hash: string) => Promise<Uint8Array<ArrayBuffer> | null>): void;
  /** Lets go of something (an open file) when the book is closed. */
  onClose(release: () => Promise<void>): void;
  close(): Promise<void>;
  readonly sessions: readonly PackSession[];
  artifact(hash: string): Promise<Uint8Array<ArrayBuffer> | null>;
}

/** An empty book. `release` is written into logs that begin here. */
export function openBook(release: string): Book {
  const growing = new Map<string, Growing>();
  const verbatim: PackSession[] = [];
  const closing: (() => Promise<void>)[] = [];
  const artifacts = new Map<string, Uint8Array<ArrayBuffer>>();
  const elsewhere: ((hash: string) => Promise<Uint8Array<ArrayBuffer> | null>)[] = [];

  const sessionOf = (identity: Identity): Growing => {
    const known = growing.get(identity.key);
    if (known) return known;
    const fresh: Growing = { identity, log: { tail: EMPTY, ledger: openLedger([]) }, lines: [], containers: [] };
    growing.set(identity.key, fresh);
    return fresh;
  };

  return {
    add(taken, recorded) {
      const site = siteById(taken.head.site);
      const identity = site && identify(taken, firstOrigin(site));
      if (!identity) return null;
      const session = sessionOf(identity);
      // who packs a file on the command line is nobody's business: the same file gives the same log on every machine
      const recorder = { release, browser: null, os: null, account: null, recorded: recorded ?? taken.head.at };
      const { lines, needs, tail } = record(session.log, taken, identity, recorder);
      session.log = { ...session.log, tail };
      for (const { line } of lines) session.lines.push(line);
      for (const hash of needs) artifacts.set(hash, taken.artifacts.get(hash) ?? new Uint8Array());
      return lines.length > 0 ? identity.native : null;
    },
    contained(native, frame, bytes) {
      for (const session of growing.values())
        if (session.identity.native === native) session.containers.push({ frame: `sha256:${frame}` });
      artifacts.set(frame, bytes);
    },
    addVerbatim(session, artifact) {
      verbatim.push(session);
      elsewhere.push(artifact);
    },
    onClose(letGo) {
      closing.push(letGo);
    },
    async close() {
      await Promise.all(closing.map((letGo) => letGo()));
    },
    get sessions() {
      const own = [...growing.values()].filter(({ lines }) => lines.length > 0);
      return [...own.map(({ identity, containers, lines }) => ({ identity, containers, lines })), ...verbatim];
    },
    async artifact(hash) {
      const own = artifacts.get(hash);
      if (own) return own;
      for (const find of elsewhere) {
        const bytes = await find(hash);
        if (bytes) return bytes;
      }
      return null;
    },
  };
}
