import type { Site } from '../../src/providers/contract';

/**
 * The sites of a build mode, as the list itself says: it asks `__PRACTICE__`, which bundles get by a define and this
 * process gets here. One mode per process, as `wxt build` has it: the list is loaded once.
 */
export async function sitesOf(mode: string): Promise<readonly Site[]> {
  Reflect.set(globalThis, '__PRACTICE__', mode === 'practice');
  const { sites } = await import('../../src/providers/sites');
  return sites;
}
