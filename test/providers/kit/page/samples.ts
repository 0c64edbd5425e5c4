import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Reader, Reading } from '../../../../src/providers/contract';
import { readers } from '../../../../src/providers/readers';
import { overSamples } from '../../../samples';
import { read as readRecorded } from '../../recorded';
import { seen, wordsOf } from './shown-as';

interface Expected {
  readonly turns: readonly {
    readonly role: string;
    readonly text: string;
    readonly code?: readonly string[];
    readonly math?: readonly string[];
    readonly links?: readonly string[];
    readonly images?: number;
  }[];
}

/** Reads the text of a saved page as a file would be read. */
export const readPageOf = (reader: Reader, text: string): Reading =>
  readRecorded(
    reader,
    {
      text,
      route: 'page',
      method: null,
      address: null,
      status: null,
      type: 'text/html',
      at: '1970-01-01T00:00:00.000Z',
      capture: 'file',
      form: 'page',
    },
    undefined,
  );

/** Saved pages of a site agree with what somebody who looked at them wrote down beside them. */
export function overSavedPages(reader: Reader, folder: string): void {
  overSamples(`saved pages of ${reader.site.name}`, folder, (paths) => {
    describe.each(paths.filter((path) => path.endsWith('.html')).map((path) => [basename(path), path]))(
      '%s',
      (_, path) => {
        const text = readFileSync(path, 'utf8');
        const beside = path.replace(/html$/, 'expected.json');
        const isChat = existsSync(beside);

        test('is known as a page of this site, and of no other', () => {
          const knowing = readers.filter((each) => each.recognisesText(text) !== null);
          expect(knowing.map(({ site }) => site.id)).toEqual(isChat ? [reader.site.id] : []);
          if (isChat) expect(reader.recognisesText(text)).toEqual({ route: 'page', form: 'page' });
        });

        test.runIf(isChat)('says what is seen on it: words in order, code, formulas, links, pictures', () => {
          const { turns }: Expected = JSON.parse(readFileSync(beside, 'utf8'));
          const found = seen(readPageOf(reader, text));
          expect(found.map(({ role, words, code, images }) => ({ role, words, code, images }))).toEqual(
            turns.map(({ role, text: words, code = [], images = 0 }) => ({
              role,
              words: wordsOf(words),
              code,
              images,
            })),
          );
          expect(found.map(({ math }) => math)).toEqual(turns.map(({ math = [] }) => math));
          for (const [i, { role, links = [] }] of turns.entries()) {
            // what a person typed may read as a link though it is none on the page
            if (role === 'user') expect(found[i]?.links).toEqual(expect.arrayContaining([...links]));
            else expect(new Set(found[i]?.links)).toEqual(new Set(links));
          }
        });

        test('is partial in all that it says', () => {
          const reading = readPageOf(reader, text);
          const drafts = reading.kind === 'session' ? reading.drafts.filter(({ kind }) => kind !== 'server.state') : [];
          expect(drafts.filter(({ fidelity }) => fidelity !== 'partial')).toEqual([]);
        });
      },
    );
  });
}
