import type { IncomingMessage, ServerResponse } from 'node:http';
import { vi } from 'vitest';
import { carrierOf } from '../../src/capture/relay/carry';
import { filesFor } from '../../src/capture/relay/files';
import { outboxOf } from '../../src/capture/relay/outbox';
import { captureHandlers } from '../../src/capture/watch/handlers';
import type { Services } from '../../src/capture/watch/services';
import type { Send } from '../../src/messages/send';
import type { FilesOrder } from '../../src/messages/to-relay';
import type { Event } from '../../src/model/event';
import { viewOf } from '../../src/projection/view';
import { chatgpt } from '../../src/providers/chatgpt/site';
import type { FilesJob } from '../../src/store/job-rows';
import { openJobs, readJob } from '../../src/store/jobs';
import { listSessions, readLog } from '../../src/store/sessions';
import { onePixel } from '../sites/picture';
import { servicesWith } from './browser-doors';
import { pageAt } from './calling';
import { CHATGPT, capture, chatgptRead } from './offer';

vi.stubGlobal('location', { href: 'https://chatgpt.com/c/abc' });

/** A conversation of ChatGPT with one message that shows these pictures. */
export const conversationWith = (...pointers: readonly string[]): string => {
  const parts = pointers.map((pointer) => ({
    content_type: 'image_asset_pointer',
    asset_pointer: pointer,
    size_bytes: 9,
  }));
  const message = {
    id: 'm1',
    author: { role: 'user' },
    content: { content_type: 'multimodal_text', parts: [...parts, 'Look.'] },
    metadata: {},
  };
  const mapping = {
    root: { id: 'root', message: null, parent: null, children: ['m1'] },
    m1: { id: 'm1', message, parent: 'root', children: [] },
  };
  return JSON.stringify({ title: 'Pictures', conversation_id: 'abc', current_node: 'm1', mapping });
};

export const PNG = onePixel(9, 8, 7);
/** A site that has files 1, 2 and 3; the first is never answered while `held`. */
export const state = { held: false };
export const site = (request: IncomingMessage, response: ServerResponse): void => {
  const { url = '' } = request;
  const file = /file_\w+/.exec(url)?.[0] ?? '';
  const lead = {
    status: 'success',
    download_url: `/backend-api/estuary/content?id=${file}&sig=s3cr3t`,
    file_name: `${file}.png`,
    mime_type: 'image/png',
    file_size_bytes: 9,
  };
  if (state.held && file === 'file_1') return;
  if (url.startsWith('/backend-api/estuary')) response.writeHead(200, { 'content-type': 'image/png' }).end(PNG);
  else if (/file_[123]$/.test(file)) response.writeHead(200).end(JSON.stringify(lead));
  else if (/file_far\d*$/.test(file))
    response
      .writeHead(200)
      .end(JSON.stringify({ ...lead, download_url: `https://a.oaiusercontent.com/${file}?sig=s3cr3t` }));
  else if (file === 'file_big')
    response.writeHead(200).end(JSON.stringify({ ...lead, download_url: '/big?sig=s3cr3t' }));
  else if (url.startsWith('/big')) response.writeHead(200).end('x'.repeat(200_000));
  else response.writeHead(200).end('{"status":"error","error_code":"file_not_found"}');
};
/** A background, and a page of the site whose own calls go to a server on loopback. */
export async function filesAt(origin: string, changes: Partial<Services> = {}) {
  const {
    services: bare,
    seen,
    sink,
    exports,
  } = await servicesWith({
    granted: true,
    address: 'https://chatgpt.com/c/abc',
  });
  const services: Services = { ...bare, ...changes };
  const handlers = captureHandlers(async () => services);
  const from = { ...CHATGPT, tab: 7, from: 'site' } as const;
  const works: Promise<unknown>[] = [];
  const orders: FilesOrder[] = [];
  const controls: AbortController[] = [];
  /** What the page tells may be lost: the background died. */
  const line = { lost: false };
  const send = (async (name: keyof typeof handlers, ask: never) => {
    if (line.lost) return false;
    return handlers[name](ask, from as never);
  }) as unknown as Send;
  let last = 0;
  const own = crypto.randomUUID();
  const newId = (): string => `${own}.${++last}`;
  const relay = async (order: FilesOrder): Promise<void> => {
    const outbox = outboxOf({
      send,
      carry: carrierOf(send),
      alive: () => true,
      pause: async () => undefined,
      page: () => location.href,
    });
    const { calling, control } = pageAt(origin);
    controls.push(control);
    const because = await filesFor({ site: chatgpt, outbox, send, newId }, order, calling);
    if (because === null) await outbox.done(order.job);
    else {
      await outbox.told();
      await send('read.report', { kind: 'failed', job: order.job, because, status: null });
    }
  };
  const listening = (message: { relay: string; job?: string }): unknown => {
    if (message.relay === 'files') {
      orders.push(message as unknown as FilesOrder);
      works.push(relay(message as unknown as FilesOrder));
    }
    if (message.relay === 'cancel') for (const control of controls) control.abort();
    return message.relay === 'busy' ? { exchanges: [], jobs: [] } : true;
  };
  seen.relay = listening;
  const { db } = sink;
  const looks = async (): Promise<string> =>
    JSON.stringify([works.length, await db.events.count(), await db.exchanges.toArray(), await db.jobs.toArray()]);
  /** Waits until nothing goes on any more: on a busy machine nothing may seem to for a while. */
  const settled = async (): Promise<void> => {
    for (let before = '', now = 'begun'; now !== before; now = await looks()) {
      before = now;
      for (let n = 0; n < works.length; n++) await works[n];
      await services.settler.run();
      for (let n = 0; n < 20; n++) await new Promise((resolve) => setTimeout(resolve, 5));
      await services.settler.run();
    }
  };
  return {
    services,
    handlers,
    seen,
    sink,
    exports,
    orders,
    line,
    /** The page is gone: nobody hears what it says from now on. */
    async pageDies(): Promise<void> {
      line.lost = true;
      for (const control of controls) control.abort();
      await Promise.all(works);
      line.lost = false;
    },
    settled,
    listening,
    read: (body: string) => capture(sink, chatgptRead('abc', body)),
    async start(): Promise<string> {
      const [session] = await listSessions(sink.db);
      return (await handlers['files.start']({ session: session?.id ?? '' }, { from: 'page-of-ours' })).job;
    },
    async job(id: string): Promise<FilesJob> {
      const job = await readJob(sink.db, id);
      if (job?.kind !== 'files') throw new Error('no job of files');
      return job;
    },
    open: () => openJobs(sink.db),
    async current(): Promise<Event[]> {
      const [session] = await listSessions(sink.db);
      const lines = (await readLog(sink.db, session?.id ?? '')) ?? [];
      return [...viewOf(lines.map((each) => JSON.parse(each) as Event)).current.values()];
    },
  };
}

export const outcomes = ({ files }: FilesJob) => files?.map(({ outcome }) => outcome);
