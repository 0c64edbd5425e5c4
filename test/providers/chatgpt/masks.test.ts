import { expect, test } from 'vitest';
import { masksOf } from '../../../src/providers/chatgpt/masks';
import { maskAddress, maskText } from '../../../src/raw/mask';

const masks = masksOf('conversation');
const masked = (value: unknown): string => maskText(JSON.stringify(value), masks).text;

test('tokens, accounts and addresses of the site are masked wherever the site puts them', () => {
  const text = masked({
    accessToken: 'eyJhbGciOi.PLANTED',
    deep: [{ conduit_token: 'PLANTED', useragent: 'PLANTED (X11; "quoted")', account_id: 'PLANTED' }],
    owner: { name: 'Ada', email: 'PLANTED@example.org' },
  });
  expect(text).not.toContain('PLANTED');
  expect(text).toContain('"name":"Ada"');
  expect(JSON.parse(text)).toMatchObject({ accessToken: '[masked:token]', deep: [{ useragent: '[masked:account]' }] });
});

test.each([
  'https://chatgpt.com/backend-api/estuary/content?id=file_01&ts=49&p=fs&sig=PLANTED&v=0',
  '/backend-api/estuary/content?ts=49&sig=PLANTED&id=file_02',
  'https://files.oaiusercontent.com/file-1/x.png?se=2026&sig=PLANTED%3D',
  'https://store.blob.core.windows.net/a/b?sv=1&sig=PLANTED',
  'https://b.s3.amazonaws.com/x?X-Amz-Credential=PLANTED%2F2026&X-Amz-Signature=PLANTED',
])('a link opens for nobody any more: %s', (link) => {
  for (const text of [link, `![a](${link}) and more`]) {
    for (const written of [
      JSON.stringify({ text }),
      JSON.stringify({ text }).replaceAll('/', '\\/').replaceAll('&', '\\u0026'),
    ]) {
      const after = maskText(written, masks).text;
      expect(after).not.toContain('PLANTED');
      expect(JSON.parse(after)).toHaveProperty('text');
      if (text !== link) expect(after).toContain('and more');
    }
  }
});

test('the id in a link of the site stays: it names the file', () => {
  expect(masked({ u: 'https://chatgpt.com/backend-api/estuary/content?id=file_01&sig=x' })).toContain(
    'id=file_01&[masked',
  );
});

test('what a person writes about tokens, and what a tool is given, stays', () => {
  const own = 'Set "access_token": "mine", {"user_id": "u-1"}, token=abc, https://example.org/?sig=keep&se=1';
  const call = JSON.stringify({ access_token: 'a word of mine', user_id: 'u-1' });
  expect(JSON.parse(masked({ parts: [own, call] }))).toEqual({ parts: [own, call] });
});

test('masking again changes nothing', () => {
  const once = masked({ accessToken: 'PLANTED', u: 'https://files.oaiusercontent.com/f?sig=PLANTED' });
  expect(maskText(once, masks)).toEqual({ text: once, masks: [] });
});

test('a stream says more of the browser, and its tokens resume it', () => {
  const data = {
    ...{ type: 'resume_conversation_token', token: 'PLANTED', conversation_id: 'c-1' },
    metadata: {
      useragent: { client_type: 'PLANTED', is_mobile: false, user_agent: 'PLANTED (X11)' },
      client_type: 'kept',
    },
  };
  const stream = `data: ${JSON.stringify(data)}\n\n`;
  const after = maskText(stream, masksOf('stream')).text;
  expect(after).not.toContain('PLANTED');
  expect(JSON.parse(after.slice(6))).toMatchObject({ conversation_id: 'c-1', metadata: { client_type: 'kept' } });

  const frame = JSON.stringify([{ topic_id: 't', payload: { payload: { encoded_item: stream } }, token: 'PLANTED' }]);
  const [framed] = JSON.parse(maskText(frame, masksOf('socket')).text);
  expect(JSON.stringify(framed)).not.toContain('PLANTED');
  const inside = JSON.parse(framed.payload.payload.encoded_item.slice(6));
  expect(inside).toMatchObject({ token: '[masked:token]', metadata: { client_type: 'kept' } });
});

test("what a person writes in a socket's frame about tokens stays; the socket's address names nobody", () => {
  const own = 'Set "token": "mine" and {"user_id": "u-1"}.';
  const stream = `data: ${JSON.stringify({ message: { content: { parts: [own] } } })}\n\n`;
  const frame = JSON.stringify({ payload: { payload: { encoded_item: stream } } });
  expect(maskText(frame, masksOf('socket'))).toEqual({ text: frame, masks: [] });
  const address = 'wss://ws.chatgpt.com/p18/ws/user/user-PLANTED?verify=1790000000-PLANTED%3D';
  expect(maskAddress(address, masksOf('socket')).text).toBe(
    'wss://ws.chatgpt.com/p18/ws/user/[masked:account]?[masked:socket-query]',
  );
});

test('whose account it is, however it is written: numbers, lists, behind other objects, addresses of mail', () => {
  const value = {
    ...{
      account_id: 1234567890,
      organization_ids: ['PLANTED'],
      account_email: 'PLANTED',
      chatgpt_account_id: 'PLANTED',
    },
    ...{ user: { x: { y: [1] }, email: 'PLANTED', id: 'PLANTED' }, owner: { profile: { x: 1 }, email: 'PLANTED' } },
    ...{ user_id: null, metadata: { x: JSON.stringify({ access_token: 'PLANTED' }) }, title: 'kept', count: 12 },
  };
  const text = masked(value);
  expect(text).not.toMatch(/PLANTED|1234567890/);
  expect(JSON.parse(text)).toMatchObject({ account_id: '[masked:account]', user_id: null, title: 'kept', count: 12 });
  expect(JSON.parse(text)).toMatchObject({ user: { x: { y: [1] } }, owner: { profile: { x: 1 } } });
  expect(maskText(text, masks).masks).toEqual([]);
});

test('what a patch of a stream puts there is masked, also where the next one goes on with it', () => {
  const patches = [
    { p: '/message/metadata/user_id', o: 'add', v: 'PLANTED' },
    { p: '/message/metadata/useragent', o: 'add', v: { client: 'PLANTED' } },
    { v: 'PLANTED', p: '/message/metadata/resume_token' },
    { p: '', o: 'patch', v: [{ p: '/message/metadata/resume_token', o: 'append', v: 'PLANTED' }] },
    { p: '/message/metadata/resume_token', o: 'append', v: 'PLANTED' },
    { v: 'PLANTED' },
    { p: '/message/content/parts/0', o: 'append', v: 'kept' },
    { v: 'kept too' },
  ];
  const stream = (of: readonly unknown[]): string =>
    of.map((each) => `event: delta\ndata: ${JSON.stringify(each)}\n\n`).join('');
  const after = maskText(stream(patches), masksOf('stream')).text;
  expect(after).not.toContain('PLANTED');
  expect(after).toContain(stream(patches.slice(6)));
  const frame = JSON.stringify({ payload: { payload: { encoded_item: stream(patches) } } });
  const framed = maskText(frame, masksOf('socket')).text;
  expect(framed).not.toContain('PLANTED');
  expect(JSON.parse(framed).payload.payload.encoded_item).toBe(after);
});

test('frames that are texts themselves, or hold base64, hold no secrets either', () => {
  const stream = `data: ${JSON.stringify({ message: { metadata: { access_token: 'PLANTED' }, own: '"token": "mine"' } })}\n\n`;
  const inner = JSON.stringify({ payload: { payload: { encoded_item: stream } } });
  const old = { data: { body: Buffer.from(stream).toString('base64') } };
  const { text } = maskText(`${JSON.stringify({ data: inner })}\n${JSON.stringify(old)}`, masksOf('socket'));
  const [first = '', second = ''] = text.split('\n');
  for (const piece of [
    JSON.parse(JSON.parse(first).data).payload.payload.encoded_item,
    Buffer.from(JSON.parse(second).data.body, 'base64').toString(),
  ])
    expect(piece).toBe(stream.replace('PLANTED', '[masked:token]'));
  expect(maskText(text, masksOf('socket')).masks).toEqual([]);
});

test('a text that was cut is masked as far as it goes', () => {
  expect(maskText('{"a":1,"access_token":"PLAN', masks).text).toBe('{"a":1,"access_token":"[masked:token]');
  expect(maskText('"access_token":"PLANTED","b":"c', masks).text).toBe('"access_token":"[masked:token]","b":"c');
});

test.each([
  ['one secret', () => `{"access_token":"${'A\\n'.repeat(10_000_000)}"}`],
  ['one host again and again', () => `{"t":"${'oaiusercontent.com'.repeat(200_000)}"}`],
  ['one socket again and again', () => `{"t":"${'wss://'.repeat(400_000)}"}`],
  ['one file again and again', () => `{"t":"${'estuary/content?'.repeat(200_000)}[masked:x]"}`],
  ['quotes', () => '"'.repeat(2_000_000)],
  ['brackets', () => '{"user":'.repeat(300_000)],
  ['backslashes', () => '\\"'.repeat(2_000_000)],
])('hostile lengths take no time to speak of: %s', (_, make) => {
  const text = make();
  const start = performance.now();
  maskText(text, masksOf('socket'));
  expect(performance.now() - start).toBeLessThan(5000);
});
