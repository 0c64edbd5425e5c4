import { expect, test } from 'vitest';
import { writePageNote } from '../../src/intake/page-note';
import { readCopy } from '../../src/intake/read-copy';
import { record } from '../../src/intake/record';
import { takePage } from '../../src/intake/take-page';
import { looseText, utf8 } from '../../src/lib/bytes';
import { sourcePageId } from '../../src/model/ids';
import { checkEvidence } from '../../src/projection/evidence';
import { viewOf } from '../../src/projection/view';
import { SOURCE_ROUTE } from '../../src/providers/kit/source-route';
import { citation, compose, evidence, text } from '../model/compose';
import { pdfOf } from '../pages/pdf-file';
import { acmeReader, empty, identity, type Kept, keep, recorder } from './acme';

const URL_1 = 'https://lake.example/depth';
const minute = (n: number): string => `2026-04-01T10:0${n}:00.000Z`;

interface Came {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type?: string;
  readonly truncated?: boolean;
}

async function comes(kept: Kept, { body, type = 'text/html', truncated = false }: Came, at: string): Promise<void> {
  const record_ = {
    ...{ url: URL_1, method: 'fetch' as const, status: 200, started: at, finished: at, date: null, lastModified: null },
    ...{ etag: null, contentType: type, contentLength: null, bytes: body.length, truncated },
  };
  const request = writePageNote({
    ...{ session: 'c1', id: sourcePageId(URL_1), thread: 'root', parents: [], record: record_ },
    ...{ outcome: 'kept' as const, because: null, to: null },
  });
  const head = {
    ...{ site: 'acme', origin: 'https://chat.acme.example', route: SOURCE_ROUTE, method: 'GET', address: URL_1 },
    ...{ status: 200, type, at, capture: 'asked' as const, form: 'page' as const },
  };
  const taken = await takePage({ head, body, request }, acmeReader(), at, readCopy);
  keep(kept, record(kept.log, taken, identity, recorder), taken.artifacts);
}

/** What is known of a passage once these copies of its page have come, read by what reads pages. */
async function said(passage: string, ...copies: readonly Came[]): Promise<string> {
  const kept = empty();
  for (const [index, copy] of copies.entries()) await comes(kept, copy, minute(index));
  const log = compose();
  const result = log.result('web.search', [evidence('1', URL_1, 'The lake', passage)]);
  log.assistant([text('43 m.'), citation([0, 5], `${result}#1`)]);
  const { sources } = await checkEvidence(viewOf([...log.events(), ...kept.events]), async (hash) => {
    const bytes = kept.artifacts.get(hash);
    return bytes ? looseText(bytes) : null;
  });
  const checked = sources.get(1)?.checked;
  return `${checked?.state} ${checked?.how}`;
}

const PASSAGE = 'Dogs are to be kept on a lead along the shore.';
const STORY =
  '<p>The lake is long told of here, in many words, with commas, and for a good while, as it goes.</p>'.repeat(12);
const page = (before: string, after = ''): Came => ({
  body: utf8(`<!doctype html><title>Lake</title>${before}<article><h1>The lake</h1>${STORY}</article>${after}`),
});

test.each([
  ['in the article', page(`<article><p>${PASSAGE}</p></article>`)],
  ['in a list beside the article', page(`<nav><ul><li>${PASSAGE}</li></ul></nav>`)],
  ['in its foot', page('', `<footer class="footer"><small>${PASSAGE}</small></footer>`)],
  ['in what is not shown', page('', `<div hidden>${PASSAGE}</div>`)],
  ['in what is shown without scripts', page('', `<noscript><p>${PASSAGE}</p></noscript>`)],
  ['in what it says of itself', page(`<meta name="description" content="${PASSAGE}">`)],
  ['under a picture', page('', `<img src="dog.png" alt="${PASSAGE}">`)],
  [
    'across elements',
    page('', '<aside>Dogs are <b>to be</b> kept <a href="/">on a lead</a> along the&#32;shore.</aside>'),
  ],
  ['behind more markup than is read as a page', page(`<nav>${'<i class="a"></i>'.repeat(330_000)}</nav>`, PASSAGE)],
])('a passage %s is found word for word', async (_, came) => {
  expect(await said(PASSAGE, came)).toBe('found exact');
});

test.each([
  ['a script', `<script>var said = ${JSON.stringify(PASSAGE)}</script>`],
  ['a style', `<style>p::after { content: "${PASSAGE}" }</style>`],
  ['a comment', `<!-- ${PASSAGE} -->`],
  ['markup', `<p data-said="${PASSAGE}">-</p>`],
])('a passage in %s is not what the page says', async (_, after) => {
  expect(await said(PASSAGE, page('', after))).toBe('changed not-found');
});

test.each([
  [
    'windows-1251',
    'Полная вода бывает в девять часов.',
    [...'Полная вода бывает в девять часов.'].map((each) => {
      const code = each.charCodeAt(0);
      return code < 128 ? code : code - 0x410 + 0xc0;
    }),
  ],
  ['gbk', '水位上升', [0xcb, 0xae, 0xce, 0xbb, 0xc9, 0xcf, 0xc9, 0xfd]],
  ['shift_jis', '水位上昇', [0x90, 0x85, 0x88, 0xca, 0x8f, 0xe3, 0x8f, 0xb8]],
  ['euc-kr', '수위상승', [0xbc, 0xf6, 0xc0, 0xa7, 0xbb, 0xf3, 0xbd, 0xc2]],
])(
  'a passage in %s is found, said by the header or by the page, against which the header counts',
  async (set, passage, bytes) => {
    const of = (meta: string, type: string): Came => ({
      body: new Uint8Array([...utf8(`<!doctype html>${meta}<p>`), ...bytes, ...utf8('</p>')]),
      type,
    });
    for (const came of [
      of('', `text/html; charset=${set}`),
      of(`<meta charset="${set}">`, 'text/html'),
      of('<meta charset="utf-8">', `text/html; charset=${set}`),
    ])
      expect(await said(passage, came)).toBe('found exact');
  },
);

test('a page that was cut may have it in the rest; one that is whole has changed', async () => {
  const first = page(`<nav>${PASSAGE}</nav>`);
  expect(await said(PASSAGE, { ...page(''), truncated: true })).toBe('cut not-found');
  expect(await said(PASSAGE, first, { ...page(''), truncated: true })).toBe('cut not-found');
  expect(await said(PASSAGE, first, page(''))).toBe('changed not-found');
  expect(await said(PASSAGE, page(''), first)).toBe('found exact');
});

test('of a PDF all pages are looked through; one of pictures alone says nothing', async () => {
  const pdf = (...pages: readonly (readonly string[])[]): Came => ({
    body: new Uint8Array(pdfOf(pages)),
    type: 'application/pdf',
  });
  expect(await said(PASSAGE, pdf(['The lake.'], [PASSAGE]))).toBe('found exact');
  expect(await said(PASSAGE, pdf(['The lake.']))).toBe('changed not-found');
  expect(await said(PASSAGE, pdf([]))).toBe('unread not-found');
});
