// @vitest-environment happy-dom
import '../with-browser';
import { render } from 'preact';
import { describe, expect, test, vi } from 'vitest';
import messages from '../../assets/_locales/en/messages.json';
import { StorageLine } from '../../src/ui/library/storage-line';

async function shown(persisted: boolean): Promise<string> {
  const root = document.createElement('main');
  render(<StorageLine ask={async () => ({ used: 1_400_000, quota: null, persisted })} changed={0} />, root);
  await vi.waitFor(() => expect(root.textContent).not.toBe(''));
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
