import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pageAddress } from '../../src/pages/address';

const refused = (text: string): string | null => {
  const found = pageAddress(text);
  return found.ok ? null : found.because;
};

describe('addresses that anybody may ask for', () => {
  test.each([
    'https://example.com/',
    'http://example.com/a?b=c#d',
    'https://EXAMPLE.com:443/',
    'http://example.com:80/',
    'https://example.com./',
    'https://bücher.example/ä',
    'https://xn--bcher-kva.example/',
    'https://93.184.216.34/',
    'http://[2606:2800:220:1:248:1893:25c8:1946]/',
    'https://localhost.example.com/',
    'https://127.0.0.1.example.com/',
    'https://local.example/',
  ])('%s', (text) => {
    expect(pageAddress(text)).toEqual({ ok: true, url: new URL(text) });
  });
});

describe('addresses that are never asked for', () => {
  test.each([
    ['', 'no-address'],
    ['example.com', 'no-address'],
    ['/path', 'no-address'],
    ['https://', 'no-address'],
    ['https://1.2.3.4.5/', 'no-address'],
    ['https://[::1/', 'no-address'],
    ['ftp://example.com/', 'other-scheme'],
    ['file:///etc/passwd', 'other-scheme'],
    ['data:text/html,x', 'other-scheme'],
    ['javascript:alert(1)', 'other-scheme'],
    ['blob:https://example.com/1', 'other-scheme'],
    ['chrome-extension://abc/x', 'other-scheme'],
    ['moz-extension://abc/x', 'other-scheme'],
    ['view-source:https://example.com', 'other-scheme'],
    ['ws://example.com/', 'other-scheme'],
    ['https://me@example.com/', 'credentials'],
    ['https://:word@example.com/', 'credentials'],
    ['https://example.com@127.0.0.1/', 'credentials'],
    ['https://example.com:8443/', 'other-port'],
    ['http://example.com:443/', 'other-port'],
    ['https://example.com:80/', 'other-port'],
    ['http://example.com:22/', 'other-port'],
  ])('%s: %s', (text, because) => {
    expect(refused(text)).toBe(because);
  });

  test.each([
    // this machine, however it is written
    ...['127.0.0.1', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.1', '017700000001', '0177.0.0.1'],
    ...['127.0.0.1.', '①②⑦.0.0.1', '%31%32%37.0.0.1', '127。0。0。1', '0', '0.0.0.0', '0.1.2.3'],
    ...['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'localhost.localdomain'],
    ...['[::1]', '[0:0:0:0:0:0:0:1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]'],
    // networks at home and at work
    ...['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '3232235777', '0xc0a80101', '0300.0250.1.1'],
    ...['[fc00::1]', '[fd12:3456::1]', '[fe80::1]', '[febf::1]', '[fec0::1]', '[::ffff:192.168.1.1]'],
    ...['100.64.0.1', '100.127.255.255', '169.254.169.254', '[::ffff:a9fe:a9fe]', '[fd00:ec2::254]'],
    // private addresses inside others: NAT64, 6to4, Teredo, translation
    ...['[64:ff9b::7f00:1]', '[64:ff9b::192.168.1.1]', '[64:ff9b:1::a00:1]', '[2002:7f00:1::]', '[2002:c0a8:101::1]'],
    ...['[2001:0:4136:e378:8000:63bf:3fff:fdd2]', '[::ffff:0:127.0.0.1]'],
    // nobody's, many's, and those in books
    ...['224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255', '[ff02::1]', '192.0.2.1', '198.51.100.1'],
    ...['198.18.0.1', '203.0.113.1', '192.0.0.8', '[2001:db8::1]', '[100::1]', '[5f00::1]', '[4000::1]', '[::1.2.3.4]'],
    // names that mean something only where one is
    ...['router', 'intranet', 'printer.local', 'a.b.local.', 'metadata.google.internal', 'x.onion', 'nas.lan'],
    ...['fritz.home', 'x.home.arpa', 'x.corp', 'x.invalid', '1.0.0.127.in-addr.arpa', 'a..example.com', '.example.com'],
  ])('http://%s/', (host) => {
    expect(refused(`http://${host}/`)).toMatch(/not-public|no-address/);
  });

  test('what the engine takes for an address is one of ours too', () => {
    expect(refused('http://127.1/')).toBe('not-public');
    expect(refused('http://①②⑦.0.0.1/')).toBe('not-public');
    expect(refused(' \thttp:\\\\127.0.0.1\\x')).toBe('not-public');
    expect(refused('ht\ntp://10.0.0.1/')).toBe('not-public');
  });
});

const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255));
const radix = fc.constantFrom(8, 10, 16);
const digits = (value: number, base: number): string =>
  base === 16 ? `0x${value.toString(16)}` : base === 8 ? `0${value.toString(8)}` : String(value);

describe('a number', () => {
  /** The ranges in the registries' own words, for numbers alone. */
  const isPrivate = ([a, b]: readonly [number, number, ...number[]]): boolean =>
    a === 0 ||
    a === 10 ||
    a === 127 ||
    a >= 224 ||
    (a === 100 && b >= 64 && b < 128) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && b === 168);

  test('is the same however it is written', () => {
    fc.assert(
      fc.property(octets, radix, radix, fc.boolean(), (parts, one, two, short) => {
        const [a, b, c, d] = parts;
        const plain = `${a}.${b}.${c}.${d}`;
        const written = short
          ? digits(a * 2 ** 24 + b * 2 ** 16 + c * 256 + d, one)
          : `${digits(a, one)}.${digits(b, two)}.${digits(c * 256 + d, one)}`;
        const said = refused(`http://${plain}/`);
        expect(refused(`http://${written}/`)).toBe(said);
        if (isPrivate(parts)) expect(said).toBe('not-public');
      }),
    );
  });

  test('inside one of IPv6 is never asked for where it is private', () => {
    fc.assert(
      fc.property(octets, fc.constantFrom('::ffff:', '64:ff9b::', '::', '::ffff:0:'), (parts, prefix) => {
        if (isPrivate(parts)) expect(refused(`http://[${prefix}${parts.join('.')}]/`)).toBe('not-public');
      }),
    );
  });

  test('of IPv6 is public only where such are given out', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(0xffff), { minLength: 8, maxLength: 8 }), (words) => {
        const found = refused(`http://[${words.map((word) => word.toString(16)).join(':')}]/`);
        if (((words[0] ?? 0) & 0xe000) !== 0x2000) expect(found).toBe('not-public');
      }),
    );
  });
});

test('whatever is asked, an answer is a public address or a refusal', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl({ withQueryParameters: true }),
        fc.ipV6().map((ip) => `http://[${ip}]/`),
      ),
      (text) => {
        const found = pageAddress(text);
        if (!found.ok) return;
        expect(found.url.protocol).toMatch(/^https?:$/);
        expect(found.url.port + found.url.username + found.url.password).toBe('');
      },
    ),
  );
});
