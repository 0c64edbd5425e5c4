import { ext } from './browser';

/** What the browser stamps on a message. None of it comes from whoever sent it. */
export interface Stamp {
  /** True for a context of this extension: one of its pages or one of its content scripts. */
  readonly ours: boolean;
  /** The sender's origin. */
  readonly origin: string | null;
  /** The tab it lives in, and its frame there (0: the top one); null outside tabs. */
  readonly tab: number | null;
  readonly frame: number | null;
  /** The page's address as the browser has it. */
  readonly address: string | null;
}

/** Our own origin, without a slash at the end. */
export const ourOrigin = (): string => new URL(ext.runtime.getURL('')).origin;

/** Sends a message to the background and to our pages; gives the first answer. */
export const sendToOurs = (message: unknown): Promise<unknown> => ext.runtime.sendMessage(message);

/** Answers messages. A listener that gives undefined leaves the message to others. */
export function onMessage(listener: (message: unknown, stamp: Stamp) => Promise<unknown> | undefined): void {
  ext.runtime.onMessage.addListener(((message: unknown, sender: Parameters<typeof stampOf>[0]) =>
    listener(message, stampOf(sender))) as Parameters<typeof ext.runtime.onMessage.addListener>[0]);
}

function stampOf(sender: {
  id?: string;
  origin?: string;
  url?: string;
  frameId?: number;
  tab?: { id?: number };
}): Stamp {
  return {
    ours: sender.id === ext.runtime.id,
    origin: sender.origin ?? (sender.url === undefined ? null : new URL(sender.url).origin),
    tab: sender.tab?.id ?? null,
    frame: sender.frameId ?? null,
    address: sender.url ?? null,
  };
}
