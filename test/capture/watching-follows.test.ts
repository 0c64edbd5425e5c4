import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { changeSettings } from '../../src/store/settings';
import { answerTo } from '../sites/chatgpt/stream';
import { message, text } from '../sites/chatgpt/tree';
import { chatgptRead, type Offer } from './offer';
import { SEND } from './turns';
import { answer, brokenOff, watched, whole } from './watching';

describe('what follows', () => {
  const filesOf = async ({ sink }: Awaited<ReturnType<typeof watched>>) =>
    (await sink.db.jobs.toArray()).filter(({ kind }) => kind === 'files');

  test('files are fetched once the chat was read', async () => {
    const of = await watched();
    await of.hear(brokenOff());
    await of.pass(20);
    await answer(of);
    expect(await filesOf(of)).toMatchObject([{ ask: { again: false, tab: of.tab } }]);
  });

  test('and not where the person does not want them', async () => {
    const of = await watched();
    await changeSettings(of.sink.db, { files: false });
    await of.hear(brokenOff());
    await of.pass(20);
    await answer(of);
    expect(await filesOf(of)).toEqual([]);
  });

  /** An answer that cites a page, after the chat was read. */
  const citing = (): Offer => {
    const question = message('u9', 'user', text('And the streams?'), { create_time: 1_780_000_100 });
    const asked = { conversation: 'c-1', parent: 'a1', message: question };
    const { frames } = answerTo(asked, { turn: 1, encoding: 'v1' });
    const request = JSON.stringify({ messages: [question], conversation_id: 'c-1', parent_message_id: 'a1' });
    return chatgptRead('c-1', '', { ...SEND, body: frames.join(''), request });
  };
  const pagesOf = async ({ sink }: Awaited<ReturnType<typeof watched>>) =>
    (await sink.db.jobs.toArray()).flatMap((job) => (job.kind === 'pages' ? job.pages.map(({ url }) => url) : []));

  test.each([
    ['not where nobody chose it', false, ['https://tides.example.org/*'], []],
    ['not from a server that is not granted', true, ['https://elsewhere.example/*'], []],
    ['from one that is', true, ['https://tides.example.org/*'], ['https://tides.example.org/skerry/streams']],
  ])('copies of cited pages: %s', async (_, watchPages, hosts, expected) => {
    const of = await watched({ hosts });
    await changeSettings(of.sink.db, { watchPages, files: false });
    await of.hear(chatgptRead('c-1', whole()));
    await of.hear(citing());
    await of.pass(20);
    await expect.poll(() => pagesOf(of)).toEqual(expected);
    expect(of.asked()).toBe(0);
  });
});
