import type { ServerResponse } from 'node:http';
import { pause } from '../e2e/harness/temporary';

/** A stream held at a frame. */
export interface Hold {
  /** Resolves when the stream has got there. */
  readonly reached: Promise<void>;
  release(): void;
}

export interface Gate {
  readonly frame: number;
  readonly arrive: () => void;
  readonly released: Promise<void>;
}

/** A gate before a frame, and the hand that opens it. */
export function gateAt(frame: number): { readonly gate: Gate; readonly hold: Hold } {
  const arrival = signal();
  const departure = signal();
  return {
    gate: { frame, arrive: arrival.give, released: departure.given },
    hold: { reached: arrival.given, release: departure.give },
  };
}

/** A promise, and the hand that keeps it. */
export function signal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

/** What a server knows of the stream it sends: where it is held, and how fast it goes. */
export interface Pacing {
  gate: Gate | null;
  /** Milliseconds between two frames. */
  pace: number;
}

/** Sends a stream frame by frame, held where the gate stands. Goes to its end even if the page that asked goes away. */
export async function sendFrames(pacing: Pacing, frames: readonly string[], response: ServerResponse): Promise<void> {
  for (const [n, frame] of frames.entries()) {
    const { gate } = pacing;
    if (gate?.frame === n) {
      pacing.gate = null;
      gate.arrive();
      await gate.released;
    }
    await writeInTwo(response, Buffer.from(frame));
    await pause(pacing.pace);
  }
}

/** Two writes, cut where a character of several bytes may be: chunks of the network respect nothing. */
async function writeInTwo(response: ServerResponse, bytes: Buffer): Promise<void> {
  if (response.destroyed) return;
  const wide = bytes.findIndex((byte) => byte > 0xbf);
  const cut = wide === -1 ? bytes.length >> 1 : wide + 1;
  response.write(bytes.subarray(0, cut));
  await pause(1);
  response.write(bytes.subarray(cut));
}
