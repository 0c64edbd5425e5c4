import type { ByteSink } from './ports';

/**
 * A sink in front of another: hands on every chunk on one promise chain, so that nothing is lost or overtaken by a
 * caller that does not wait, and counts what went through. `done` ends the chain and throws what any write threw.
 */
export interface QueuedSink extends ByteSink {
  size(): number;
  done(): Promise<void>;
}

export function queuedSink(sink: ByteSink): QueuedSink {
  let chain: Promise<void> = Promise.resolve();
  let size = 0;
  return {
    write(chunk) {
      size += chunk.length;
      const turn = chain.then(() => sink.write(chunk));
      chain = turn;
      // A caller may leave this promise alone and ask only `done`: the failure must not count as unhandled meanwhile.
      turn.catch(() => undefined);
      return turn;
    },
    size: () => size,
    done: () => chain,
  };
}

const JOINED = 1024 * 1024;

/** Joins chunks below 1 MiB before they are written: every write to a file of the browser costs over 1 ms. */
export function joiningSink(sink: ByteSink): ByteSink & { flush(): Promise<void> } {
  let buffer = new Uint8Array(JOINED);
  let filled = 0;

  async function flush(): Promise<void> {
    if (filled === 0) return;
    const whole = buffer.subarray(0, filled);
    buffer = new Uint8Array(JOINED); // the sink may keep what it was given
    filled = 0;
    await sink.write(whole);
  }

  async function write(chunk: Uint8Array<ArrayBuffer>): Promise<void> {
    if (chunk.length >= JOINED) {
      await flush();
      return sink.write(chunk);
    }
    for (let at = 0; at < chunk.length; ) {
      const piece = chunk.subarray(at, at + JOINED - filled);
      buffer.set(piece, filled);
      filled += piece.length;
      at += piece.length;
      if (filled === JOINED) await flush();
    }
  }

  return { write, flush };
}
