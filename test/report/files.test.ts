import { describe, expect, test } from 'vitest';
import { artifactName } from '../../src/lib/hash';
import type { Kind } from '../../src/model/bodies';
import { viewOf } from '../../src/projection/view';
import { filesOf } from '../../src/report/files';
import { compose } from '../model/compose';

const HASH = 'a'.repeat(64);
const image = (more: object) => ({ type: 'image', artifact: null, mime: null, name: null, ...more });
const gap = (what: object, why = 'expired') => ({ what, why, where: 'message', native: null });
const kept = (more: object) => ({ artifact: artifactName(HASH), name: null, mime: 'image/png', role: 'file', ...more });

/** The files of a session with one message of these parts, and what hangs beside it. */
function listed(parts: readonly object[], ...beside: readonly (readonly [kind: Kind, body: object])[]) {
  const log = compose();
  const message = log.add('message', { role: 'user', status: null, hidden: false, parts } as never);
  for (const [kind, body] of beside) log.add(kind, body as never, { parents: [message] });
  return filesOf(viewOf(log.events())).map(({ key: _, places, gaps, ...file }) => ({
    ...file,
    places: places.length,
    gaps: gaps.length,
  }));
}

describe('the files of a session', () => {
  test('a part and what says of it why its bytes are missing are one file', () => {
    const pointer = 'sediment://file_1';
    expect(
      listed(
        [image({ pointer, name: 'a.png', size_bytes: 900 })],
        ['gap', gap({ pointer, came: 'page' }, 'forbidden')],
      ),
    ).toMatchObject([
      { name: 'a.png', type: 'image', bytes: 900, hash: null, state: 'forbidden', came: 'page', places: 1, gaps: 1 },
    ]);
  });

  test('a part whose bytes came is kept, with the type and the size that they have', () => {
    const pointer = 'sediment://file_1';
    const artifact = kept({ pointer, bytes: 12, name: 'b.png' });
    expect(listed([image({ pointer, mime: 'image/lie', size_bytes: 900 })], ['artifact', artifact])).toMatchObject([
      { name: 'b.png', mime: 'image/png', bytes: 12, hash: HASH, state: 'kept', gaps: 0 },
    ]);
  });

  test('of what only a preview came, both are told', () => {
    const pointer = 'sediment://file_1';
    const preview = kept({ pointer, role: 'preview' });
    expect(listed([image({ pointer })], ['gap', gap({ pointer }, 'not-found')], ['artifact', preview])).toMatchObject([
      { state: 'kept', isPreview: true },
      { state: 'not-found', isPreview: false, gaps: 1 },
    ]);
  });

  test('the same file in several places is one, each with all its gaps; two ends are two', () => {
    const pointer = 'sediment://file_1';
    const twice = listed(
      [],
      ['gap', gap({ pointer })],
      ['gap', gap({ pointer })],
      ['gap', gap({ pointer }, 'forbidden')],
    );
    expect(twice).toMatchObject([
      { state: 'expired', places: 2, gaps: 2 },
      { state: 'forbidden', places: 1, gaps: 1 },
    ]);
  });

  test('a part of which nothing is known says so, and a picture from the web is called by its address', () => {
    const parts = [image({ name: 'a.png' }), image({ pointer: 'https://web.example/b.png' })];
    expect(listed(parts)).toMatchObject([
      { name: 'a.png', state: 'unsaid' },
      { name: 'https://web.example/b.png', state: 'unsaid' },
    ]);
  });

  test('versions of a document are files; pages of sources, messages and conversations are none', () => {
    const version = { ...kept({ role: 'version', name: 'Plan' }), mime: null };
    expect(
      listed(
        [],
        ['artifact', version],
        ['artifact', kept({ role: 'source-page' })],
        ['gap', gap({ conversation: 'c-1' }, 'not-fetched')],
        ['gap', gap({ url: 'https://a.example/' }, 'timed-out')],
        ['gap', gap({ sealed: '/a' }, 'sealed')],
      ),
    ).toMatchObject([{ name: 'Plan', type: 'file', state: 'kept' }]);
  });

  test.each([['__proto__/x'], ['constructor'], ['image'], ['/']])('a type that is none: %s', (mime) => {
    expect(listed([], ['artifact', kept({ mime })])).toMatchObject([{ type: mime === 'image' ? 'image' : 'file' }]);
  });

  test('many take no longer than their number', () => {
    const many = Array.from({ length: 3000 }, (_, n) => ['gap', gap({ pointer: `sediment://file_${n}` })] as const);
    const began = performance.now();
    expect(listed([], ...many)).toHaveLength(3000);
    expect(performance.now() - began).toBeLessThan(5000);
  });
});
