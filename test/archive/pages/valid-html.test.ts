import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { indexHtml } from '../../../src/archive/pages/index-html';
import type { Event } from '../../../src/model/event';
import { compose } from '../../model/compose';
import { hostileText } from './hostile';
import { faultsOf } from './page-validator';
import { payloads } from './payloads';
import { poisonLog } from './poison';
import { ARCHIVE, pageOf, richLog } from './rich';

/** What is wrong with the page of an archive of these sessions. */
function faultsIn(...logs: readonly (readonly Event[])[]): Promise<string[]> {
  const pages = logs.map((log, index) => pageOf(log, { slug: `2026-03-0${index + 1}-chatgpt-c0ffee00` }));
  return faultsOf(indexHtml(pages, ARCHIVE));
}

describe('index.html is HTML as the standard has it', () => {
  test('what is not, is found', async () => {
    expect(await faultsOf('<!DOCTYPE html>\n<html lang="en"><body><p><div id="a" id="a"></p>')).not.toEqual([]);
  });

  test('of a session with one of everything, of one with nothing, and of several', async () => {
    const empty = compose();
    empty.updated('', null);
    expect(await faultsIn(richLog())).toEqual([]);
    expect(await faultsIn(empty.events())).toEqual([]);
    expect(await faultsIn(richLog(), empty.events(), richLog())).toEqual([]);
  });

  test('where names are empty, blank or nothing that can be seen', async () => {
    for (const name of ['', ' \n', '\u200d', '\ue200x\ue201', '\u200e\u200f'])
      expect(await faultsIn(poisonLog([name]), poisonLog(['x', name]))).toEqual([]);
  });

  test('whatever the texts of a session are', async () => {
    const all = payloads('https://evil.example');
    for (let first = 0; first < all.length; first += 7)
      expect(await faultsIn(poisonLog([...all.slice(first), ...all.slice(0, first)]))).toEqual([]);
    await fc.assert(
      fc.asyncProperty(fc.array(hostileText(6), { minLength: 1, maxLength: 7 }), async (strings) => {
        expect(await faultsIn(poisonLog(strings), poisonLog([...strings].reverse()))).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });
});
