import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { certificateFor } from '../e2e/harness/certificate';
import type { Hosts } from '../e2e/harness/proxy';
import { gateAt, type Hold, type Pacing } from './held';

/** One request as the server saw it. */
export interface Seen {
  readonly method: string;
  readonly host: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** When it came, in milliseconds. */
  readonly at: number;
  /** 0 until it is answered. */
  status: number;
}

/** A request that no page of the site would send, and why. */
export interface Refusal {
  readonly method: string;
  readonly path: string;
  readonly why: string;
}

/** An answer given once in place of the conversation's own. What is left out is as usual. */
export interface Instead {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** It is sent when this is kept. */
  readonly after?: Promise<void>;
  /** The connection is cut after so many bytes of the body. */
  readonly cutAfter?: number;
}

/** 429 with `Retry-After` in seconds (null: without it, as sites do too). */
export const tooMany = (retryAfter: number | null): Instead => ({
  status: 429,
  headers: retryAfter === null ? {} : { 'retry-after': String(retryAfter) },
  body: '{"detail":"Too many requests"}',
});

/** What every stand-in's server is steered by, and remembers. */
export interface Steered extends Pacing {
  readonly instead: Instead[];
  readonly refusals: Refusal[];
}

/** The hands of a test on a server of ours that stands for a site's. */
export interface Served {
  /** For `launchChromium` and `launchFirefox`. */
  readonly hosts: Hosts;
  readonly port: number;
  /** Every request so far, oldest first. */
  readonly requests: readonly Seen[];
  /** The requests that no page of the site would send. */
  readonly refusals: readonly Refusal[];
  /** The next reads of a conversation get these answers, one each. */
  answerNext(...instead: readonly Instead[]): void;
  /** Milliseconds between two frames of a streamed answer. */
  pace(milliseconds: number): void;
  /** Holds the next streamed answer before this frame. */
  hold(frame: number): Hold;
  close(): Promise<void>;
}

/** A stand-in for a site on loopback TLS, reached under its real names. */
export interface StandIn extends Served {
  /** Every secret value that was planted. */
  readonly secrets: readonly string[];
  /** The conversation's JSON as the next read would give it. */
  json(id: string): string;
  /** As at the start; the logs are emptied too. */
  reset(): void;
}

/**
 * Serves the names of a site on a free port of loopback. Gives the hands that need nothing of the site, and one that lets
 * everything be forgotten that they did.
 */
export async function serve(
  names: readonly [string, ...string[]],
  state: Steered,
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<Served & { forget(): void }> {
  const requests: Seen[] = [];
  const { instead, refusals, pace } = state;
  const server = createServer(await certificateFor(names), async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const seen: Seen = { method, host: headers.host ?? '', path, headers, at: performance.now(), status: 0 };
    requests.push(seen);
    response.once('close', () => {
      seen.status = response.statusCode;
    });
    try {
      await answer(request, response);
    } catch (error) {
      response.destroy(error as Error);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    hosts: Object.fromEntries(names.map((name) => [name, port])),
    port,
    requests,
    refusals,
    answerNext: (...next) => void instead.push(...next),
    pace(milliseconds) {
      state.pace = milliseconds;
    },
    hold(frame) {
      const { gate, hold } = gateAt(frame);
      state.gate = gate;
      return hold;
    },
    forget() {
      for (const list of [requests, refusals, instead]) list.length = 0;
      Object.assign(state, { gate: null, pace });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
