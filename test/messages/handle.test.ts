import { describe, expect, test, vi } from 'vitest';
import { Fault } from '../../src/lib/fault';
import { contract } from '../../src/messages/contract';
import { answering, type Checked, type Handlers } from '../../src/messages/handle';
import { sender } from '../../src/messages/send';

const SITE: Checked = { from: 'site', site: 'chatgpt', origin: 'https://chatgpt.com', tab: 3, granted: true };
const OURS: Checked = { from: 'page-of-ours' };

/** Handlers that say what they were asked. */
const handlersWith = (changes: Partial<Handlers>): Handlers =>
  ({
    ...Object.fromEntries(
      Object.keys(contract).map((name) => [
        name,
        vi.fn(() => Promise.reject(new TypeError(`${name} was not expected`))),
      ]),
    ),
    ...changes,
  }) as Handlers;

/** A line to handlers, as the browser's messages are: what goes through it is JSON. */
const lineTo =
  (handlers: Handlers, who: Checked | null) =>
  async (message: unknown): Promise<unknown> =>
    JSON.parse(
      JSON.stringify(
        (await answering(handlers, async () => who)(JSON.parse(JSON.stringify(message)), 'stamp')) ?? null,
      ),
    );

describe('messages between contexts', () => {
  test('reach their handler and bring its answer', async () => {
    const start = vi.fn(async () => ({ job: '0b5e7d10-3c2a-4f6e-9a41-000000000001' }));
    const send = sender(lineTo(handlersWith({ 'export.start': start }), OURS));
    const sessions = ['0b5e7d10-3c2a-4f6e-9a41-000000000002'];
    expect(await send('export.start', { sessions })).toEqual({ job: '0b5e7d10-3c2a-4f6e-9a41-000000000001' });
    expect(start).toHaveBeenCalledWith({ sessions }, OURS);
  });

  test('a site is who the browser says it is, whatever its message claims', async () => {
    const end = vi.fn(async () => null);
    const send = sender(lineTo(handlersWith({ 'capture.end': end }), SITE));
    const id = '0b5e7d10-3c2a-4f6e-9a41-000000000001.1';
    await send('capture.end', { id, chunks: 0, whole: true, page: 'https://claude.ai/' });
    expect(end).toHaveBeenCalledWith({ id, chunks: 0, whole: true, page: 'https://claude.ai/' }, SITE);
  });

  test.each([
    ['nobody we know', null],
    ['a site that speaks as a page of ours', SITE],
  ])('%s is refused before its words are looked at', async (_, who) => {
    const send = sender(lineTo(handlersWith({}), who));
    await expect(send('tab.read', { tab: 1, pack: true })).rejects.toMatchObject({
      name: 'Fault',
      code: 'refused-sender',
    });
    await expect(send('tab.read', 'nonsense' as never)).rejects.toMatchObject({ code: 'refused-sender' });
  });

  test('a page of ours cannot offer an exchange', async () => {
    const send = sender(lineTo(handlersWith({}), OURS));
    const ask = { id: '0b5e7d10-3c2a-4f6e-9a41-000000000001.1', number: 0, bytes: '' };
    await expect(send('capture.chunk', ask)).rejects.toMatchObject({ code: 'refused-sender' });
  });

  test.each([[{ tab: '1', pack: true }], [{ tab: 1 }], [{ tab: 1, pack: true, more: 1 }], [null]])(
    'what is not as the contract has it is refused: %j',
    async (ask) => {
      const send = sender(lineTo(handlersWith({}), OURS));
      await expect(send('tab.read', ask as never)).rejects.toMatchObject({ code: 'bad-message' });
    },
  );

  test('a Fault arrives as one, and anything else as a broken promise', async () => {
    const full = handlersWith({ 'jobs.idle': () => Promise.reject(new Fault('storage-full')) });
    await expect(sender(lineTo(full, OURS))('jobs.idle', null)).rejects.toMatchObject({ code: 'storage-full' });
    await expect(sender(lineTo(handlersWith({}), OURS))('jobs.idle', null)).rejects.toMatchObject({
      code: 'broken-promise',
    });
  });

  test.each([['text'], [null], [{ valise: 7 }], [{ valise: 'toString' }], [{ valise: 'wake' }], [[]]])(
    'a message that is none of the contract’s is left to others: %j',
    (message) => {
      expect(answering(handlersWith({}), async () => OURS)(message, 'stamp')).toBeUndefined();
    },
  );

  test('nobody at the other end is a context that is gone', async () => {
    await expect(sender(async () => undefined)('jobs.idle', null)).rejects.toMatchObject({ code: 'context-gone' });
  });
});
