// @vitest-environment happy-dom

import '../with-browser';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { shownOf } from '../../src/handoff/shown';
import { viewOf } from '../../src/projection/view';
import { Media, type MediaProps } from '../../src/ui/session/media';
import { ReadingProvider } from '../../src/ui/session/reading';
import { leave, press, settled, shown } from './render';

const HASH = 'a'.repeat(64);
const made: Blob[] = [];
const given: string[] = [];

beforeEach(() => {
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => `blob:valise/${made.push(blob)}`,
      revokeObjectURL: (url: string) => void given.push(url),
    }),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  made.length = 0;
  given.length = 0;
});

const reading = {
  session: '11111111-1111-4111-8111-111111111111',
  shown: shownOf(viewOf([]), { artifactPath: () => null }),
  unconfirmed: new Set<string>(),
  bytesOf: async (hash: string) => (hash === HASH ? new Uint8Array([1, 2, 3]) : null),
  target: null,
  pages: null,
  isLong: false,
  goTo: () => undefined,
};

async function media(props: Partial<MediaProps>): Promise<HTMLElement> {
  const root = await shown(
    <ReadingProvider value={reading}>
      <Media hash={HASH} mime={null} name="chart" {...props} />
    </ReadingProvider>,
  );
  await settled();
  return root;
}

describe('files out of the store', () => {
  test('a picture is shown large, and goes back where it was', async () => {
    const root = await media({ mime: 'image/png', alt: 'Tides\u202e of a week' });
    await press(root, 'Enlarge: Tides⟨U+202E⟩ of a week');
    const large = root.querySelector('dialog img');
    expect(large?.getAttribute('alt')).toBe('Tides⟨U+202E⟩ of a week');
    expect(large?.getAttribute('src')).toBe(root.querySelector('button img')?.getAttribute('src'));
    await press(root, 'Close');
    expect(root.querySelector('dialog')).toBeNull();
  });

  test.each([
    [null, 'chart', 'chart'],
    ['', 'chart', 'chart'],
    [null, null, 'Image'],
  ])('a picture described by %s and named %s is called %s', async (alt, name, called) => {
    const root = await media({ mime: 'image/png', alt, name });
    expect(root.querySelector('img')?.getAttribute('alt')).toBe(called);
  });

  test('a picture is drawn, and saved under its name', async () => {
    const root = await media({ mime: 'image/png', alt: 'The bar at low water' });
    expect(root.querySelector('img')?.getAttribute('alt')).toBe('The bar at low water');
    expect(root.querySelector('img')?.getAttribute('src')).toBe('blob:valise/1');
    expect(made[0]?.type).toBe('image/png');
    expect(root.querySelector('a')?.getAttribute('download')).toBe('chart');
  });

  test.each(['image/svg+xml', 'text/html', 'application/xhtml+xml', 'text/javascript', 'image/png; charset=x'])(
    'what says it is %s is never drawn or opened, only saved',
    async (mime) => {
      const root = await media({ mime });
      expect(root.querySelector('img, video, audio, iframe, object')).toBeNull();
      expect(made[0]?.type).toBe('application/octet-stream');
      expect(root.querySelector('a')?.hasAttribute('download')).toBe(true);
    },
  );

  test('what is not kept is said to be missing', async () => {
    expect((await media({ hash: null })).textContent).toBe('chart is not kept here.');
    expect((await media({ hash: 'b'.repeat(64) })).textContent).toBe('chart is not kept here.');
  });

  test('the address is given back when the picture goes', async () => {
    await leave(await media({ mime: 'image/png' }));
    expect(given).toEqual(['blob:valise/1']);
  });
});
