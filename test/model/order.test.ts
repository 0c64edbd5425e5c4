import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readLog } from '../../src/model/chain';
import type { Observation } from '../../src/model/event';
import { currentOf } from '../../src/model/ledger';
import { compareStanding, contentHash, isByTime, versionOf } from '../../src/model/versions';
import { leafOf } from '../../src/projection/branches';
import { viewOf } from '../../src/projection/view';
import { type Book, type Capture, capture, mergeInto, newBook, observationsOf, TITLE } from './readings';

const bookOf = (captures: readonly Capture[]): Book => {
  const book = newBook();
  for (const each of captures) mergeInto(book, each);
  return book;
};

/** What a log says: of every id the content that counts, the parents that remain, and where the person was. */
function treeOf(book: Book) {
  const view = viewOf(book.events);
  const shown = [...view.current.values()].filter(({ kind }) => kind !== 'context.edit');
  return {
    leaf: leafOf(view),
    nodes: shown
      .map((event) => ({ id: event.id, content: contentHash(event), parents: view.parents.get(event.id) }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
  };
}

/** Why a content that was given is no line: something current stands above it by the rules; null where nothing does. */
function whyNotKept({ ledger }: Book, observation: Observation): string | null {
  const current = currentOf(ledger, observation.id);
  if (current && observation.kind === 'gap' && current.kind !== 'gap') return 'it is there after all';
  const later = current && isByTime(observation.kind) && compareStanding(versionOf(observation), current) < 0;
  return later ? 'it was said otherwise later' : null;
}

const captures = fc.array(capture({ clock: false }), { minLength: 1, maxLength: 5 });
const anyCaptures = fc.array(capture({ clock: true }), { minLength: 1, maxLength: 5 });
const shuffled = captures.chain((list) =>
  fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
);
const runs = { numRuns: 400 };

describe('captures of one conversation', () => {
  test('in any order give the same tree (B14, B15, B90)', () => {
    const property = fc.property(shuffled, ([list, other]) => {
      expect(treeOf(bookOf(other))).toEqual(treeOf(bookOf(list)));
    });
    fc.assert(property, runs);
  });

  test('in any order, and some of them again, give the same tree (B92)', () => {
    const property = fc.property(shuffled, fc.array(fc.nat(4)), ([list, other], again) => {
      const more = again.flatMap((i) => list[i] ?? []);
      expect(treeOf(bookOf([...other, ...more]))).toEqual(treeOf(bookOf(list)));
    });
    fc.assert(property, runs);
  });

  test('the same two again write nothing: A, B, A, B', () => {
    const property = fc.property(capture({ clock: true }), capture({ clock: true }), (a, b) => {
      const book = bookOf([a, b]);
      expect([mergeInto(book, a), mergeInto(book, b)]).toEqual([0, 0]);
    });
    fc.assert(property, runs);
  });

  test('any number of them again write nothing; where titles have no time but ours, from the third round on', () => {
    const again = (book: Book, list: readonly Capture[]): number[] => list.map((each) => mergeInto(book, each));
    const site = fc.property(captures, (list) => {
      expect(again(bookOf(list), list)).toEqual(list.map(() => 0));
    });
    fc.assert(site, runs);
    const clock = fc.property(anyCaptures, (list) => {
      expect(again(bookOf([...list, ...list]), list)).toEqual(list.map(() => 0));
    });
    fc.assert(clock, runs);
  });

  test('nothing that went in is lost: each content is kept, but what changes by itself and was superseded', () => {
    const property = fc.property(anyCaptures, (list) => {
      const book = bookOf(list);
      const kept = new Set(book.events.map((event) => `${event.id} ${contentHash(event)}`));
      const given = list.flatMap((each) => observationsOf(each).observations);
      for (const each of given)
        if (!kept.has(`${each.id} ${contentHash(each)}`)) expect(whyNotKept(book, each)).not.toBeNull();
    });
    fc.assert(property, runs);
  });

  test('every line is whole: canonical, chained, by the schema, with parents that are there', () => {
    const property = fc.property(anyCaptures, (list) => {
      expect(readLog(bookOf(list).lines).faults).toEqual([]);
    });
    fc.assert(property, { numRuns: 500 });
  });

  test('titles without a time of the site’s own: what was received last counts', () => {
    const property = fc.property(anyCaptures, (list) => {
      const titled = list.flatMap(({ title, ...rest }) =>
        title ? [{ ...rest, title: { ...title, updated: null } }] : [],
      );
      const inTime = titled.toSorted((a, b) => a.at - b.at);
      const last = inTime.filter(({ at }) => at === inTime.at(-1)?.at);
      const book = bookOf(inTime);
      const current = viewOf(book.events).current.get(TITLE);
      if (last.length === 1 && current?.kind === 'session.updated')
        expect(current.body.title).toBe(last[0]?.title.words);
    });
    fc.assert(property, runs);
  });

  test('a chat that is opened again and again without a change adds nothing', () => {
    const property = fc.property(capture({ clock: true }), fc.array(fc.nat(100)), (first, later) => {
      const book = bookOf([first]);
      for (const at of later.sort((a, b) => a - b)) expect(mergeInto(book, { ...first, at: first.at + at })).toBe(0);
    });
    fc.assert(property, runs);
  });
});
