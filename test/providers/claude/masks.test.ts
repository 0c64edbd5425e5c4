import { expect, test } from 'vitest';
import { masksOf } from '../../../src/providers/claude/masks';
import { maskAddress, maskText } from '../../../src/raw/mask';

const ORG = '00000000-0000-4000-8000-0000000000aa';
const masks = masksOf({ capture: 'heard' });
const masked = (value: unknown): string => maskText(JSON.stringify(value), masks).text;

test('tokens, accounts and the organisation are masked wherever the site puts them', () => {
  const text = masked({
    sessionKey: 'PLANTED',
    account: { uuid: 'PLANTED', full_name: 'PLANTED "Ada"' },
    creator: { full_name: 'PLANTED', uuid: 'PLANTED-2' },
    created_by: 'PLANTED',
    deep: [{ account_uuid: 'PLANTED', organization_uuid: 'PLANTED', email_address: 'PLANTED@example.org' }],
    files: [
      {
        custom_metadata: { account_id: 'PLANTED', organization_id: 'PLANTED' },
        preview_url: `/api/${ORG}/files/f-1/preview`,
      },
    ],
    mcp_server_url: 'https://tool.example/mcp?key=PLANTED',
    name: 'Ada’s tides',
  });
  expect(text).not.toContain('PLANTED');
  expect(text).not.toContain(ORG);
  expect(text).toContain('/files/f-1/preview');
  expect(text).toContain('https://tool.example/mcp?');
  expect(JSON.parse(text)).toMatchObject({ name: 'Ada’s tides', sessionKey: '[masked:token]' });
});

test('the address of a call names the conversation, and no organisation', () => {
  const address = `https://claude.ai/api/organizations/${ORG}/chat_conversations/c-1?tree=True`;
  expect(maskAddress(address, masks).text).toBe(
    'https://claude.ai/api/organizations/[masked:organisation]/chat_conversations/c-1?tree=True',
  );
  expect(maskAddress(address, masksOf({ capture: 'file' })).text).toBe(address);
});

test.each([
  'https://files.claudeusercontent.com/f/1?Expires=1&Signature=PLANTED',
  'https://storage.googleapis.com/b/o?X-Goog-Signature=PLANTED',
  'https://b.s3.amazonaws.com/x?X-Amz-Credential=PLANTED%2F2026&X-Amz-Signature=PLANTED',
])('a link opens for nobody any more: %s', (link) => {
  for (const words of [link, `![a](${link}) and more`])
    for (const written of [
      JSON.stringify({ words }),
      JSON.stringify({ words }).replaceAll('/', '\\/').replaceAll('&', '\\u0026'),
    ]) {
      const after = maskText(written, masks).text;
      expect(after).not.toContain('PLANTED');
      expect(JSON.parse(after)).toHaveProperty('words');
    }
});

test('what a person writes about tokens and organisations, and what a tool is given, stays', () => {
  const own = `Set "sessionKey": "mine", {"account_uuid": "u-1"}; GET /api/organizations/${ORG}/chat_conversations and /api/${ORG}/files/f`;
  const call = JSON.stringify({ api_key: 'a word of mine', email: 'me@example.org' });
  expect(JSON.parse(masked({ text: own, input: call }))).toEqual({ text: own, input: call });
});

test('masking again changes nothing', () => {
  const once = masked({ sessionKey: 'PLANTED', account: { uuid: 'x' }, preview_url: `/api/${ORG}/files/f/preview` });
  expect(maskText(once, masks)).toEqual({ text: once, masks: [] });
});

test('whose account it is, however it is written: behind other objects, numbers, lists', () => {
  const text = masked({
    ...{ account: { settings: { a: 1 }, uuid: 'PLANTED' }, creator: { memberships: [{ x: 1 }], full_name: 'PLANTED' } },
    ...{ account_id: 1234567890, organization_uuids: ['PLANTED', 'PLANTED'], organization: { x: {}, name: 'PLANTED' } },
    project: { uuid: 'p-1', name: 'kept', creator: { display_name: 'PLANTED', uuid: 'PLANTED' } },
  });
  expect(text).not.toMatch(/PLANTED|1234567890/);
  expect(JSON.parse(text)).toMatchObject({
    ...{ account_id: '[masked:account]', organization_uuids: ['[masked:account]', '[masked:account]'] },
    ...{ account: { settings: { a: 1 } }, project: { uuid: 'p-1', name: 'kept' } },
  });
  expect(maskText(text, masks)).toEqual({ text, masks: [] });
});

test.each([
  `https://claude.ai/api/${ORG}/files/f-1/preview?token=PLANTED`,
  '/api/organizations/o/files/f-1/contents?signature=PLANTED&x=1',
])('a file of the site opens for nobody by its query: %s', (url) => {
  for (const text of [JSON.stringify({ url }), JSON.stringify({ url }).replaceAll('/', '\\/'), `<img src="${url}">`])
    expect(maskText(text, masks).text).not.toContain('PLANTED');
  expect(masked({ text: 'see https://claude.ai/new?q=mine' })).toContain('?q=mine');
});

test.each([
  ['one secret', () => `{"api_key":"${'A\\n'.repeat(10_000_000)}"}`],
  ['one host again and again', () => `{"t":"${'claudeusercontent.com'.repeat(200_000)}"}`],
  ['one link again and again', () => `{"t":"${'claude.ai/files/'.repeat(200_000)}?[masked:x]"}`],
])('hostile lengths take no time to speak of: %s', (_, make) => {
  const text = make();
  const start = performance.now();
  maskText(text, masks);
  expect(performance.now() - start).toBeLessThan(5000);
});
