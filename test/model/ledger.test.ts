import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../src/lib/hash';
import { canonical } from '../../src/lib/json';
import type { Observation } from '../../src/model/event';
import { currentOf, merge } from '../../src/model/ledger';
import { compareStanding, contentHash, rankOf, versionOf } from '../../src/model/versions';
import { sealedValue } from './compose';
import { AT, by, edit, gap, ledgerOf, said } from './said';

const kinds = ({ append, confirm }: ReturnType<typeof merge>): [number, number] => [append.length, confirm.length];

describe('versions', () => {
  test('the content hash is that of the canonical JSON of what an event says, and of nothing else', () => {
    const event = said('wörter "und" \u2028 Zeichen', {
      sealed: [sealedValue('reasoning', 'missing')],
      parents: ['acme:m0'],
    });
    const { actor, body, kind, parents, sealed, thread } = event;
    const written = canonical({ actor, body, kind, parents, sealed: sealed.map(({ artifact }) => artifact), thread });
    expect(contentHash(event)).toBe(
      contentHash({ ...event, ...by('heard', 'cut', 7), fidelity: 'partial' } as Observation),
    );
    expect(versionOf(event).hash).toBe(contentHash(event));
    expect(versionOf(event).size).toBe(canonical(body).length);
    expect(written).toContain('"kind":"message"');
    expect(contentHash(event)).toBe(sha256Hex(written));
    expect(contentHash({ ...event, thread: 'other' } as Observation)).not.toBe(contentHash(event));
  });

  test('ranks: asked, then heard or a payload file, export, share, page, cut; unknown and gap below all', () => {
    const order: [string, string][] = [
      ['asked', 'read'],
      ['heard', 'read'],
      ['file', 'export'],
      ['file', 'share'],
      ['page', 'page'],
      ['heard', 'cut'],
    ];
    const ranks = order.map(([capture, form]) => rankOf('message', { capture, form } as Observation['source']));
    expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
    expect(new Set(ranks).size).toBe(ranks.length);
    expect(rankOf('message', { capture: 'heard', form: 'stream' })).toBe(
      rankOf('message', { capture: 'file', form: 'read' }),
    );
    expect(rankOf('unknown', { capture: 'asked', form: 'read' })).toBeLessThan(Math.min(...ranks));
    expect(rankOf('gap', { capture: 'asked', form: 'read' })).toBeLessThan(
      rankOf('unknown', { capture: 'asked', form: 'read' }),
    );
  });

  test('time comes before rank only for what changes back and forth', () => {
    const early = { kind: 'message', rank: 7, updated: null, reader: 1 } as const;
    const late = { kind: 'message', rank: 6, updated: AT, reader: 1 } as const;
    expect(compareStanding(early, late)).toBeGreaterThan(0);
    expect(compareStanding({ ...early, kind: 'config' }, { ...late, kind: 'config' })).toBeLessThan(0);
  });
});

describe('merging', () => {
  test('what is known is not written again; what stands higher is confirmed; other content is appended', () => {
    const ledger = ledgerOf(said('a', by('heard', 'stream')));
    expect(kinds(merge(ledger, [said('a', by('heard', 'stream'))]))).toEqual([0, 0]);
    expect(kinds(merge(ledger, [said('a', by('file', 'export'))]))).toEqual([0, 0]);
    expect(merge(ledger, [said('a')]).confirm).toEqual([['acme:m1', contentHash(said('a')), null]]);
    expect(kinds(merge(ledger, [said('b', by('file', 'export'))]))).toEqual([1, 0]);
  });

  test('one confirmation raises what was heard; the next asked read is known', () => {
    const heard = said('a', by('heard', 'stream'));
    const ledger = ledgerOf(heard, edit('confirm', [['acme:m1', contentHash(heard), null]], 1));
    expect(kinds(merge(ledger, [said('a')]))).toEqual([0, 0]);
    expect(currentOf(ledger, 'acme:m1')?.rank).toBe(7);
  });

  test('a confirmation speaks of what was written before it, wherever other confirmations stand', () => {
    const heard = said('a', by('heard', 'stream'));
    const confirm = edit('confirm', [['acme:m1', contentHash(heard), null]], 1);
    expect(currentOf(ledgerOf(confirm, heard), 'acme:m1')?.rank).toBe(6);
    expect(currentOf(ledgerOf(confirm, heard, confirm), 'acme:m1')?.rank).toBe(7);
    const other = said('b', by('heard', 'stream'));
    const ledger = ledgerOf(heard, confirm, other, edit('confirm', [['acme:m1', contentHash(other), AT]], 1));
    expect(currentOf(ledger, 'acme:m1')).toMatchObject({ hash: contentHash(other), rank: 7, updated: AT });
  });

  test('a confirmation that stands lower lowers nothing', () => {
    const asked = said('a', by('asked', 'read', 2));
    const lower = {
      ...edit('confirm', [['acme:m1', contentHash(asked), null]], 1),
      ...by('heard', 'cut'),
    } as Observation;
    expect(currentOf(ledgerOf(asked, lower), 'acme:m1')).toMatchObject({ rank: 7, reader: 2 });
  });

  test('of the same content twice in one reading the higher standing counts', () => {
    const late = said('a', { at: { occurred: null, updated: AT } } as Partial<Observation>);
    const { append } = merge(ledgerOf(), [said('a'), late]);
    expect(append.map(({ version }) => version.updated)).toEqual([AT]);
  });

  test('a gap for what is there is known; what is there outranks a gap that was first', () => {
    expect(kinds(merge(ledgerOf(said('a')), [gap()]))).toEqual([0, 0]);
    const ledger = ledgerOf(gap());
    expect(kinds(merge(ledger, [gap()]))).toEqual([0, 0]);
    expect(kinds(merge(ledger, [said('a', by('heard', 'cut'))]))).toEqual([1, 0]);
    expect(currentOf(ledgerOf(said('a', by('heard', 'cut')), gap()), 'acme:m1')?.kind).toBe('message');
  });

  test('a version whose parent is only a gap gives way to one whose parent is there', () => {
    const child = (words: string, parent: string): Observation => said(words, { id: 'acme:m2', parents: [parent] });
    const missing = { ...gap(), id: 'acme:m0' } as Observation;
    // whichever of the two has the greater hash
    for (const words of Array.from({ length: 30 }, (_, n) => `words ${n}`)) {
      const lines = [missing, said('a'), child(words, 'acme:m0'), child(words, 'acme:m1')];
      for (const order of [lines, [...lines].reverse()])
        expect(currentOf(ledgerOf(...order), 'acme:m2')?.parents).toEqual(['acme:m1']);
    }
  });

  test('not even a gap of the recorder’s stands above what is there', () => {
    const ours = { ...gap('dropped'), actor: { kind: 'recorder', name: null, model: null } } as Observation;
    for (const order of [
      [said('a'), ours],
      [ours, said('a')],
    ])
      expect(currentOf(ledgerOf(...order), 'acme:m1')?.kind).toBe('message');
  });

  test('of what the recorder or the person wrote the latest line counts, whatever its standing', () => {
    const note = (words: string): Observation => said(words, { ...by('user', 'note') });
    expect(currentOf(ledgerOf(note('a longer one'), note('b')), 'acme:m1')?.seq).toBe(1);
    expect(currentOf(ledgerOf(note('mine'), said('theirs, later and longer')), 'acme:m1')?.seq).toBe(0);
  });

  test('a title that the site’s time raises is confirmed; one that only our clock saw again is known', () => {
    const title = (words: string, updated: string, how = by('heard', 'read')): Observation =>
      said('', {
        id: 'acme:c1/session.updated',
        kind: 'session.updated',
        body: { title: words, leaf: null, project: null },
        at: { occurred: null, updated },
        ...how,
      } as Partial<Observation>);
    const later = '2026-03-01T11:00:00.000Z';
    const ledger = ledgerOf(title('A', AT));
    const timed = new Set(['acme:c1/session.updated']);
    expect(kinds(merge(ledger, [title('A', later)]))).toEqual([0, 1]);
    expect(kinds(merge(ledger, [title('A', later)], timed))).toEqual([0, 0]);
    // that an asked read agrees is news, whoever's the time
    expect(kinds(merge(ledger, [title('A', later, by('asked', 'read'))], timed))).toEqual([0, 1]);
    expect(kinds(merge(ledger, [title('B', later)], timed))).toEqual([1, 0]);
    expect(kinds(merge(ledger, [title('B', '2026-03-01T09:00:00.000Z')], timed))).toEqual([0, 0]);
  });
});

describe('reading again', () => {
  test('an id is retired until a reader of that number or a newer one gives it', () => {
    const ledger = ledgerOf(said('a'), edit('reread', ['acme:m1'], 2));
    expect([...ledger.retired]).toEqual([['acme:m1', 2]]);
    // the older reader says nothing new
    expect(kinds(merge(ledger, [said('a')]))).toEqual([0, 0]);
    const again = merge(ledger, [said('a', by('heard', 'cut', 2))]);
    expect(kinds(again)).toEqual([0, 1]);
    const back = ledgerOf(said('a'), edit('reread', ['acme:m1'], 2), edit('confirm', [...again.confirm], 2));
    expect(back.retired.size).toBe(0);
    expect(kinds(merge(back, [said('a', by('heard', 'cut', 2))]))).toEqual([0, 0]);
  });

  test('it does not matter which was written first, and an older reader does not undo it', () => {
    const lines = [said('a'), said('b', by('asked', 'read', 3)), edit('reread', ['acme:m1'], 2)];
    for (const order of [lines, [...lines].reverse()]) expect(ledgerOf(...order).retired.size).toBe(0);
    expect(ledgerOf(said('a'), edit('reread', ['acme:m1'], 2), said('b')).retired.size).toBe(1);
  });

  test('edits of a site’s own are none of ours', () => {
    const theirs = {
      ...edit('reread', ['acme:m1'], 2),
      actor: { kind: 'provider', name: null, model: null },
    } as Observation;
    expect(ledgerOf(said('a'), theirs).retired.size).toBe(0);
  });
});
