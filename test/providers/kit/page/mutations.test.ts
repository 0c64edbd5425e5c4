import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bodies } from '../../../../src/model/bodies';
import type { Draft } from '../../../../src/providers/contract';
import { readers } from '../../../../src/providers/readers';
import { maskText } from '../../../../src/raw/mask';
import { casesOf, expectedOf } from '../../recorded';
import { readPageOf } from './samples';

const pages = readers.flatMap((reader) =>
  casesOf(reader.site.id)
    .map((name) => ({ reader, name, exchange: expectedOf(reader.site.id, name).exchange }))
    .filter(({ exchange }) => exchange.route === 'page' && exchange.text !== undefined),
);

/** Pieces of a page: tags and texts. */
const piecesOf = (text: string): string[] => text.match(/<[^>]*>|[^<]+/g) ?? [];

const change = fc.record({
  at: fc.nat(),
  to: fc.nat(),
  how: fc.constantFrom('drop', 'twice', 'move', 'rename', 'strip', 'cut', 'strange'),
  strange: fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.constantFrom('<div>', '</div>', '<table>', '<!--', '\ufdd00\ufdd1'),
  ),
});

function changed(
  pieces: readonly string[],
  { at, to, how, strange }: typeof change extends fc.Arbitrary<infer T> ? T : never,
): string[] {
  if (pieces.length === 0) return [strange];
  const i = at % pieces.length;
  const piece = pieces[i] ?? '';
  const rest = pieces.toSpliced(i, 1);
  switch (how) {
    case 'drop':
      return rest;
    case 'twice':
      return pieces.toSpliced(i, 0, piece);
    case 'move':
      return rest.toSpliced(to % Math.max(1, rest.length), 0, piece);
    case 'rename':
      return pieces.with(i, piece.replace(/\b(data-[\w-]+|class|id|role)=/, 'data-was-$1='));
    case 'strip':
      return pieces.with(i, piece.replace(/="[^"]*"/g, '=""'));
    case 'cut':
      return pieces.slice(0, i);
    case 'strange':
      return pieces.toSpliced(i, 0, strange);
  }
}

/** What is wrong with the events of a reading, as far as the log is concerned. */
function faultsIn(drafts: readonly Draft[]): unknown[] {
  const ids = drafts.map(({ id }) => id);
  const known = new Set(ids);
  return [
    ...(known.size === ids.length ? [] : ['an id twice']),
    ...drafts.flatMap(({ parents }) => parents).filter((parent) => !known.has(parent)),
    ...drafts.filter(({ kind, body }) => !bodies[kind].safeParse(body).success),
    ...drafts.filter(({ fidelity, kind }) => fidelity !== 'partial' && kind !== 'server.state'),
  ];
}

describe.each(pages.map((each) => [`${each.reader.site.id}: ${each.name}`, each] as const))(
  '%s',
  (_, { reader, exchange }) => {
    const text = exchange.text ?? '';

    test('changed in any way, it is read or said to be no conversation', () => {
      const pieces = piecesOf(text);
      fc.assert(
        fc.property(fc.array(change, { minLength: 1, maxLength: 12 }), (changes) => {
          const spoilt = changes.reduce<readonly string[]>(changed, pieces).join('');
          const reading = readPageOf(reader, spoilt);
          expect(['session', 'nothing', 'drift']).toContain(reading.kind);
          if (reading.kind === 'session') expect(faultsIn(reading.drafts)).toEqual([]);
          reader.recognisesText(spoilt);
        }),
        { numRuns: 60 },
      );
    });

    test('nothing of its scripts and lists is left once it is masked, and masking it twice changes nothing', () => {
      const { body: _, text: __, ...head } = exchange;
      const rules = reader.masks({ ...head, site: reader.site.id, origin: null });
      const once = maskText(text, rules);
      expect(once.text).not.toContain('PLANTED');
      expect(maskText(once.text, rules)).toEqual({ text: once.text, masks: [] });
    });
  },
);

test('there are pages of both sites', () => {
  expect(new Set(pages.map(({ reader }) => reader.site.id))).toEqual(new Set(['chatgpt', 'claude']));
});
