import { expect, test } from 'vitest';
import { masks } from '../../../src/providers/chatgpt/masks';
import { maskText } from '../../../src/raw/mask';

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
