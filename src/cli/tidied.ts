import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const EVERY = 16 * 1024 * 1024;

/** The engine's own collector: Node hands it out only under a flag, which may be set while it runs. */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

/**
 * The same pieces, with the memory of those before given back now and then. Each conversation of a large export is done
 * with as soon as it is read, but the engine would let hundreds of megabytes of them pile up before it looks.
 */
export async function* tidied(
  pieces: AsyncIterable<Uint8Array<ArrayBuffer>> | Iterable<Uint8Array<ArrayBuffer>>,
): AsyncIterable<Uint8Array<ArrayBuffer>> {
  let collect: (() => void) | null = null;
  let since = 0;
  for await (const piece of pieces) {
    yield piece;
    since += piece.length;
    if (since < EVERY) continue;
    collect ??= collector();
    collect();
    since = 0;
  }
  collect?.();
}
