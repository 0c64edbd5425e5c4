import { afterEach, expect, test, vi } from 'vitest';
import { Fault } from '../../src/lib/fault';
import { inWorker, workHere } from '../../src/platform/workers';

/** A worker whose program runs here: what it is given and says goes from one side to the other. */
function workers(program: () => void) {
  const ended: string[] = [];
  class FakeWorker {
    onmessage: ((event: { data: unknown }) => void) | null = null;
    onerror: (() => void) | null = null;
    readonly path: string;
    constructor(path: string) {
      this.path = path;
      vi.stubGlobal('postMessage', (data: unknown) => this.onmessage?.({ data }));
      program();
    }
    postMessage(data: unknown): void {
      void (globalThis as unknown as { onmessage(event: { data: unknown }): void }).onmessage({ data });
    }
    terminate(): void {
      ended.push(this.path);
    }
  }
  vi.stubGlobal('Worker', FakeWorker);
  return ended;
}

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(globalThis, 'onmessage');
});

const never = new AbortController().signal;
const codeOf = (error: unknown) => (Fault.is(error) ? error.code : null);

test('a worker does what it is told, says how far it is, and is ended with its answer', async () => {
  const ended = workers(() =>
    workHere(async (order: number, tell) => {
      tell('half', order / 2);
      return order * 2;
    }, codeOf),
  );
  const steps: unknown[] = [];
  const told = (step: readonly unknown[]): void => void steps.push(step);
  expect(await inWorker<number>('double', 8, { told, signal: never })).toBe(16);
  expect(steps).toEqual([['half', 4]]);
  expect(ended).toEqual(['/double.js']);
});

test.each([
  [new Fault('storage-full'), 'storage-full'],
  [new TypeError('ours'), 'broken-promise'],
])('what goes wrong in it comes out of it: %s', async (error, code) => {
  const ended = workers(() => workHere(() => Promise.reject(error), codeOf));
  await expect(inWorker('a', null, { told: () => undefined, signal: never })).rejects.toMatchObject({ code });
  expect(ended).toEqual(['/a.js']);
});

test('it is ended in the middle where it is no longer wanted, or never begins', async () => {
  const ended = workers(() => workHere(() => new Promise(() => undefined), codeOf));
  const stop = new AbortController();
  const going = inWorker('a', null, { told: () => undefined, signal: stop.signal });
  stop.abort();
  await expect(going).rejects.toMatchObject({ code: 'cancelled' });
  const late = inWorker('b', null, { told: () => undefined, signal: stop.signal });
  await expect(late).rejects.toMatchObject({ code: 'cancelled' });
  expect(ended).toEqual(['/a.js']);
});
