import type { CDPSession } from 'playwright-core';

export interface WorkerEnds {
  /** The targets of those that have ended since. */
  readonly ended: ReadonlySet<string>;
  /** Looks no more: a worker that is looked at lives longer. */
  leave(): Promise<void>;
}

/**
 * Notes which workers end from now on, by their targets. A service worker that is started again is the same target: only
 * its inspector is told that the one before it has ended.
 */
export async function watchEnds(cdp: CDPSession, targets: readonly string[]): Promise<WorkerEnds> {
  const ended = new Set<string>();
  const watched = new Map<string, string>();
  const end = (sessionId: string): void => {
    const target = watched.get(sessionId);
    if (target !== undefined) ended.add(target);
  };
  const hear = ({ sessionId, message }: { readonly sessionId: string; readonly message: string }): void => {
    if (JSON.parse(message).method === 'Inspector.targetCrashed') end(sessionId);
  };
  const gone = ({ sessionId }: { readonly sessionId: string }): void => {
    end(sessionId);
    watched.delete(sessionId);
  };
  cdp.on('Target.receivedMessageFromTarget', hear);
  cdp.on('Target.detachedFromTarget', gone);
  for (const targetId of targets) {
    const { sessionId } = await cdp.send('Target.attachToTarget', { targetId, flatten: false });
    watched.set(sessionId, targetId);
    await cdp.send('Target.sendMessageToTarget', { sessionId, message: '{"id":1,"method":"Inspector.enable"}' });
  }
  return {
    ended,
    async leave() {
      cdp.off('Target.receivedMessageFromTarget', hear);
      for (const sessionId of watched.keys())
        await cdp.send('Target.detachFromTarget', { sessionId }).catch(() => undefined); // it is gone by itself
      cdp.off('Target.detachedFromTarget', gone);
    },
  };
}
