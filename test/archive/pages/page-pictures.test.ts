import { expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '../../../src/archive/options';
import { pack } from '../../../src/archive/pack';
import { memorySink } from '../../../src/archive/zip/ports';
import { textOf, utf8 } from '../../../src/lib/bytes';
import { artifactName, sha256Hex } from '../../../src/lib/hash';
import { sessionKey, sourceImageId, sourcePageId } from '../../../src/model/ids';
import { citation, compose, evidence, text } from '../../model/compose';
import { addPage, texts } from '../../model/pages';
import { filesOf, pathOf } from '../make';

const URL_ = 'https://tides.example/tables';
const DRAWING = utf8('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script></svg>');
const AT = '2026-04-01T10:00:00.000Z';

/** An archive of one session that cites a page with these pictures, as its files. */
async function archive() {
  const [log, held] = [compose({ session: 'c-tides' }), texts()];
  log.user('When is high water?');
  const result = log.result('web.search', [evidence('1', URL_, 'Tides', 'High water at nine.')]);
  log.assistant([text('At nine.'), citation([0, 8], `${result}#1`)]);
  addPage(log, held, { url: URL_, markdown: 'High water at nine.', at: AT, parents: [result] });
  const page = sourcePageId(URL_);
  const came = 'https://tides.example/<b>chart</b>.svg?a="b"';
  const lost = 'https://tides.example/lost.png';
  const hash = sha256Hex(DRAWING);
  held.bytes.set(hash, DRAWING);
  const source = { capture: 'asked', form: 'page', reader: 'chatgpt@1' } as const;
  log.add(
    'artifact',
    { artifact: artifactName(hash), name: came, mime: 'text/plain', role: 'source-image', url: came },
    { whole: sourceImageId(page, came), parents: [page], updated: AT, source },
  );
  log.add(
    'gap',
    { what: { picture: lost, because: 'status' }, why: 'not-found', where: 'source', native: null },
    { whole: sourceImageId(page, lost), parents: [page], updated: AT, source },
  );
  const origin = 'https://chatgpt.com';
  const identity = { key: sessionKey('chatgpt', origin, 'c-tides'), site: 'chatgpt', origin, native: 'c-tides' };
  const sink = memorySink();
  const artifact = async (name: string) => held.bytes.get(name) ?? null;
  const sessions = [{ identity, containers: [], lines: log.lines() }];
  await pack({ sessions, artifact, release: '9.9.9', options: DEFAULT_OPTIONS }, sink);
  return { hash, ...(await filesOf(sink.bytes())) };
}

test('pictures of a page are told at its source: as files that nothing runs, or why they are not there', async () => {
  const { hash, files } = await archive();
  const file = (ending: string): string => textOf(files.get(pathOf(files, ending)) ?? new Uint8Array()) ?? '';
  const path = `data/artifacts/sha256/${hash.slice(0, 2)}/${hash}.txt`;
  expect(files.get(pathOf(files, path))).toEqual(DRAWING);

  const page = file('index.html');
  expect(page).toContain(`<a href="${path}">`);
  expect(page.replace(/<[^>]*>/g, '')).toMatch(
    /V-\d{4} https:\/\/tides\.example\/lost\.png: No copy at .*: the site no longer has it/,
  );
  expect(page).not.toMatch(/<b>chart|<svg xmlns="http:\/\/www.w3.org\/2000\/svg" onload|<img[^>]*tides/);

  const transcript = file('transcript.md');
  expect(transcript).toMatch(
    new RegExp(
      `Picture .*chart.*: \\[text/plain\\]\\(\\.\\./\\.\\./artifacts/.*${hash}\\.txt\\), ${DRAWING.length} bytes`,
    ),
  );
  expect(transcript).toMatch(/Picture .*lost\.png.*: No copy at/);
  expect(transcript).not.toMatch(/[^\\]<b>chart/);
});
