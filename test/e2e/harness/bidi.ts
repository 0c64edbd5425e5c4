import WebSocket from 'ws';

/** A WebDriver BiDi connection: commands, events, and an end. Errors of the browser are thrown with its own words. */
export interface Bidi {
  send<R = unknown>(method: string, params?: object): Promise<R>;
  on(method: string, listener: (params: unknown) => void): void;
  close(): void;
}

interface Waiting {
  readonly method: string;
  readonly timer: NodeJS.Timeout;
  resolve(value: unknown): void;
  reject(reason: Error): void;
}

/** Less than a test has: one that waits for a browser that is silent says what it was asked. */
const PATIENCE = 150_000;

interface Frame {
  readonly type: 'success' | 'error' | 'event';
  readonly id?: number;
  readonly method?: string;
  readonly result?: unknown;
  readonly params?: unknown;
  readonly error?: string;
  readonly message?: string;
}

/** Connects to `ws://…/session` of a browser started with `--remote-debugging-port`. */
export async function connectBidi(address: string): Promise<Bidi> {
  const socket = new WebSocket(address, { perMessageDeflate: false, maxPayload: 512 * 1024 * 1024 });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const waiting = new Map<number, Waiting>();
  const listeners = new Map<string, ((params: unknown) => void)[]>();
  let last = 0;

  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as Frame;
    if (frame.type === 'event') for (const each of listeners.get(frame.method ?? '') ?? []) each(frame.params);
    else settle(waiting, frame);
  });
  socket.on('close', () => {
    for (const { method, timer, reject } of waiting.values()) {
      clearTimeout(timer);
      reject(new Error(`${method}: the browser closed the connection`));
    }
    waiting.clear();
  });

  return {
    send<R>(method: string, params: object = {}) {
      return new Promise<R>((resolve, reject) => {
        const id = ++last;
        const timer = setTimeout(() => {
          waiting.delete(id);
          reject(new Error(`${method}: no answer within ${PATIENCE} ms to ${JSON.stringify(params).slice(0, 300)}`));
        }, PATIENCE);
        waiting.set(id, { method, timer, resolve: resolve as (value: unknown) => void, reject });
        socket.send(JSON.stringify({ id, method, params }), (failure) => {
          if (!failure) return;
          clearTimeout(timer);
          waiting.delete(id);
          reject(failure);
        });
      });
    },
    on(method, listener) {
      listeners.set(method, [...(listeners.get(method) ?? []), listener]);
    },
    close: () => socket.close(),
  };
}

function settle(waiting: Map<number, Waiting>, frame: Frame): void {
  const asked = waiting.get(frame.id ?? -1);
  if (!asked) return;
  waiting.delete(frame.id ?? -1);
  clearTimeout(asked.timer);
  if (frame.type === 'success') asked.resolve(frame.result);
  else asked.reject(new Error(`${asked.method}: ${frame.error}: ${frame.message}`));
}
