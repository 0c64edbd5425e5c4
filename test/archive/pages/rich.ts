import type { Archive } from '../../../src/archive/pages/archive-facts';
import type { PageFile } from '../../../src/archive/pages/context';
import { type PageSession, pageSession } from '../../../src/archive/pages/context';
import { artifactName, sha256Hex } from '../../../src/lib/hash';
import type { Event } from '../../../src/model/event';
import { sessionKey } from '../../../src/model/ids';
import { viewOf } from '../../../src/projection/view';
import { chatCopy, citation, compose, evidence, sealedValue, text } from '../../model/compose';

const IMAGE = sha256Hex('a picture');
const FILE = sha256Hex('a table');
const FILES: ReadonlyMap<string, PageFile> = new Map([
  [
    IMAGE,
    { path: `data/artifacts/sha256/${IMAGE.slice(0, 2)}/${IMAGE}.png`, size: 68, sniffed: { mime: 'image/png' } },
  ],
  [FILE, { path: `data/artifacts/sha256/${FILE.slice(0, 2)}/${FILE}.txt`, size: 27, sniffed: { mime: 'text/plain' } }],
]);

const ANSWER = `The lake is about **43 metres** deep at its deepest point.

## How it was measured

1. A rope with a weight, in 1887.
2. Sonar, in 2019:

   \`\`\`python
   depth = speed_of_sound * echo / 2   # metres
   print(f"{depth:.1f}")
   \`\`\`

| year | depth |
| --- | --- |
| 1887 | 41 m |
| 2019 | 43 m |

The error follows $e = \\frac{d_1 - d_2}{d_2}$. [The report](https://lake.example/report) has more.`;

/** A session with one of everything, as a log. */
export function richLog(): Event[] {
  const log = compose({ session: 'c-lake-0001' });
  const system = log.system('You are helpful. Use metric units.', { parents: [] });
  log.add('config', { parts: [{ ...text('I am a limnologist.', 'plain'), of: 'about_user' }] }, { id: 'config-1' });
  const first = log.user([text('How deep is the lake?\nPlease use <b>metres</b>.', 'plain')]);
  log.add(
    'reasoning',
    { form: 'summary', parts: [text('The person asks for a depth. I should search.')] },
    {
      actor: { kind: 'assistant', name: null, model: 'model-1' },
      sealed: [sealedValue('reasoning', 'partial')],
    },
  );
  log.assistant('I will look it up.');
  log.call('web.search', { query: 'depth of the lake', recency: 30 }, { class: 'search', id: 'call-1' });
  const result = log.result('web.search', [
    evidence(
      's1',
      'https://lake.example/report',
      'Report on the lake',
      'The deepest point is at 43 m.',
      'It was 41 m in 1887.',
    ),
    evidence('s2', 'https://other.example/a?b=1&c=2', 'Another page'),
  ]);
  const at = ANSWER.indexOf('metres**') + 'metres**'.length;
  const answer = log.assistant([
    text(ANSWER),
    citation([at, at], `${result}#s1`),
    citation([ANSWER.length, ANSWER.length], `${result}#s1`, `${result}#s2`),
  ]);
  log.add('usage', { tokens: 812 });
  log.user([
    text('Here is a picture and my table.', 'plain'),
    { type: 'image', artifact: artifactName(IMAGE), mime: 'image/png', name: 'lake.png' },
    {
      type: 'file',
      artifact: null,
      mime: 'text/csv',
      name: 'depths.csv',
      pointer: 'sediment://file_00000000000000000000000000000001',
    },
  ]);
  log.add('artifact', {
    artifact: artifactName(FILE),
    name: 'depths.csv',
    mime: 'text/csv',
    bytes: 27,
    role: 'upload',
    pointer: 'sediment://file_00000000000000000000000000000001',
  });
  log.call('python', 'print(max(depths))', { class: 'code', id: 'call-2' });
  log.result('python', [{ type: 'command', text: 'print(max(depths))', stdout: '43.0' }]);
  const last = log.assistant('Your table agrees: 43.0 m. See `depths.csv`.\n\n```\nno language, ``` inside\n```');
  log.at(first);
  log.assistant('Roughly forty metres. [click](javascript:alert(1)) <img src=x onerror=alert(1)>', {
    id: 'other-answer',
  });
  log.at(system);
  const edited = log.user('How deep is the lake, in feet?', { id: 'edited' });
  log.add(
    'gap',
    { what: { message: 'lost-1' }, why: 'not-sent', where: 'tree', native: 'lost-1' },
    { parents: [edited], chain: false },
  );
  log.add('unknown', { type: 'super_widget', text: 'A widget about lakes.' });
  log.at(null);
  log.add('thread.started', { name: 'researcher', from: null }, { thread: 'agent-1', parents: [answer] });
  log.add(
    'agent.message',
    { author: 'root', recipients: ['researcher'], readable: 'full', parts: [text('Find three sources on the depth.')] },
    { thread: 'agent-1', parents: [answer] },
  );
  log.assistant('Found three.', { thread: 'agent-1' });
  log.add('server.state', chatCopy('c-lake-0001'), { parents: [] });
  log.updated('How deep is the \u202elake?', last);
  return log.events();
}

/** What is said of an archive as a whole. */
export const ARCHIVE: Archive = {
  name: 'valise-2026-03-01-chatgpt-c0ffee00',
  release: '1.2.3',
  contentIdentity: 'c0'.repeat(32),
  archiveIdentity: 'a1'.repeat(32),
};

/** The pages of a log, artifacts named by it taken as there. */
export function pageOf(
  events: readonly Event[],
  more: { has?: (hash: string) => boolean; slug?: string } = {},
): PageSession {
  const slug = more.slug ?? '2026-03-01-chatgpt-c0ffee00';
  return pageSession({
    slug,
    folder: `data/sessions/${slug}/`,
    view: viewOf(events),
    identity: {
      key: sessionKey('chatgpt', 'https://chatgpt.com', 'c-lake-0001'),
      site: 'chatgpt',
      origin: 'https://chatgpt.com',
      native: 'c-lake-0001',
    },
    containers: [],
    artifact: (hash) => FILES.get(hash) ?? null,
    has: more.has ?? (() => true),
  });
}
