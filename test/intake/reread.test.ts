import { describe, expect, test } from 'vitest';
import { compareReread } from '../../src/intake/compare-reread';
import { write } from '../../src/intake/record';
import { rereadAll, rereadSession } from '../../src/intake/reread-session';
import { readerName } from '../../src/intake/take';
import { hashIn } from '../../src/lib/hash';
import { readLog } from '../../src/model/chain';
import type { Event, Observation } from '../../src/model/event';
import { gapsOf } from '../../src/projection/lacks';
import { viewOf } from '../../src/projection/view';
import type { Reader } from '../../src/providers/contract';
import { AT, acmeReader, chat, empty, finder, identity, into, type Kept, keep } from './acme';
import { resolve } from './resolve';

const known =
  (...readers: Reader[]) =>
  (name: string): Reader | null =>
    readers.find((reader) => readerName(reader) === name) ?? null;

const two = chat(
  [
    { id: 'm1', text: 'a' },
    { id: 'm2', parent: 'm1', text: 'b', tool: { q: 1 } },
  ],
  { title: 'T', leaf: 'm2' },
);

/** Reads everything again, and writes what comes of it. */
async function again(kept: Kept, reader: Reader): Promise<Event[]> {
  const takens = await rereadAll(kept.events, finder(kept), reader);
  const recorded = rereadSession(kept.log, kept.events, takens, { identity, recorded: AT });
  keep(kept, recorded, new Map(takens.flatMap(({ artifacts }) => [...artifacts])));
  expect(readLog(kept.lines).faults).toEqual([]);
  return recorded.lines.map(({ event }) => event);
}

const shown = (kept: Kept): string[] => [...viewOf(kept.events).current.keys()].filter((id) => /:(m|x)/.test(id));

describe('verifying by reading again', () => {
  test('every line of the site’s says again what it said, however it was read', async () => {
    const kept = empty();
    await into(kept, two, acmeReader(), { capture: 'heard' });
    await into(kept, two);
    await into(
      kept,
      chat([
        { id: 'm2', parent: 'x9', text: 'c' },
        { id: 'm3', parent: 'm3' },
      ]),
    );
    const verdict = await compareReread(kept.events, finder(kept), known(acmeReader()));
    expect(verdict).toEqual({ same: 8, differing: [], ours: 2, otherReader: 0, withoutRaw: 0 });
    expect(verdict.same + verdict.ours).toBe(kept.events.length);
  });

  test('a line that its raw does not say is told, be it chained ever so well', async () => {
    const kept = empty();
    await into(kept, two);
    const forged = kept.events.map((event) =>
      event.id === 'acme:m1' ? ({ ...event, body: { ...event.body, status: 'forged' } } as Event) : event,
    );
    const verdict = await compareReread(forged, finder(kept), known(acmeReader()));
    expect(verdict.differing).toEqual([{ seq: 1, id: 'acme:m1' }]);
  });

  test('lines of a reader that this release lacks, or whose raw is gone, are counted apart', async () => {
    const kept = empty();
    await into(kept, two);
    expect(await compareReread(kept.events, finder(kept), known(acmeReader(2)))).toMatchObject({
      same: 0,
      otherReader: 4,
    });
    const slice = hashIn(kept.events[1]?.source.raw[0]?.artifact ?? '') ?? '';
    kept.artifacts.delete(slice);
    expect(await compareReread(kept.events, finder(kept), known(acmeReader()))).toMatchObject({
      same: 0,
      withoutRaw: 4,
      differing: [],
    });
    kept.artifacts.set(slice, new Uint8Array([1, 2, 3]));
    expect((await compareReread(kept.events, finder(kept), known(acmeReader()))).differing).toHaveLength(4);
  });
});

describe('a newer reader', () => {
  test('that reads the same is confirmed once, and then adds nothing', async () => {
    const kept = empty();
    await into(kept, chat([{ id: 'm1', text: 'a' }], { title: 'T', updated: 1_700_000_000 }));
    expect((await again(kept, acmeReader(2))).map(({ kind, source }) => [kind, source.reader])).toEqual([
      ['context.edit', 'acme@2'],
    ]);
    expect(await again(kept, acmeReader(2))).toEqual([]);
    expect(await again(kept, acmeReader(1))).toEqual([]);
  });

  test('that reads otherwise outranks the older, with its raw where it was', async () => {
    const kept = empty();
    await into(kept, two);
    const frames = new Set(kept.events.flatMap(({ source }) => source.raw.map(({ frame }) => frame)));
    const added = await again(kept, acmeReader(2, { odd: true }));
    expect(added.filter(({ kind }) => kind === 'message').map(({ id, revises }) => [id, revises])).toEqual([
      ['acme:m1', 1],
      ['acme:m2', 2],
    ]);
    expect(added.flatMap(({ source }) => source.raw).filter(({ frame }) => !frames.has(frame))).toEqual([]);
    expect(viewOf(kept.events).current.get('acme:m1')?.body).toMatchObject({ parts: [{ text: 'A' }] });
    const verdict = await compareReread(kept.events, finder(kept), known(acmeReader(1), acmeReader(2, { odd: true })));
    expect(verdict).toMatchObject({ differing: [], otherReader: 0, withoutRaw: 0 });
  });

  test('retires by one line what it no longer gives, and not again', async () => {
    const kept = empty();
    await into(kept, two);
    expect(shown(kept)).toContain('acme:m2/tool.call.0');
    const added = await again(kept, acmeReader(2));
    expect(added.at(-1)).toMatchObject({
      kind: 'context.edit',
      body: { action: 'reread', targets: ['acme:m2/tool.call.0'] },
      source: { reader: 'acme@2' },
    });
    expect(shown(kept)).toEqual(['acme:m1', 'acme:m2']);
    expect(await again(kept, acmeReader(2))).toEqual([]);
    // the older reader, should it come back, changes nothing
    expect(await into(kept, two, acmeReader(1))).toEqual([]);
    expect(shown(kept)).toEqual(['acme:m1', 'acme:m2']);
  });

  test('retires nothing that another of its readings gives; what it gives later comes back, for good', async () => {
    const kept = empty();
    const elsewhere = chat([
      { id: 'm2/tool.call.0', parent: 'm2' },
      { id: 'm2', parent: 'm1', text: 'b' },
      { id: 'm1', text: 'a' },
    ]);
    await into(kept, two);
    await again(kept, acmeReader(2));
    expect(shown(kept)).not.toContain('acme:m2/tool.call.0');
    expect((await into(kept, elsewhere, acmeReader(2))).map(({ id }) => id)).toEqual(['acme:m2/tool.call.0']);
    expect(shown(kept)).toContain('acme:m2/tool.call.0');
    expect(
      (await again(kept, acmeReader(2))).filter(({ body }) => 'action' in body && body.action === 'reread'),
    ).toEqual([]);
    expect(
      (await again(kept, acmeReader(3))).filter(({ body }) => 'action' in body && body.action === 'reread'),
    ).toEqual([]);
    expect(shown(kept)).toContain('acme:m2/tool.call.0');
  });

  test('takes nothing back over what it cannot read, or over raw that is gone', async () => {
    const kept = empty();
    await into(kept, two);
    const blind: Reader = { ...acmeReader(2), read: () => ({ kind: 'drift', because: 'shape', at: [] }) };
    expect(await again(kept, blind)).toEqual([]);
    kept.artifacts.delete(hashIn(kept.events[1]?.source.raw[0]?.artifact ?? '') ?? '');
    expect(await again(kept, acmeReader(2))).toEqual([]);
    expect(shown(kept)).toHaveLength(3);
  });

  test('takes back nothing that raw stands behind which it could not read', async () => {
    const kept = empty();
    await into(kept, two);
    const other = chat([
      { id: 'm2', parent: 'm1', text: 'b', tool: { q: 2 } },
      { id: 'm1', text: 'a' },
    ]);
    const [changed] = await into(kept, other, acmeReader(), { at: '2026-03-02T10:00:00.000Z' });
    expect(changed?.id).toBe('acme:m2/tool.call.0');
    kept.artifacts.delete(hashIn(changed?.source.raw[0]?.frame ?? '') ?? '');
    expect(
      (await again(kept, acmeReader(2))).filter(({ body }) => 'action' in body && body.action === 'reread'),
    ).toEqual([]);
    expect(shown(kept)).toContain('acme:m2/tool.call.0');
  });

  test('takes back no word of the recorder’s or the person’s', async () => {
    const kept = empty();
    await into(kept, two);
    const note = {
      ...kept.events[1],
      id: 'acme:note',
      kind: 'annotation',
      body: { type: 'twin', text: 'mine' },
    } as unknown as Observation;
    const mine = { ...note, source: { ...note.source, capture: 'user', form: 'note' } } as Observation;
    keep(kept, write(kept.log, [mine], { artifacts: new Map() }, AT), new Map());
    const added = await again(kept, acmeReader(2));
    expect(added.at(-1)?.body).toMatchObject({ targets: ['acme:m2/tool.call.0'] });
    expect(viewOf(kept.events).current.has('acme:note')).toBe(true);
  });
});

describe('what no reader could read', () => {
  const later = {
    chat: 'c1',
    lines: [
      { id: 'm1', text: 'a' },
      { id: 'm2', parent: 'm1', text: 'b' },
    ],
    title: 'T',
  };

  test('is read by the next release, and its gap is gone; its bytes stay where they are', async () => {
    const kept = empty();
    await into(kept, later);
    expect(gapsOf(viewOf(kept.events))).toHaveLength(1);
    const before = kept.artifacts.size;
    const added = await again(kept, acmeReader(2));
    expect(added.map(({ id }) => id).slice(0, 3)).toEqual(['acme:m1', 'acme:m2', 'acme:c1/session.updated']);
    expect(added[0]?.source.raw[0]).toMatchObject({ pointer: '' });
    expect(gapsOf(viewOf(kept.events))).toEqual([]);
    expect(shown(kept)).toEqual(['acme:m1', 'acme:m2']);
    expect(kept.artifacts.size).toBe(before);
    expect(await again(kept, acmeReader(2))).toEqual([]);
    expect(await into(kept, later, acmeReader(1))).toEqual([]);
    const verdict = await compareReread(kept.events, finder(kept), known(acmeReader(1), acmeReader(2)));
    expect(verdict).toMatchObject({ same: 3, differing: [] });
  });

  test('stays a gap where the next release cannot read it either', async () => {
    const kept = empty();
    await into(kept, '<!doctype html>');
    expect(await again(kept, acmeReader(2))).toEqual([]);
    expect(gapsOf(viewOf(kept.events))).toHaveLength(1);
  });
});

describe('a frame that was cut at other places', () => {
  test.each([[[]], [['/messages']], [['/title', '/messages/*/text']], [['/*']]])(
    '(%j) still leads to every value',
    async (places) => {
      const kept = empty();
      await into(kept, two, acmeReader(1, { places }));
      const frames = new Set(kept.events.flatMap(({ source }) => source.raw.map(({ frame }) => frame)));
      const before = kept.events.length;
      const added = (await again(kept, acmeReader(2, { odd: true }))).filter(({ kind }) => kind === 'message');
      expect(added).toHaveLength(2);
      expect(kept.events.length).toBeGreaterThan(before);
      for (const { source, native } of added) {
        const [place] = source.raw;
        if (!place) throw new Error('no place');
        expect(frames).toContain(place.frame);
        // the message in a slice, or a piece of the frame's own text
        const there = place.artifact === place.frame ? { text: expect.any(String) } : { id: native.id };
        expect(resolve(kept, place)).toMatchObject(there);
      }
    },
  );
});
