import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { StandIn } from '../sites/stand-in';
import type { Browser } from './harness/browser';
import { type BrowserKind, buildFor, launch } from './harness/launch';
import { type Kept, lookInto, watches } from './kept';

/**
 * For a block of tests: a browser with a build of the extension, and a look at what it keeps. After each test the site
 * must have seen nothing that no page of its own would ask.
 */
export function installed(
  kind: BrowserKind,
  mode: 'production' | 'e2e',
  site: Pick<StandIn, 'hosts' | 'refusals'>,
): { readonly browser: Browser; readonly kept: Kept } {
  let browser: Browser | undefined;
  let kept: Kept | undefined;
  beforeAll(async () => {
    browser = await launch(kind, { extension: buildFor(kind, mode), hosts: site.hosts });
    kept = await lookInto(browser);
    if (mode === 'e2e') await watches(kept);
  });
  afterEach(() => expect(site.refusals).toEqual([]));
  afterAll(() => browser?.close());
  const there = <R>(part: R | undefined): R => {
    if (part === undefined) throw new Error('the browser has not started');
    return part;
  };
  return {
    get browser() {
      return there(browser);
    },
    get kept() {
      return there(kept);
    },
  };
}
