import { captureHandlers } from '../../src/capture/watch/handlers';
import type { Services } from '../../src/capture/watch/services';
import { goOn } from '../../src/capture/watch/tidy';
import { isoTime } from '../../src/lib/time';
import type { ReadJob } from '../../src/store/job-rows';
import { type Seen, servicesWith } from './browser-doors';
import { CHATGPT, chatgptRead, type Offer, tell } from './offer';
import { A1, firstTurn, SEND, turn, U1 } from './turns';

/* A watched chat of ChatGPT, a clock that stands until it is moved, and a page that is asked. */

export const START = Date.UTC(2026, 10, 1, 9);
export const CHAT = 'https://chatgpt.com/c/c-1';

/** The first answer of a chat, heard, without a word of what the chat is called. */
export const firstHeard = (more: Partial<Offer> = {}): Offer =>
  chatgptRead('c-1', '', { ...turn(U1, A1, 'client-created-root'), ...more });

/** The same, broken off. */
export const brokenOff = (): Offer => {
  const { body } = firstHeard();
  return firstHeard({ body: String(body).slice(0, -200), whole: false });
};

/** A stream that nobody can read. */
export const unread = (word = 'v9'): Offer =>
  chatgptRead('c-1', '', {
    ...SEND,
    body: `event: delta_encoding\ndata: "${word}"\n\ndata: {"v":"x"}\n\ndata: [DONE]\n\n`,
  });

export async function watched(changes: Partial<Seen> = {}) {
  let now = START;
  const made = await servicesWith({ granted: true, address: CHAT, ...changes }, () => now);
  const { services, seen, sink } = made;
  const reads = async (): Promise<ReadJob[]> =>
    (await sink.db.jobs.toArray()).filter((job): job is ReadJob => job.kind === 'read');
  return {
    ...made,
    /** Seconds go by, and the background looks what there is to do. */
    async pass(seconds: number, of: Services = services): Promise<void> {
      now += seconds * 1000;
      await goOn(of);
    },
    at: (seconds: number): string => isoTime(START + seconds * 1000),
    /** Something is heard. */
    async hear(offer: Offer): Promise<void> {
      await tell(sink, offer);
      await goOn(services);
    },
    reads,
    /** The one read there is. */
    async read(): Promise<ReadJob> {
      const [job, ...others] = await reads();
      if (!job || others.length > 0) throw new Error(`${others.length + (job ? 1 : 0)} reads, not one`);
      return job;
    },
    /** How often a page was asked for the whole. */
    asked: (): number => seen.asked.filter((each) => (each as { relay: string }).relay === 'read').length,
    tab: CHATGPT.tab,
  };
}

/** The read of the whole chat, as its page gives it. */
export const whole = (): string => JSON.stringify(firstTurn());

/** The page gives all that was asked for. */
export async function answer(of: Awaited<ReturnType<typeof watched>>, body = whole()): Promise<void> {
  const { id } = await of.read();
  await tell(of.sink, chatgptRead('c-1', body, { job: id }));
  const { 'read.report': report } = captureHandlers(async () => of.services);
  await report({ kind: 'done', job: id }, { from: 'site', ...CHATGPT });
  await of.pass(0);
}
