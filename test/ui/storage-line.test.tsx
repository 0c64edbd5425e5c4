// @vitest-environment happy-dom
import '../with-browser';
import { render } from 'preact';
import { describe, expect, test, vi } from 'vitest';
import messages from '../../assets/_locales/en/messages.json';
import { RESERVE } from '../../src/store/care';
import { StorageLine } from '../../src/ui/library/storage-line';

import { nearlyWords } from '../../src/ui/storage';

async function shown(persisted: boolean, quota: number | null = null): Promise<string> {
  const root = document.createElement('main');
  render(<StorageLine ask={async () => ({ used: 1_400_000, quota, persisted })} changed={0} />, root);
  await vi.waitFor(() => expect(root.textContent).not.toBe(''), 15_000);
  return root.textContent ?? '';
}

describe('B83 how safe what is kept is', () => {
  test('is said in words, whether the browser may evict it or not', async () => {
    const [may, mayNot] = [await shown(false), await shown(true)];
    expect(may).toContain(messages.kept_here.message);
    expect(mayNot).toContain(messages.kept_here_safe.message);
    expect(may).not.toBe(mayNot);
  });
});

describe('how much room there is', () => {
  test('is said where it is too little for anything new, with what is left and what is needed', async () => {
    const low = await shown(false, 1_400_000 + 60_000_000);
    expect(low).toContain('Little space is left on this disk: 60 MB. Until there are 134 MB, nothing new is kept');
    expect(await shown(false, 1_400_000 + RESERVE)).not.toContain('Little space');
    expect(await shown(false)).not.toContain('Little space');
  });

  test('is said before that, while there is time to let go of something', () => {
    const words = nearlyWords({ used: 81e9, quota: 100e9, persisted: true });
    expect(words).toContain('Nearly full: 81 %');
    expect(nearlyWords({ used: 80e9, quota: 100e9, persisted: true })).toBeNull();
    expect(nearlyWords({ used: null, quota: 100e9, persisted: true })).toBeNull();
  });
});
