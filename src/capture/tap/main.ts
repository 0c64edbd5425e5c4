import type { Site } from '../../providers/contract';
import { hearFetch } from './fetches';
import { type Ear, earOf } from './hear';
import { hearRequests } from './requests';
import { MEETING, type Signal } from './signal';

/**
 * Starts hearing a site from within its page: copies of what its own functions get go to the relay, and nothing else
 * happens. A second tap finds the first and does nothing.
 * @param routes what the site's are
 * @param more what else is heard on this site: event sources, sockets
 */
export function startTap(routes: Site['routes'], more: readonly ((ear: Ear) => void)[] = []): void {
  try {
    // The tap that is here answers the event by stopping its default.
    if (!document.dispatchEvent(new Event(MEETING, { cancelable: true }))) return;
    const tell = meetRelay();
    const ear = earOf(routes, tell);
    for (const hear of [hearFetch, hearRequests, ...more]) hear(ear);
  } catch {
    // the page is more important than we are
  }
}

/** Hands a port to the relay, now and to each one that comes later (after an update, say). */
function meetRelay(): (signal: Signal) => void {
  const Channel = self.MessageChannel;
  const post = self.postMessage;
  const say = MessagePort.prototype.postMessage;
  const { origin } = location;
  let port: MessagePort | undefined;
  const hand = (): void => {
    const channel = new Channel();
    port = channel.port1;
    post.call(self, MEETING, { targetOrigin: origin, transfer: [channel.port2] });
  };
  document.addEventListener(MEETING, (event) => {
    event.preventDefault();
    hand();
  });
  hand();
  return (signal) => port && say.call(port, signal);
}
