import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { looseText, utf8 } from '../../src/lib/bytes';
import { maskAddress, maskBytes, maskText, sumMasks } from '../../src/raw/mask';

const TOKEN = { rule: 'token', keys: ['accessToken', 'api.key'] };
const LINK = { rule: 'signed', pattern: /[?&]sig=([\w%-]+)/gu };

describe('members by name', () => {
  test('a secret goes, the same words elsewhere stay, and the count is right', () => {
    const text = '{"accessToken":"s3cret","text":"my accessToken is s3cret","api.key": "k","apixkey":"stays"}';
    expect(maskText(text, [TOKEN])).toEqual({
      text: '{"accessToken":"[masked:token]","text":"my accessToken is s3cret","api.key": "[masked:token]","apixkey":"stays"}',
      masks: [{ rule: 'token', count: 2 }],
    });
  });

  test('a secret goes whole, whatever is in it, however deep the JSON stands inside JSON', () => {
    const property = fc.property(
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.string({ unit: 'grapheme' }),
      fc.nat(4),
      (secret, other, depth) => {
        const wrap = (inner: string): string => {
          let text = inner;
          for (let level = 0; level < depth; level++) text = JSON.stringify({ level, text, other });
          return text;
        };
        const { text, masks } = maskText(wrap(JSON.stringify({ other, accessToken: secret, after: other })), [TOKEN]);
        expect(text).toBe(wrap(JSON.stringify({ other, accessToken: '[masked:token]', after: other })));
        expect(masks).toEqual([{ rule: 'token', count: 1 }]);
      },
    );
    fc.assert(property, { numRuns: 2000 });
  });

  test.each(['ends in \\', 'a\\\\', '\\', '"', '\\"', 'x"\\'])('the secret %j goes whole at every depth', (secret) => {
    let [text, masked] = [
      { accessToken: secret, after: 1 },
      { accessToken: '[masked:token]', after: 1 },
    ].map((each) => JSON.stringify(each));
    for (let depth = 0; depth < 4; depth++) {
      expect(maskText(text ?? '', [TOKEN]).text).toBe(masked);
      [text, masked] = [JSON.stringify({ text }), JSON.stringify({ text: masked })];
    }
  });

  test('what is no text is no secret', () => {
    const text = '{"accessToken":null,"accessToken":7,"accessToken":"","accessToken":["a"]}';
    expect(maskText(text, [TOKEN])).toEqual({ text, masks: [] });
  });

  test('in a text that was cut off inside the secret, the rest of it goes', () => {
    expect(maskText('data: {"accessToken":"s3cr', [TOKEN]).text).toBe('data: {"accessToken":"[masked:token]');
  });

  test('blanks around the colon, and those of JSON printed inside JSON', () => {
    expect(maskText('{"accessToken" :\n "a"}', [TOKEN]).text).toBe('{"accessToken" :\n "[masked:token]"}');
    const inside = JSON.stringify({ text: JSON.stringify({ accessToken: 'a' }, null, 2).replace(': ', ':\n ') });
    expect(maskText(inside, [TOKEN]).text).not.toContain('\\"a\\"');
  });
});

describe('patterns', () => {
  test('of equal texts, the group that was found is masked, not another', () => {
    expect(maskText('/f?sig=ab&x=ab', [{ rule: 'r', pattern: /sig=(\w+)&x=\w+/gu }]).text).toBe(
      '/f?sig=[masked:r]&x=ab',
    );
  });

  test('without a group the whole is masked; rules go one after the other', () => {
    expect(maskText('a@b.example c@d.example', [{ rule: 'mail', pattern: /\S+@\S+/gu }])).toEqual({
      text: '[masked:mail] [masked:mail]',
      masks: [{ rule: 'mail', count: 2 }],
    });
  });

  test('masking twice changes nothing and counts nothing', () => {
    const property = fc.property(
      fc.string({ unit: fc.constantFrom('"', ':', 'a', '\\', '?sig=', 'accessToken', ' ') }),
      (text) => {
        const once = maskText(text, [TOKEN, LINK]).text;
        expect(maskText(once, [TOKEN, LINK])).toEqual({ text: once, masks: [] });
      },
    );
    fc.assert(property, { numRuns: 1000 });
    expect(maskText('{"accessToken":"[masked:token]"}', [TOKEN]).masks).toEqual([]);
  });
});

describe('addresses', () => {
  test('parameters of a secret name go, as do patterns; the rest stays', () => {
    const address = 'https://a.example/p/accessToken?accessToken=x1&y=2&sig=abc#api.key=k';
    expect(maskAddress(address, [TOKEN, LINK]).text).toBe(
      'https://a.example/p/accessToken?accessToken=[masked:token]&y=2&sig=[masked:signed]#api.key=[masked:token]',
    );
  });
});

describe('bytes', () => {
  test('UTF-8 stays UTF-8, and what has no secret stays the very same bytes', () => {
    const plain = utf8('{"text":"ünïcödé"}');
    expect(maskBytes(plain, [TOKEN]).bytes).toBe(plain);
    expect(looseText(maskBytes(utf8('{"ü":"é","accessToken":"ключ"}'), [TOKEN]).bytes)).toBe(
      '{"ü":"é","accessToken":"[masked:token]"}',
    );
  });

  test('in bytes that are no UTF-8, only the secret changes', () => {
    const bytes = new Uint8Array([0xff, 0xfe, ...utf8('?sig=abc '), 0x80]);
    const masked = maskBytes(bytes, [LINK]);
    expect(masked.text).toBeNull();
    expect([...masked.bytes]).toEqual([0xff, 0xfe, ...utf8('?sig=[masked:signed] '), 0x80]);
  });
});

test('counts of the same rule are one', () => {
  expect(
    sumMasks([
      { rule: 'b', count: 1 },
      { rule: 'a', count: 2 },
      { rule: 'b', count: 3 },
    ]),
  ).toEqual([
    { rule: 'b', count: 4 },
    { rule: 'a', count: 2 },
  ]);
});
