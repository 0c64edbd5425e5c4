import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ContainerOptions, type ContainerReading, readContainer } from '../../src/intake/containers';
import type { Taken } from '../../src/intake/take';
import { concat, findBytes, looseText, utf8 } from '../../src/lib/bytes';
import { sha256Hex } from '../../src/lib/hash';
import { parseJson } from '../../src/lib/json';
import { ContainerFrame, Frame } from '../../src/raw/frame';
import { chunksOf } from '../raw/json-texts';
import { type AcmeChat, AT, acmeReader, exchange } from './acme';

const reader = acmeReader();

/** Reads a container, and gives everything that was taken out of it. */
async function open(
  chunks: Iterable<Uint8Array>,
  more: Partial<ContainerOptions> = {},
): Promise<{ reading: ContainerReading; takens: Taken[] }> {
  const takens: Taken[] = [];
  const reading = await readContainer(chunks, {
    only: [],
    readerFor: (value) => (reader.recognises(value) ? reader : null),
    head: () => ({ ...exchange('').head, address: null, route: 'export', capture: 'file', form: 'export', at: null }),
    fallbackTime: AT,
    each: (taken) => {
      takens.push(taken);
      return taken.outcome.kind === 'session' ? taken.outcome.native : null;
    },
    ...more,
  });
  return { reading, takens };
}

const conversation = (n: number, more: Partial<AcmeChat> = {}): AcmeChat => ({
  chat: `chat-${n}`,
  title: `Title of ${n}`,
  messages: [{ id: `m${n}`, text: `The words that only ${n} has`, updated: 1_700_000_000 + n }],
  ...more,
});

const many = Array.from({ length: 20 }, (_, n) => conversation(n, { token: `s3cret-${n}` }));
const masked = many.map((each) => ({ ...each, token: '[masked:token]' }));
const everything = (takens: readonly Taken[]): Uint8Array =>
  concat(takens.flatMap(({ artifacts }) => [...artifacts.values()]));
const frameOf = ({ bytes }: { bytes: Uint8Array }): ContainerFrame => ContainerFrame.parse(parseJson(looseText(bytes)));

describe('a container of conversations', () => {
  const texts = [JSON.stringify(many), JSON.stringify({ user: { id: 1 }, conversations: many, more: [] }, null, 1)];

  test.each(texts)('is read one by one, each with a frame of its own, wherever its chunks end (%#)', async (text) => {
    const bytes = utf8(text);
    const whole = utf8(text.replace(/s3cret-\d+/g, '[masked:token]'));
    const property = fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 30 }), async (cuts) => {
      const { reading, takens } = await open(chunksOf(bytes, cuts));
      expect(reading).toMatchObject({ kind: 'whole', read: 20, unread: 0, empty: 0 });
      expect(reading.containers.map(({ native }) => native)).toEqual(many.map(({ chat }) => chat));
      for (const [i, contained] of reading.containers.entries()) {
        const frame = frameOf(contained);
        expect(sha256Hex(contained.bytes)).toBe(contained.frame);
        expect(frame.whole).toEqual({ sha256: sha256Hex(whole), bytes: whole.length });
        const part = whole.slice(frame.offset, frame.offset + frame.bytes);
        expect(frame.own).toBe(sha256Hex(part));
        expect(parseJson(looseText(part))).toEqual(masked[i]);
        const own = takens[i]?.artifacts.get(takens[i]?.frame ?? '');
        expect(Frame.parse(parseJson(looseText(own ?? new Uint8Array()))).whole).toEqual({
          sha256: frame.own,
          bytes: frame.bytes,
        });
        expect(frame.masks).toEqual([{ rule: 'token', count: 20 }]);
      }
    });
    await fc.assert(property, { numRuns: 30 });
  });

  test('of one, nothing of the others comes along', async () => {
    const { reading, takens } = await open([utf8(JSON.stringify(many))], { only: ['chat-7'] });
    expect(reading).toMatchObject({ read: 1, unread: 0 });
    expect(takens.map(({ head }) => [head.form, head.at])).toEqual([['export', '2023-11-14T22:13:27.000Z']]);
    const bytes = concat([everything(takens), ...reading.containers.map((each) => each.bytes)]);
    const foreign = many
      .filter(({ chat }) => chat !== 'chat-7')
      .flatMap(({ chat, title = '', messages: [first] }) => [chat ?? '', title, first?.text ?? '']);
    expect(foreign.filter((words) => findBytes(bytes, utf8(`"${words}"`)) >= 0)).toEqual([]);
    expect(findBytes(bytes, utf8('The words that only 7 has'))).toBeGreaterThan(0);
    expect(findBytes(bytes, utf8('s3cret'))).toBe(-1);
  });

  test('taken alone or with all others, it has the same frames', async () => {
    const alone = await open([utf8(JSON.stringify(many))], { only: ['chat-7'] });
    const all = await open([utf8(JSON.stringify(many))]);
    expect(alone.reading.containers).toEqual([all.reading.containers[7]]);
    expect(alone.takens[0]?.frame).toBe(all.takens[7]?.frame);
  });

  test('what is not wanted is not even parsed, once the site is known', async () => {
    const bytes = utf8(`[${many.map((each) => JSON.stringify(each)).join(',')}]`);
    let parsed = 0;
    const { reading } = await open([bytes], {
      only: ['chat-13'],
      readerFor: (value) => {
        parsed++;
        return reader.recognises(value) ? reader : null;
      },
    });
    expect([parsed, reading.read]).toEqual([2, 1]);
  });

  test('an id that JSON could write in many ways is found by parsing', async () => {
    const odd = conversation(1, { chat: 'a/"b' });
    const { reading } = await open([utf8(JSON.stringify([conversation(0), odd]).replace('a/', 'a\\/'))], {
      only: ['a/"b'],
    });
    expect(reading.containers.map(({ native }) => native)).toEqual(['a/"b']);
  });

  test('an id that stands in the words of another is not that one', async () => {
    const about = conversation(1, { messages: [{ id: 'x', text: 'see chat-2' }] });
    const { takens } = await open([utf8(JSON.stringify([about, conversation(2)]))], { only: ['chat-2'] });
    expect(takens.map(({ outcome }) => outcome.kind === 'session' && outcome.native)).toEqual(['chat-2']);
  });

  test('elements that nobody knows, cannot be read or are empty are counted, and stop nothing', async () => {
    const list = [
      7,
      { other: 1 },
      conversation(1),
      { chat: 'c', rows: 1 },
      conversation(2, { messages: [] }),
      conversation(3),
    ];
    const { reading } = await open([utf8(JSON.stringify(list).replace('"rows":1', '"rows":01'))]);
    expect(reading).toMatchObject({ kind: 'whole', read: 2, unread: 3, empty: 1 });
  });

  test('of a file that is cut off, what came before was read', async () => {
    const text = JSON.stringify(many);
    const { reading } = await open([utf8(text.slice(0, text.indexOf('"chat-5"') + 20))]);
    expect(reading).toMatchObject({ kind: 'broken', read: 5 });
  });

  test('a file that holds no list is told', async () => {
    expect((await open([utf8(JSON.stringify(conversation(1)))])).reading.kind).toBe('no-list');
    expect((await open([utf8('<!doctype html>')])).reading.kind).toBe('no-list');
  });

  test('a session into whose frame no line points has no container', async () => {
    const { reading } = await open([utf8(JSON.stringify(many))], { each: () => null });
    expect(reading).toMatchObject({ read: 20, containers: [] });
  });
});
