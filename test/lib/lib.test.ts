import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  base64,
  compareBytes,
  concat,
  findBytes,
  fromBase64,
  letGo,
  looseText,
  textOf,
  utf8,
} from '../../src/lib/bytes';
import {
  artifactName,
  hashIn,
  sha256All,
  sha256Hex,
  sha256Native,
  sha256Portable,
  sha256Promised,
  sha256Stream,
} from '../../src/lib/hash';
import { canonical, deeperThan, member, parseJson, pointer, pointerSteps } from '../../src/lib/json';
import { compareText, isBroken, sentence, withoutStop } from '../../src/lib/text';
import { dayInWords, extentOf, isLogTime, logTime, momentInWords, siteTime, spanInWords } from '../../src/lib/time';

const bytesOf = (data: Uint8Array) => new Uint8Array(data);

describe('bytes', () => {
  test('base64 and back, also of what is larger than one call may take', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (data) => {
        expect(fromBase64(base64(data))).toEqual(bytesOf(data));
      }),
    );
    const large = Uint8Array.from({ length: 300_000 }, (_, i) => i * 7);
    expect(Buffer.from(base64(large), 'base64').equals(large)).toBe(true);
    expect(fromBase64(base64(large))).toEqual(large);
    expect(() => fromBase64('&')).toThrow();
  });

  test('text and back: a byte order mark stays, what is not UTF-8 is told', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(textOf(utf8(text))).toBe(text.toWellFormed());
      }),
    );
    expect(textOf(utf8('\ufeffa'))).toBe('\ufeffa');
    expect(textOf(new Uint8Array([0xff]))).toBeNull();
    expect(looseText(new Uint8Array([0x61, 0xff]))).toBe('a\ufffd');
    expect(looseText(utf8('a\ud83d'))).toBe('a\ufffd');
  });

  test('finding is what a plain search finds', () => {
    const few = fc.uint8Array({ max: 2, maxLength: 60 });
    fc.assert(
      fc.property(few, fc.uint8Array({ max: 2, maxLength: 4 }), (hay, needle) => {
        expect(findBytes(hay, needle)).toBe(Buffer.from(hay).indexOf(Buffer.from(needle)));
      }),
      { numRuns: 2000 },
    );
  });

  test('order is that of the bytes, the shorter first', () => {
    fc.assert(
      fc.property(fc.uint8Array({ max: 3 }), fc.uint8Array({ max: 3 }), (a, b) => {
        expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(a, b));
      }),
    );
    expect(concat([utf8('a'), utf8(''), utf8('bc')])).toEqual(utf8('abc'));
  });

  test('memory of a whole is given back, and never that of a view, which others may look into', () => {
    const whole = new Uint8Array(8);
    letGo(whole);
    expect(whole.length).toBe('transfer' in ArrayBuffer.prototype ? 0 : 8);
    letGo(whole); // a second time is no fault
    const other = new Uint8Array(8);
    letGo(other.subarray(0, 4));
    expect(other.length).toBe(8);
  });
});

describe('hashes', () => {
  test('all ways give the same', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), fc.nat(), async (data, at) => {
        const bytes = bytesOf(data);
        const stream = sha256Stream();
        stream.update(bytes.subarray(0, at % (bytes.length + 1)));
        stream.update(bytes.subarray(at % (bytes.length + 1)));
        const hash = createHash('sha256').update(bytes).digest('hex');
        expect(sha256Hex(bytes)).toBe(hash);
        expect(sha256Portable(bytes)).toBe(hash);
        expect(await sha256Native(bytes)).toBe(hash);
        expect(await sha256Promised(bytes)).toBe(hash);
        expect(stream.hex()).toBe(hash);
        expect(hashIn(artifactName(hash))).toBe(hash);
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'binary' }), { maxLength: 200 }), async (texts) => {
        const hashes = texts.map(sha256Portable);
        expect(texts.map(sha256Hex)).toEqual(hashes);
        expect(await sha256All(texts.map(utf8))).toEqual(hashes);
      }),
      { numRuns: 30 },
    );
    expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(hashIn('sha256:ABC')).toBeNull();
  });
});

describe('JSON', () => {
  test('canonical form: members by UTF-16 unit, numbers as JavaScript prints them', () => {
    expect(canonical({ '\u{1f600}': 1, é: [1e21, -0, 0.1], a: null, B: 'x"\u2028' })).toBe(
      '{"B":"x\\"\u2028","a":null,"é":[1e+21,0,0.1],"\u{1f600}":1}',
    );
    expect(() => canonical(undefined)).toThrow();
    expect(() => canonical(Number.NaN)).toThrow();
  });

  test('canonical form is what the library writes, whichever way it was written', () => {
    const name = fc.constantFrom(
      'b',
      'a',
      '10',
      '9',
      '09',
      '__proto__',
      'é',
      '\u{1f600}',
      '\uff5e',
      '',
      'toJSON',
      'constructor',
    );
    const value = fc.letrec<{ any: unknown }>((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(null, true, -0, 1e21, 0.1, undefined, 'x"\u2028\u0007'),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.array(fc.tuple(name, tie('any')), { maxLength: 4 }).map((members) => Object.fromEntries(members)),
      ),
    })).any;
    const property = fc.property(fc.array(value, { minLength: 1, maxLength: 3 }), (each) => {
      const before = JSON.stringify(each);
      expect(canonical(each)).toBe(canonicalize(each));
      expect(JSON.stringify(each)).toBe(before);
    });
    fc.assert(property, { numRuns: 3000 });
    expect(() => canonical([Number.POSITIVE_INFINITY])).toThrow();
  });

  test('canonical form has one spelling: parsing it and writing it again changes nothing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonical(value);
        expect(canonical(JSON.parse(text))).toBe(text);
      }),
    );
  });

  test('a member called __proto__ is a member', () => {
    const value = parseJson('{"__proto__":{"a":1}}');
    expect(member(value, '__proto__')).toEqual({ a: 1 });
    expect(member(value, 'a')).toBeUndefined();
    expect(member({}, 'toString')).toBeUndefined();
    expect(canonical(value)).toBe('{"__proto__":{"a":1}}');
  });

  test('parsing takes one byte order mark, and says undefined of what is no JSON', () => {
    expect(parseJson('\ufeff[1]')).toEqual([1]);
    expect(parseJson('\ufeff\ufeff[1]')).toBeUndefined();
    expect(parseJson('[1')).toBeUndefined();
  });

  test('pointers and their steps', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), (steps) => {
        expect(pointerSteps(pointer(...steps))).toEqual(steps);
      }),
    );
    expect(pointer('a/b', 'c~d', 0)).toBe('/a~1b/c~0d/0');
  });

  test('depth is counted without recursion', () => {
    const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
    expect(deeperThan(nested(501), 500)).toBe(false);
    expect(deeperThan(nested(502), 500)).toBe(true);
    expect(deeperThan(nested(100_000), 500)).toBe(true);
  });
});

describe('text', () => {
  test('order is by UTF-16 unit, in every locale', () => {
    expect(['b', 'a', 'ä', 'B', '\u{1f600}', '\uff5e'].sort(compareText)).toEqual([
      'B',
      'a',
      'b',
      'ä',
      '\u{1f600}',
      '\uff5e',
    ]);
    expect([isBroken('a\ud83d'), isBroken('\u{1f600}')]).toEqual([true, false]);
  });
});

describe('times of the log', () => {
  test.each(['2026-02-28T23:59:59.999Z', '0000-01-01T00:00:00.000Z', '2024-02-29T00:00:00.000Z'])('%s is one', (text) =>
    expect(isLogTime(text)).toBe(true),
  );
  test.each([
    '2026-13-01T00:00:00.000Z',
    '2026-02-31T00:00:00.000Z',
    '2026-01-01T24:00:00.000Z',
    '2026-01-01T00:00:60.000Z',
    '2026-01-01T00:00:00Z',
    '+012026-01-01T00:00:00.000Z',
    'yesterday',
  ])('%s is none', (text) => expect(isLogTime(text)).toBe(false));
  test('a moment outside the years of four digits is none', () => {
    expect(logTime(Date.UTC(9999, 11, 31))).toBe('9999-12-31T00:00:00.000Z');
    for (const outside of [Date.UTC(10_000, 0, 1), -1e14, 1e17, Number.NaN, Number.POSITIVE_INFINITY])
      expect(logTime(outside)).toBeNull();
  });
});

describe('times of sites', () => {
  test.each([
    [1_700_000_000, '2023-11-14T22:13:20.000Z'],
    [1_700_000_000.1235, '2023-11-14T22:13:20.124Z'],
    ['1700000000.5', '2023-11-14T22:13:20.500Z'],
    ['2024-02-29T10:20:30Z', '2024-02-29T10:20:30.000Z'],
    ['2024-02-29T10:20:30.123456+00:00', '2024-02-29T10:20:30.123Z'],
    ['2024-02-29T10:20:30.9999Z', '2024-02-29T10:20:31.000Z'],
    ['2024-02-29T10:20:30.5', '2024-02-29T10:20:30.500Z'],
    ['2024-02-29 10:20', '2024-02-29T10:20:00.000Z'],
    ['2024-02-29T10:20:30+0530', '2024-02-29T04:50:30.000Z'],
    ['2024-02-29T10:20:30-08', '2024-02-29T18:20:30.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2023-02-29T00:00:00Z', null],
    ['2024-13-01', null],
    ['yesterday', null],
    ['Tue, 5 Mar 2024 10:00', null],
    [0, null],
    [1_700_000_000_000, null],
    [Number.NaN, null],
    [null, null],
    [true, null],
    ['', null],
  ])('%j is %j', (said, time) => {
    expect(siteTime(said)).toBe(time);
  });

  test('the zone of the machine decides nothing', () => {
    const zone = process.env.TZ;
    try {
      const times = ['UTC', 'America/Los_Angeles', 'Asia/Kolkata'].map((each) => {
        process.env.TZ = each;
        return ['2024-02-29T10:20:30', '2024-02-29 10:20:30', '2024-02-29'].map(siteTime);
      });
      expect(new Set(times.map((each) => each.join(' '))).size).toBe(1);
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });
});

describe('words for people', () => {
  test('a moment of the log, in English and UTC; what is none stays as it is said', () => {
    expect(momentInWords('2026-11-29T21:28:31.004Z')).toBe('29 November 2026, 21:28 UTC');
    expect(momentInWords('2026-02-01T00:00:00.000Z', 'second')).toBe('1 February 2026, 00:00:00 UTC');
    for (const odd of ['', 'noon', '2026-13-29T21:28:31.004Z', '2026-02-31T00:00:00.000Z', '2026-11-29'])
      expect(momentInWords(odd)).toBe(odd);
    expect(dayInWords('2026-11-29')).toBe('29 November 2026');
    expect(dayInWords('2026-05-03T21:28:31.004Z')).toBe('3 May 2026');
    for (const odd of ['', '2026', '2026-02-31', '2026-11-29 or so', 'in May']) expect(dayInWords(odd)).toBe(odd);
  });

  test('from the earliest to the latest, whatever the order', () => {
    const [a, b, c] = ['2026-03-01T10:00:00.000Z', '2026-03-01T10:00:59.000Z', '2026-04-01T00:00:00.000Z'];
    expect(spanInWords([c, a, b])).toBe('1 March 2026, 10:00 UTC to 1 April 2026, 00:00 UTC');
    expect(spanInWords([b, a])).toBe('1 March 2026, 10:00 UTC');
    expect(spanInWords([])).toBeNull();
    expect(extentOf([b, c, a])).toEqual({ first: a, last: c });
    expect(spanInWords(Array.from({ length: 300_000 }, () => a))).toBe('1 March 2026, 10:00 UTC');
  });

  test('one mark at the end of a sentence', () => {
    expect(['a', 'a.', 'a…', 'a?', '“a.”', 'a. '].map(sentence)).toEqual(['a.', 'a.', 'a…', 'a?', '“a.”', 'a.']);
    expect(['a', 'a.', 'a. ', 'a...', ''].map(withoutStop)).toEqual(['a', 'a', 'a', 'a...', '']);
  });
});
