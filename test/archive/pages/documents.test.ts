import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bibliography } from '../../../src/archive/pages/bibliography';
import { linkFrom } from '../../../src/archive/pages/context';
import { sessionDocuments } from '../../../src/archive/pages/documents';
import { headOf } from '../../../src/archive/pages/head';
import { indexHtml } from '../../../src/archive/pages/index-html';
import { readmeMd } from '../../../src/archive/pages/readme';
import { schemaFiles } from '../../../src/archive/pages/schemas';
import { canonical } from '../../../src/lib/json';
import { KINDS } from '../../../src/model/bodies';
import { SessionHead } from '../../../src/model/session';
import { compose, evidence } from '../../model/compose';
import { hostileText } from './hostile';
import { readMarkdown } from './markdown';
import { poisonLog } from './poison';
import { ARCHIVE, pageOf, richLog } from './rich';
import { oddLog } from './shapes';

describe('the files of a session', () => {
  test('are these, in one order, the same each time', () => {
    const files = sessionDocuments(pageOf(richLog()));
    expect(files.map(({ name }) => name)).toEqual([
      'continue/messages.json',
      'continue/messages.loss.json',
      'handoff.md',
      'session.json',
      'sources.json',
      'sources.ris',
      'transcript.md',
    ]);
    expect(sessionDocuments(pageOf(richLog()))).toEqual(files);
  });

  test('without sources there is no bibliography', () => {
    const log = compose();
    log.user('Hello');
    expect(sessionDocuments(pageOf(log.events())).map(({ name }) => name)).not.toContain('sources.json');
  });

  test('whatever a session says, they are JSON where they say so, and well-formed', () => {
    fc.assert(
      fc.property(fc.array(hostileText(6), { minLength: 1, maxLength: 7 }), (strings) => {
        for (const { name, text } of sessionDocuments(pageOf(poisonLog(strings)))) {
          expect(text.isWellFormed(), name).toBe(true);
          expect(text.endsWith('\n'), name).toBe(true);
          if (name.endsWith('.json')) JSON.parse(text);
        }
      }),
      { numRuns: 30 },
    );
  });
});

test('a title without end is cut where it is shown, and whole in session.json', () => {
  const log = compose();
  log.updated('title '.repeat(40_000), log.user('Hello'));
  const page = pageOf(log.events());
  const [transcript, head] = ['transcript.md', 'session.json'].map(
    (wanted) => sessionDocuments(page).find(({ name }) => name === wanted)?.text ?? '',
  );
  expect(transcript?.split('\n')[0]?.length).toBeLessThan(320);
  expect(readmeMd({ archive: ARCHIVE, sessions: [page] }).length).toBeLessThan(10_000);
  expect(JSON.parse(head ?? '').title).toHaveLength(240_000);
});

test('whatever shape a log has that its schema allows, every file is made of it', () => {
  fc.assert(
    fc.property(oddLog, (events) => {
      const page = pageOf(events);
      const files = [...sessionDocuments(page), { name: 'index.html', text: indexHtml([page], ARCHIVE) }];
      for (const { name, text } of files) {
        expect(text.isWellFormed(), name).toBe(true);
        expect(text.includes('[object Object]'), name).toBe(false);
      }
    }),
    { numRuns: 150 },
  );
});

describe('session.json', () => {
  test('is what its schema says, in canonical form', () => {
    const page = pageOf(richLog());
    const head = headOf(page);
    expect(SessionHead.parse(head)).toEqual(head);
    expect(sessionDocuments(page).find(({ name }) => name === 'session.json')?.text).toBe(`${canonical(head)}\n`);
  });

  test('says title, leaf, branches, threads, counts, gaps and copies', () => {
    const head = headOf(pageOf(richLog()));
    expect(head).toMatchObject({
      v: 1,
      title: 'How deep is the \u202elake?',
      leaf: 'chatgpt:m14',
      counts: { lines: 24, events: 24, sources: 2, message: 9, 'tool.call': 2 },
      gaps: [{ event: 'chatgpt:m17', why: 'not-sent' }],
      recorded: { first: '2026-03-02T10:00:00.000Z', last: '2026-03-02T10:00:00.000Z' },
    });
    expect(head.branches.filter(({ active }) => active)).toEqual([{ leaf: 'chatgpt:m14', active: true, length: 11 }]);
    expect(head.threads.map(({ id, name }) => [id, name])).toEqual([
      ['root', null],
      ['agent-1', 'researcher'],
    ]);
    expect(head.servers.map(({ copy }) => copy.type)).toEqual(['chat']);
  });
});

describe('the schemas', () => {
  test('are JSON Schema of every kind of event and of session.json, the same each time', () => {
    const [event, session] = schemaFiles().map(({ path, text }) => ({ path, schema: JSON.parse(text) }));
    expect([event?.path, session?.path]).toEqual(['event.schema.json', 'session.schema.json']);
    for (const each of [event, session])
      expect(each?.schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    const kinds = (event?.schema.oneOf ?? event?.schema.anyOf ?? []).map(
      (each: { properties: { kind: { const: string } } }) => each.properties.kind.const,
    );
    expect(kinds.sort()).toEqual([...KINDS].sort());
    expect(session?.schema.required).toContain('report');
    expect(schemaFiles()).toEqual(schemaFiles());
  });
});

describe('the bibliography', () => {
  const sources = pageOf(richLog()).shown.sources;

  test('is CSL-JSON, numbered as the pages are', () => {
    expect(JSON.parse(bibliography(sources)?.csl ?? '')).toEqual([
      {
        id: '1',
        type: 'webpage',
        title: 'Report on the lake',
        URL: 'https://lake.example/report',
        accessed: { 'date-parts': [[2026, 3, 1]] },
        abstract: 'The deepest point is at 43 m.\n\nIt was 41 m in 1887.',
        note: 'cited; chatgpt:m7#s1',
      },
      {
        id: '2',
        type: 'webpage',
        title: 'Another page',
        URL: 'https://other.example/a?b=1&c=2',
        accessed: { 'date-parts': [[2026, 3, 1]] },
        note: 'cited; chatgpt:m7#s2',
      },
    ]);
  });

  test('is RIS that no title can break', () => {
    const log = compose();
    const part = evidence('1', 'https://a.example/', 'A title\r\nER  - \r\nTY  - JOUR', 'Two\nlines');
    log.result('web', [{ ...part, published: '2025-03-01' }]);
    expect(bibliography(pageOf(log.events()).shown.sources)?.ris.split('\r\n')).toEqual([
      'TY  - ELEC',
      'ID  - 1',
      'DP  - Valise',
      'TI  - A title ER - TY - JOUR',
      'UR  - https://a.example/',
      'PY  - 2025',
      'DA  - 2025/03/01/',
      'Y2  - 2026/03/01/',
      'M1  - 2026/03/01/',
      'N1  - Two lines',
      'N1  - retrieved, not cited',
      'ER  - ',
      '',
    ]);
  });
});

describe('README.md', () => {
  const readme = (events = richLog()): string => readmeMd({ archive: ARCHIVE, sessions: [pageOf(events)] });

  test('says how to read, verify on three systems and continue, and what a hash proves', () => {
    const page = readme();
    for (const words of [
      'sha256sum -c manifest-sha256.txt',
      'shasum -a 256 -c tagmanifest-sha256.txt',
      'Get-FileHash -Algorithm SHA256 -LiteralPath $path',
      `cd ${ARCHIVE.name}`,
      ARCHIVE.archiveIdentity,
      ARCHIVE.contentIdentity,
      'continue/messages.json',
      'What the hashes prove, and what not',
    ])
      expect(page).toContain(words);
    expect(page).not.toContain('\\$');
  });

  test('no title becomes markup in it', () => {
    fc.assert(
      fc.property(hostileText(6), (title) => {
        const log = compose();
        log.updated(title.toWellFormed(), null);
        const read = readMarkdown(readme(log.events()));
        expect(read.filter(({ type }) => /^(?:html|link|image)/.test(type))).toEqual([]);
        expect(read.filter(({ type }) => type === 'tr_open')).toHaveLength(21);
      }),
    );
  });
});

test('links inside the archive go from folder to folder', () => {
  expect(linkFrom('data/sessions/a/', 'data/artifacts/sha256/00/x.png')).toBe('../../artifacts/sha256/00/x.png');
  expect(linkFrom('data/sessions/a/', 'data/sessions/a/handoff.md')).toBe('handoff.md');
  expect(linkFrom('', 'data/x.png')).toBe('data/x.png');
});
