import { describe, expect, test } from 'vitest';
import { sessionDocuments } from '../../../src/archive/pages/documents';
import { indexHtml } from '../../../src/archive/pages/index-html';
import { readmeMd } from '../../../src/archive/pages/readme';
import { artifactName, sha256Hex } from '../../../src/lib/hash';
import type { Event } from '../../../src/model/event';
import { chatCopy, citation, compose, evidence, sealedValue, text } from '../../model/compose';
import { ARCHIVE, pageOf, richLog } from './rich';

type Pages = Readonly<Record<'transcript.md' | 'handoff.md' | 'README.md' | 'index.html', string>>;

function pagesOf(events: readonly Event[]): Pages {
  const page = pageOf(events);
  const document = (name: string): string => sessionDocuments(page).find((each) => each.name === name)?.text ?? '';
  return {
    'transcript.md': document('transcript.md'),
    'handoff.md': document('handoff.md'),
    'README.md': readmeMd({ archive: ARCHIVE, sessions: [page] }),
    'index.html': indexHtml([page], ARCHIVE),
  };
}

/** What a person sees of a page: no tags, no attributes, no style sheet. */
const seen = (page: string): string =>
  page
    .replace(/<style>.*?<\/style>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

const POINTER = 'sediment://file_00000000000000000000000000000a05';

/** A session with everything that a careless page would show as the log has it. */
function raw(): Event[] {
  const log = compose({ session: 'c-lake-0001' });
  log.system('');
  const question = log.user([
    text('Look at both.', 'plain'),
    { type: 'image', artifact: null, mime: null, name: null, pointer: POINTER },
    { type: 'file', artifact: null, mime: null, name: 'soundings.csv', pointer: 'file-service://file-AAAA' },
  ]);
  log.add('gap', { what: { pointer: POINTER, name: null }, why: 'not-fetched', where: 'message', native: null });
  const what = { pointer: 'file-service://file-AAAA', name: 'soundings.csv' };
  log.add('gap', { what, why: 'expired', where: 'message', native: null });
  log.add('reasoning', { form: 'summary', parts: [text('Thought for a while')], durationMs: 5_190_500 });
  log.add('reasoning', { form: 'none', parts: [] });
  const result = log.result('web', [evidence('s1', 'https://a.example/', 'A', 'Deep.')]);
  log.result('web', []);
  const cited = `${result}#s1`;
  log.assistant([
    text('It is deep.'),
    citation([0, 11], cited),
    citation(null, cited),
    citation(null, cited),
    { type: 'citation', range: null, evidence: [], url: 'https://b.example/', title: 'B' },
    { type: 'citation', range: null, evidence: [], url: 'https://b.example/', title: 'B' },
  ]);
  log.assistant([citation(null, cited), text('So it is.'), citation(null, cited)]);
  const last = log.assistant('', { sealed: [{ ...sealedValue('reasoning', 'missing'), hides: 'A thought.' }] });
  log.add('config', { memory_scope: 'global', is_study_mode: false, since: '2026-02-01T00:00:00.000Z' });
  log.add('server.state', {
    ...chatCopy('c-lake-0001'),
    system: 'chatgpt',
    retention: { rule: 'Lives for minutes to hours.', until: '2026-11-29T21:28:31.000Z' },
    deletion: { how: 'menu', where: 'Settings.', doneAt: '2026-11-30T00:00:00.000Z' },
  });
  log.add('server.state', { ...chatCopy('file-AAAA'), system: 'chatgpt', type: 'memory-store' }, { id: 'copy-2' });
  log.at(question);
  log.assistant('Another', { id: 'other' });
  log.add('gap', { what: { name: 'elsewhere.pdf' }, why: 'expired', where: 'message', native: null });
  log.updated('A title', last);
  return log.events();
}

describe('the words of the pages', () => {
  const pages = pagesOf(raw());
  const all = Object.entries(pages);

  test('say moments as people do', () => {
    // what is quoted stays as it was said
    for (const [name, page] of all)
      expect(seen(page.replace(/^```.*?^```$/gms, '')), name).not.toMatch(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d/);
    expect(pages['transcript.md']).toMatch(
      /^### V-0001\n\n\*\*System, hidden on the site\*\* · 1 March 2026, 10:01:00 UTC$/m,
    );
    expect(pages['index.html']).toContain('<time datetime="2026-03-01T10:01:00.000Z">1 March 2026, 10:01 UTC</time>');
    expect(pages['transcript.md']).toContain('until 29 November 2026, 21:28 UTC');
    expect(pages['transcript.md']).toContain('- `since`: 1 February 2026, 00:00 UTC');
  });

  test('keep apart when the chat began and when it was recorded', () => {
    expect(pages['transcript.md']).toContain('- The chat began: 1 March 2026, 10:00 UTC\n');
    expect(pages['transcript.md']).toContain('- Recorded: 2 March 2026, 10:00 UTC\n');
    expect(pages['transcript.md']).toContain(
      '### V-0000\n\n**About this recording**\n\n- The chat began: 1 March 2026',
    );
    expect(seen(pages['index.html'])).toContain('The chat began 1 March 2026, 10:00 UTC');
    expect(seen(pages['index.html'])).toContain('Recorded 2 March 2026, 10:00 UTC');
  });

  test('name the site as people do, and an unknown one by its id', () => {
    expect(pages['transcript.md']).toContain('- Site: ChatGPT (<https://chatgpt.com>)');
    expect(pages['handoff.md']).toContain('- Site: `ChatGPT`');
    expect(seen(pages['index.html'])).toContain('Site ChatGPT');
    expect(pages['README.md']).toContain('| ChatGPT |');
    expect(pages['transcript.md']).toContain('chat at ChatGPT, c-lake-0001');
    expect(sessionDocuments(pageOf(raw())).find(({ name }) => name === 'session.json')?.text).toContain(
      '"site":"chatgpt"',
    );
    const log = compose({ site: 'lakechat' });
    log.user('Hello');
    expect(pagesOf(log.events())['handoff.md']).toContain('- Site: `lakechat`');
  });

  test('never show a pointer of the site: a file has its name, or is said to have none', () => {
    for (const [name, page] of all) expect(seen(page), name).not.toMatch(/(?:sediment|file-service):/);
    for (const [name, page] of all.filter(([each]) => each !== 'README.md')) {
      expect(seen(page), name).toContain('a file the site did not name: it was not fetched');
      expect(seen(page), name).toMatch(/`?soundings\.csv`?: its link had expired/);
    }
    expect(pages['transcript.md']).toMatch(
      /^_a picture the site did not name, \[V-\d+\]\(#v-\d+\): it was not fetched\._$/m,
    );
    expect(pages['transcript.md']).toContain('memory store “soundings.csv” at ChatGPT, file-AAAA');
  });

  test('end a sentence once, and have no word of a program', () => {
    for (const [name, page] of all) {
      expect(seen(page).replace(/…|\.\.\//g, ''), name).not.toMatch(/\.\.|\. ·/);
      expect(seen(page), name).not.toMatch(/durationMs|agentMessages|twinFull|undefined|\bnull\b|\[object/);
    }
    expect(pages['transcript.md']).toContain('- Duration: 1 h 26 min 30.5 s');
    expect(pages['transcript.md']).toContain('- Kept: Lives for minutes to hours, until');
    expect(pages['transcript.md']).toContain('A thought. Nothing readable stands for it.');
  });

  test('say of what is empty that it is, hidden or not', () => {
    expect(pages['transcript.md']).toMatch(/System, hidden on the site\*\* · .*\n\n_It holds no words\._/);
    expect(pages['transcript.md']).toMatch(/Reasoning, not shown\*\* · .*\n\n_The site did not show it\._/);
    expect(pages['transcript.md']).toMatch(/Result of web\*\* · .*\n\n_It is empty\._/);
    expect(pages['transcript.md']).toMatch(/The model \(model-1\)\*\* · .*\n\n_It holds no words\._/);
    expect(seen(pages['index.html'])).toMatch(/System, hidden on the site .{0,60}It holds no words\./);
    expect(seen(pages['index.html'])).toMatch(/Reasoning, not shown .{0,60}The site did not show it\./);
  });

  test('say a citation once', () => {
    expect(pages['transcript.md'].match(/Cited: /g)).toHaveLength(1);
    expect(pages['transcript.md'].match(/Cited, without evidence: /g)).toHaveLength(1);
    expect(seen(pages['index.html']).match(/Cited: /g)).toHaveLength(1);
    expect(pages['transcript.md']).toContain('Cited: [\\[1\\]](#source-1)\n\nSo it is.');
  });

  test('say what is missing, where it is missing', () => {
    expect(pages['README.md']).toContain('**Known to be missing: 3** (files, or other bytes that are not in here: 3).');
    expect(pages['README.md']).not.toMatch(/Everything is in here/);
    expect(pages['transcript.md']).toMatch(
      /## Missing\n\nKnown to be missing:\n\n- \[V-\d+\]\(#v-\d+\) a file .*\n- \[V-\d+\]\(#v-\d+\) soundings\.csv/,
    );
    const log = compose();
    log.user('Hello');
    const whole = pagesOf(log.events());
    expect(whole['README.md']).toContain('Nothing is known to be missing.');
    expect(whole['transcript.md']).toContain('## Missing\n\nNothing that the log knows of.');
  });

  test('say of a missing file where it is that it is missing and why, once, and the list of gaps leads there', () => {
    const page = pages['index.html'];
    const [number = ''] =
      /V-\d+(?=[^V]*soundings\.csv: its link had expired\.)/.exec(seen(page.split('id="missing"')[1] ?? '')) ?? [];
    const [before = ''] = page.split('id="missing"');
    expect(before.match(/soundings\.csv<\/bdi>: its link had expired\./g)).toHaveLength(1);
    expect(before).toMatch(
      new RegExp(`id="${number}"><p class="missing"><bdi>soundings\\.csv</bdi>: its link had expired`),
    );
    expect(page.split('id="missing"')[1]).toContain(`<a class="reference" href="#${number}">${number}</a>`);
    expect(pages['transcript.md'].match(/soundings\.csv, \[V-\d+\]\(#v-\d+\): its link had expired/g)).toHaveLength(1);
    expect(pages['transcript.md']).not.toContain('#### V-0003');
  });

  test('tell two missing files of one name apart, and give a file that is named twice one place', () => {
    const log = compose();
    const file = { type: 'file', artifact: null, mime: null, name: 'a.csv' } as const;
    log.user([
      { ...file, pointer: 'x:1' },
      { ...file, pointer: 'x:2' },
      { ...file, pointer: 'x:2' },
    ]);
    for (const [pointer, why] of [
      ['x:2', 'expired'],
      ['x:1', 'forbidden'],
    ] as const)
      log.add('gap', { what: { pointer, name: 'a.csv' }, why, where: 'message', native: null });
    const { 'transcript.md': transcript, 'index.html': page } = pagesOf(log.events());
    expect(transcript).toContain(
      '_file a.csv, [V-0003](#v-0001): the site refused it._\n\n_file a.csv, [V-0002](#v-0001): its link had expired._\n\n_file a.csv: its link had expired._',
    );
    expect(page.match(/ id="V-000[23]"/g)).toHaveLength(2);
  });

  test('name the connector beside a tool of it, and not where the name of the tool begins with it', () => {
    const log = compose();
    log.user('Q');
    const mail = { name: 'search_mail', integration: { name: 'Mail' } };
    log.add('tool.call', { ...mail, class: 'mcp', hosted: true, input: { query: 'receipts' } });
    log.add('tool.result', { ...mail, parts: [], status: 'error' });
    const fetch = { name: 'web_fetch', integration: { name: 'Web Fetch' }, label: 'Reading a page' };
    log.add('tool.call', { ...fetch, class: 'fetch', hosted: true, input: { url: 'https://a.example/' } });
    const all = pagesOf(log.events());
    expect(all['transcript.md']).toContain('**Call of search_mail (connector Mail), run by the provider** ·');
    expect(all['transcript.md']).toContain('**Result of search_mail (connector Mail), failed** ·');
    expect(all['transcript.md']).toContain('**Call of web_fetch, run by the provider** ·');
    expect(all['transcript.md']).toContain('- Shown on the site as: Reading a page');
    expect(all['transcript.md']).not.toContain('How it ended');
    expect(seen(all['index.html'])).toContain('Call of search_mail (connector Mail), run by the provider');
    expect(all['handoff.md']).toContain('search_mail (connector Mail) {"query":"receipts"}');
  });

  test('leave nothing out that a site sent beside the words, and say ours in words', () => {
    const log = compose();
    log.user('Q');
    log.add('message', { role: 'assistant', parts: [text('A')], otherText: 'I have made it.', truncated: true });
    log.add('session.updated', {
      title: 'T',
      leaf: null,
      project: null,
      summary: 'All about lakes.',
      claimed: 7,
      shown: 5,
    });
    const page = pagesOf(log.events())['transcript.md'];
    expect(page).toContain('- Other words that the site sent with it: I have made it.\n- Cut short: yes');
    expect(page).toContain('- Summary by the site: All about lakes.');
    expect(page).toContain('- Messages there are, as the page says: 7\n- Messages that the page showed: 5');
    log.add('compaction', { summary: [text('Until now.')] });
    expect(pagesOf(log.events())['transcript.md'].match(/Until now\./g)).toHaveLength(1);
  });

  test('list a file once that two branches name, and what of it is missing too', () => {
    const artifact = artifactName(sha256Hex('a table'));
    const log = compose();
    const question = log.user('Q');
    const there = { type: 'file', artifact, mime: 'text/csv', name: 'depths.csv' } as const;
    const lost = {
      what: { pointer: POINTER, name: 'lost.csv' },
      why: 'expired',
      where: 'message',
      native: null,
    } as const;
    log.assistant([text('A'), there], { id: 'a' });
    log.add('gap', lost);
    log.at(question);
    const last = log.assistant([text('B'), there], { id: 'b' });
    log.add('gap', lost);
    log.updated('T', last);
    const two = pagesOf(log.events());
    expect(two['handoff.md'].match(/^- V-\d+ `depths\.csv`/gm)).toHaveLength(1);
    expect(two['handoff.md']).toMatch(/^- V-\d+ `lost\.csv`: its link had expired$/m);
    expect(two['transcript.md']).toMatch(
      /^- \[V-\d+\]\(#v-\d+\), \[V-\d+\]\(#v-\d+\) lost\.csv: its link had expired\.$/m,
    );
    expect(seen(two['index.html'])).toMatch(/V-\d+ V-\d+ lost\.csv: its link had expired\./);
  });

  test('say of a version that it is one', () => {
    const log = compose();
    const question = log.user('Q');
    log.add('branch', { action: 'version' }, { parents: [question], chain: false });
    log.add('branch', { action: 'fork' }, { parents: [question], chain: false });
    const page = pagesOf(log.events())['transcript.md'];
    expect(page).toContain(
      '#### V-0002\n\n**One of several versions** · beside [V-0001](#v-0001)\n\n#### V-0003\n\n**Branch** · beside [V-0001](#v-0001)\n\n- Action: fork',
    );
  });

  test('hold for a session with one of everything', () => {
    for (const [name, page] of Object.entries(pagesOf(richLog()))) {
      expect(seen(page), name).not.toMatch(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d|sediment:/);
      expect(seen(page).replace(/…|\.\.\//g, ''), name).not.toMatch(/\.\./);
    }
  });
});
