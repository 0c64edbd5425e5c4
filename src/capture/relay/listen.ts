import { utf8 } from '../../lib/bytes';
import { isObject } from '../../lib/json';
import { CHUNK_BYTES } from '../../messages/limits';
import { ours } from '../../providers/kit/site-calls';
import { MEETING, type Signal } from '../tap/signal';

/** A page may offer as many ports as it likes. */
const MOST_PORTS = 16;

/**
 * Waits for the port of the tap, and asks for one. The message that brings it goes no further: started before the
 * page's scripts, this listener is the first. What comes through the port is what any script of the page could say.
 * @param alive false once the extension is gone: the port is then for the relay that came after this one
 */
export function listenToTap(alive: () => boolean, hear: (signal: Signal) => void): void {
  let ports = 0;
  addEventListener(
    'message',
    (event) => {
      if (!alive() || event.source !== window || event.origin !== location.origin || event.data !== MEETING) return;
      event.stopImmediatePropagation();
      const [port] = event.ports;
      if (!port || ++ports > MOST_PORTS) return;
      port.onmessage = ({ data }) => {
        const signal = signalIn(ours(data));
        if (signal) hear(signal);
      };
    },
    true,
  );
  document.dispatchEvent(new Event(MEETING, { cancelable: true }));
}

/** The signal that a value is, or null. */
export function signalIn(value: unknown): Signal | null {
  if (!isObject(value) || !Number.isSafeInteger(value.number)) return null;
  const { kind } = value;
  if (kind === 'bytes') return value.bytes instanceof Uint8Array ? (value as Signal) : null;
  if (kind === 'end') return typeof value.whole === 'boolean' ? (value as Signal) : null;
  return kind === 'begin' && isBegin(value) ? (value as Signal) : null;
}

function isBegin({ route, method, address, status, type }: Record<string, unknown>): boolean {
  return (
    [route, method, address].every((each) => typeof each === 'string') &&
    Number.isSafeInteger(status) &&
    (type === null || typeof type === 'string')
  );
}

/** A request's body as bytes; null where there is none, or more than one message can hold: the answer is heard all the same. */
export function requestBytes(request: unknown): Uint8Array<ArrayBuffer> | null {
  if (typeof request === 'string') return request.length > CHUNK_BYTES ? null : fitting(utf8(request));
  return request instanceof ArrayBuffer ? fitting(new Uint8Array(request)) : null;
}

const fitting = (bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | null =>
  bytes.length > CHUNK_BYTES ? null : bytes;
