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
