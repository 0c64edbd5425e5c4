import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { utf8 } from '../../src/lib/bytes';
import { sha256Hex } from '../../src/lib/hash';
import { canonical } from '../../src/lib/json';
import { EMPTY, hashLines, readLog, seal } from '../../src/model/chain';
import { Event } from '../../src/model/event';
import { compose, sealedValue } from './compose';
import { AT, said } from './said';

describe('a log', () => {
  const log = compose();
  const question = log.user('Which bridge is the oldest?');
  log.assistant('The stone one.', { sealed: [sealedValue('signature', 'missing')] });
  log.updated('Bridges', question);
  const lines = log.lines();

  test('composed is whole, and its lines are canonical', () => {
    const { events, faults } = readLog(lines);
    expect(faults).toEqual([]);
    expect(events.map(canonical)).toEqual(lines);
  });

  test('its lines are hashed from its bytes as they are one by one', async () => {
    const texts = fc.array(
      fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\n', '')),
      { maxLength: 200 },
    );
    const ended = (each: readonly string[]) => utf8(each.map((line) => `${line}\n`).join(''));
    const property = fc.asyncProperty(texts, async (each) => {
      expect(await hashLines(ended(each))).toEqual(each.map(sha256Hex));
    });
    await fc.assert(property, { numRuns: 50 });
    expect(await hashLines(utf8('a\nb'))).toEqual(['a', 'b'].map(sha256Hex));
    expect(readLog(lines, await hashLines(ended(lines)))).toEqual(readLog(lines));
  });

  /** Writes the lines again from one on, so that only what is changed is wrong. */
  const changed = (change: (event: Record<string, unknown>, i: number) => void): string[] => {
    let tail = EMPTY;
    return lines.map((line, i) => {
      const event = JSON.parse(line);
      change(event, i);
      const sealed = seal({ ...tail, seq: event.seq }, event, { recorded: event.at.recorded, revises: event.revises });
      tail = { seq: i + 1, prev: sealed.tail.prev };
      return sealed.line;
    });
  };
  const faultsOf = (changing: string[]): string[] => [...new Set(readLog(changing).faults.map(({ what }) => what))];

  test.each<[string, string[], string[]]>([
    ['no JSON', [...lines.slice(0, 1), '{', ...lines.slice(2)], ['not-json', 'chain', 'parent']],
    ['spaces', lines.map((line, i) => (i === 3 ? line.replace('{', '{ ') : line)), ['not-canonical']],
    [
      'a number beyond all there are',
      lines.map((line, i) => (i === 3 ? line.replace('"body":{', '"body":{"a":1e400,') : line)),
      ['not-canonical'],
    ],
    ['a line taken out', lines.filter((_, i) => i !== 1), ['seq', 'chain', 'parent']],
    ['a word changed', lines.map((line, i) => (i === 1 ? line.replace('oldest', 'newest') : line)), ['chain']],
    [
      'a jump',
      changed((event, i) => {
        event.seq = i * 2;
      }),
      ['seq'],
    ],
    [
      'an unknown parent',
      changed((event, i) => {
        if (i === 2) event.parents = ['acme:zz'];
      }),
      ['parent'],
    ],
    [
      'a time that no calendar has',
      changed((event, i) => {
        if (i === 2) event.at = { ...(event.at as object), occurred: '2026-02-31T10:00:00.000Z' };
      }),
      ['schema'],
    ],
    [
      'its own parent',
      changed((event, i) => {
        if (i === 2) event.parents = [event.id];
      }),
      ['parent'],
    ],
    [
      'a circle',
      changed((event, i) => {
        if (i === 1) event.parents = ['chatgpt:m2'];
      }),
      ['cycle'],
    ],
    [
      'a revision of another',
      changed((event, i) => {
        if (i === 2) event.revises = 1;
      }),
      ['revises'],
    ],
    [
      'a kind of nobody',
      changed((event, i) => {
        if (i === 1) event.kind = 'msg';
      }),
      ['schema', 'parent'],
    ],
    [
      'no raw',
      changed((event, i) => {
        if (i === 1) event.source = { ...(event.source as object), raw: [] };
      }),
      ['schema', 'parent'],
    ],
    [
      'a time that is none',
      changed((event, i) => {
        if (i === 1) event.at = { occurred: 'noon', updated: null, recorded: AT };
      }),
      ['schema', 'parent'],
    ],
  ])('with %s is not', (_, bad, what) => {
    expect(faultsOf(bad)).toEqual(what);
  });

  test('with a word of nobody says the word, and not all there are', () => {
    const detail = (change: (event: Record<string, unknown>) => void): string | undefined =>
      readLog(changed((event, i) => i === 1 && change(event))).faults[0]?.detail;
    const part = { type: 'hologram', text: 'x' };
    const said: Record<string, (event: Record<string, unknown>) => void> = {
      'kind: "msg" is not one of this format\'s kinds': (event) => {
        event.kind = 'msg';
      },
      'kind: "constructor" is not one of this format\'s kinds': (event) => {
        event.kind = 'constructor';
      },
      "kind: 7 is not one of this format's kinds": (event) => {
        event.kind = 7;
      },
      'kind is missing': (event) => {
        delete event.kind;
      },
      'body.parts.0.type: "hologram" is not one of this format\'s types': (event) => {
        event.body = { ...(event.body as object), parts: [part] };
      },
      'body.role: "boss" is not one of this format\'s words': (event) => {
        event.body = { ...(event.body as object), role: 'boss' };
      },
    };
    for (const [sentence, change] of Object.entries(said)) expect(detail(change)).toBe(sentence);
    const long = detail((event) => {
      event.kind = '\u{1f600}'.repeat(5_000);
    });
    expect(long?.length).toBeLessThan(140);
    expect(long?.isWellFormed()).toBe(true);
  });

  test('of a newer format is not guessed', () => {
    expect(readLog([lines[0]?.replace(/"v":1\}$/, '"v":2}') ?? '']).faults).toMatchObject([
      { what: 'newer', detail: '2' },
    ]);
  });

  test('nested too deep is refused without recursion', () => {
    const deep = lines[1]?.replace('"body":{', `"body":{"deep":${'['.repeat(90_000)}${']'.repeat(90_000)},`) ?? '';
    expect(readLog([lines[0] ?? '', deep]).faults.map(({ what }) => what)).toContain('schema');
  });

  test('a member called __proto__ stays in its line', () => {
    const body = JSON.parse('{"role":"user","status":null,"hidden":false,"parts":[],"__proto__":{"a":1}}');
    const { line } = seal(EMPTY, said('', { body }), { recorded: AT, revises: null });
    expect(line).toContain('"__proto__":{"a":1}');
    expect(readLog([line]).faults).toEqual([]);
  });

  test('every field is needed, and no other is taken', () => {
    const event = JSON.parse(lines[1] ?? '');
    for (const key of Object.keys(event)) {
      const { [key]: _, ...rest } = event;
      expect(Event.safeParse(rest).success, key).toBe(false);
    }
    expect(Event.safeParse({ ...event, more: 1 }).success).toBe(false);
  });
});
