// @vitest-environment happy-dom
import '../with-browser';
import { expect, test } from 'vitest';
import { utf8 } from '../../src/lib/bytes';
import { artifactName, sha256Hex } from '../../src/lib/hash';
import { sourceImageId, sourcePageId } from '../../src/model/ids';
import { checkEvidence } from '../../src/projection/evidence';
import { viewOf } from '../../src/projection/view';
import { SessionReader } from '../../src/ui/session/reader';
import { citation, compose, evidence, text } from '../model/compose';
import { addPage, texts } from '../model/pages';
import { settled, shown } from './render';

const AT = '2026-04-01T10:00:00.000Z';
const PASSAGE = 'The last ferry of the day leaves at half past six.';
const DRAWING = utf8('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');

/** A session that cites three pages: one with pictures, one that was cut, one without words; shown with all folds open. */
async function opened(): Promise<HTMLElement> {
  const [log, held] = [compose(), texts()];
  const urls = ['whole', 'cut', 'scanned'].map((name) => `https://${name}.example/`);
  const found = urls.map((url, at) => evidence(String(at), url, `At ${url}`, PASSAGE));
  const result = log.result('web.search', found);
  log.assistant([text('Half past six.'), ...urls.map((_, at) => citation([0, 4], `${result}#${at}`))]);
  const [whole = '', cut = '', scanned = ''] = urls;
  addPage(log, held, { url: whole, markdown: 'Boats.', words: PASSAGE, at: AT, parents: [result] });
  addPage(log, held, { url: cut, markdown: 'Boats go every hour.', cut: 'page', at: AT, parents: [result] });
  addPage(log, held, { url: scanned, markdown: null, at: AT, parents: [result] });

  const page = sourcePageId(whole);
  const source = { capture: 'asked', form: 'page', reader: 'chatgpt@1' } as const;
  const said = (url: string) => ({ whole: sourceImageId(page, url), parents: [page], updated: AT, source });
  const hash = sha256Hex(DRAWING);
  held.bytes.set(hash, DRAWING);
  const drawing = `${whole}a/drawing.svg?x=1`;
  log.add(
    'artifact',
    { artifact: artifactName(hash), name: drawing, mime: 'text/plain', role: 'source-image', url: drawing },
    said(drawing),
  );
  for (const [name, why, because] of [
    ['page.png', 'unsupported', 'no-picture'],
    ['many.png', 'not-asked', 'limit'],
    ['far.png', 'not-asked', 'not-permitted'],
  ] as const) {
    const picture = `https://pictures.example/${name}`;
    log.add('gap', { what: { picture, because }, why, where: 'source', native: null }, said(picture));
  }
  const view = viewOf(log.events());
  const root = await shown(
    <SessionReader
      session="11111111-1111-4111-8111-111111111111"
      view={view}
      report={null}
      evidence={await checkEvidence(view, held.textOf)}
      bytesOf={async (name) => held.bytes.get(name) ?? null}
      target={null}
    >
      <h1>Title</h1>
    </SessionReader>,
  );
  for (let round = 0; round < 3; round++) {
    for (const fold of root.querySelectorAll('details')) {
      fold.open = true;
      fold.dispatchEvent(new globalThis.Event('toggle'));
    }
    await settled(4);
  }
  return root;
}

test('what is known of cited pages, and their pictures, in words', async () => {
  const root = await opened();
  const states = [...root.querySelectorAll('.standing')].map((each) => [each.className, each.textContent]);
  expect(states).toEqual([
    ['standing found', 'found in our copy, word for word'],
    ['standing cut', 'not in our copy, which is only the beginning of the page'],
    ['standing unread', 'our copy has no words to compare with'],
  ]);
  const pictures = [...root.querySelectorAll('.copy-of-page .pictures li')].map((each) => each.textContent);
  expect(pictures).toEqual([
    expect.stringMatching(/^drawing\.svg\.txt/),
    expect.stringMatching(/^https:\/\/pictures\.example\/page\.png.*: What came is no picture\.$/),
    expect.stringMatching(/many\.png.*: Not asked for: the page has more pictures than the settings allow\.$/),
    expect.stringMatching(/far\.png.*: Not asked for: its host was not allowed\.$/),
  ]);
  expect(root.querySelector('.pictures :is(img, svg:not(.icon), iframe, object, embed)')).toBeNull();
  expect(root.querySelector<HTMLAnchorElement>('.pictures a')?.download).toBe('drawing.svg.txt');
});
