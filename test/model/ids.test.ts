import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { closingEdges } from '../../src/model/cycles';
import type { Observation } from '../../src/model/event';
import {
  blockId,
  bodyOwnId,
  messageId,
  sessionEventId,
  sessionKey,
  sessionSlug,
  shortNumber,
} from '../../src/model/ids';
import { namedArtifacts, namesIn } from '../../src/model/named';
import { sealedValue } from './compose';
import { hash, said } from './said';

describe('cycles', () => {
  const graph = fc.dictionary(
    fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'x')),
    { noNullPrototype: true },
  );

  test('without the closing edges nothing leads back to itself, and no edge too many is taken', () => {
    const property = fc.property(graph, (edges) => {
      const parents = new Map<string, string[]>(Object.entries(edges));
      const closing = closingEdges(parents);
      const cut = new Map(
        [...parents].map(([id, above]) => [
          id,
          above.filter((parent) => !closing.some((each) => each.child === id && each.parent === parent)),
        ]),
      );
      expect(closingEdges(cut)).toEqual([]);
      for (const { child, parent } of closing) {
        cut.get(child)?.push(parent);
        expect(closingEdges(cut)).not.toEqual([]);
        cut.get(child)?.pop();
      }
    });
    fc.assert(property, { numRuns: 2000 });
  });

  test('a chain of a hundred thousand is climbed without recursion (B17)', () => {
    const chain = new Map(Array.from({ length: 100_000 }, (_, i) => [String(i), [String(i + 1)]]));
    expect(closingEdges(chain)).toEqual([]);
    chain.set('99999', ['0']);
    expect(closingEdges(chain)).toEqual([{ child: '99999', parent: '0' }]);
  });
});

describe('ids and names', () => {
  test('ids as the design has them', () => {
    expect(messageId('acme', 'm1')).toBe('acme:m1');
    expect(blockId('acme', 'm1', 'tool.call.0')).toBe('acme:m1/tool.call.0');
    expect(sessionEventId('acme', 'c1', 'session.updated')).toBe('acme:c1/session.updated');
    expect(sessionEventId('acme', 'c1', 'config', 'x')).toBe('acme:c1/config.x');
    expect(bodyOwnId({ b: 1, a: 2 })).toBe(bodyOwnId({ a: 2, b: 1 }));
    expect(bodyOwnId({})).toHaveLength(16);
    expect([shortNumber(7), shortNumber(12345)]).toEqual(['V-0007', 'V-12345']);
    expect(sessionKey('a', 'b', 'c')).not.toBe(sessionKey('a', 'c', 'b'));
    const started = { occurred: null, recorded: '2026-01-02T03:04:05.000Z' };
    expect(sessionSlug(started, 'acme', hash('a'))).toBe('2026-01-02-acme-aaaaaaaa');
    expect(sessionSlug({ ...started, occurred: '2025-12-31T23:59:59.000Z' }, 'acme', hash('a'))).toBe(
      '2025-12-31-acme-aaaaaaaa',
    );
  });

  test('artifacts are named under four keys, and never inside what a tool was given or a text', () => {
    const name = (digit: string): string => `sha256:${hash(digit)}`;
    const body = {
      artifact: name('1'),
      parts: [
        { type: 'image', artifact: name('2') },
        { snapshot: name('3'), text: { artifact: name('7') } },
      ],
      input: { artifact: name('8') },
      other: name('9'),
      frame: 'sha256:short',
    };
    expect(namesIn(body).sort()).toEqual([hash('1'), hash('2'), hash('3')]);
    const event = said('', { body, sealed: [sealedValue('reasoning', 'missing')] } as Partial<Observation>);
    expect(namedArtifacts(event)).toEqual(
      expect.arrayContaining([hash('f'), hash('1'), event.sealed[0]?.artifact.slice(7)]),
    );
  });
});
