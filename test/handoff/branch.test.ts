import { describe, expect, test } from 'vitest';
import { handoffOf } from '../../src/handoff/handoff';
import { artifactName, sha256Hex } from '../../src/lib/hash';
import type { Event } from '../../src/model/event';
import { viewOf } from '../../src/projection/view';
import { compose, evidence, text } from '../model/compose';
import { unmarked } from './unmarked';

const handoff = (events: readonly Event[]): string => unmarked(handoffOf(viewOf(events), { artifactPath: () => null }));

const section = (page: string, name: string): string => page.split(`\n## ${name}\n`)[1]?.split('\n## ')[0] ?? '';

describe('work done with tools', () => {
  test('a result stands with its own call; that one failed is said, whatever the others say', () => {
    const log = compose();
    log.user('Q');
    log.call('computer.do', { action: 'screenshot' }, { callId: 'c-1' });
    log.result('computer.do', [text('A long page. '.repeat(60))], { callId: 'c-1' });
    log.result('mail.find', [text('A receipt.')], { callId: 'c-1' });
    log.result('browser', [text('It broke.')], { callId: 'c-1', status: 'error' });
    log.call('web.run', { q: 'x' }, { callId: 'c-2' });
    log.result('web.search', [text('Found.')], { callId: 'c-2' });
    const lines = section(handoff(log.events()), 'Work done with tools').split('\n');
    expect(lines.find((line) => line.startsWith('V-0002'))).toMatch(/^V-0002, V-0003 computer\.do .* -> A long page\./);
    expect(lines).toContain('V-0004 mail.find (its call is not known) -> A receipt.');
    expect(lines).toContain('V-0005 browser (its call is not known) -> FAILED: It broke.');
    expect(lines).toContain('V-0006, V-0007 web.run {"q":"x"} -> Found.');
  });

  test('what failed is not cut off behind what went well', () => {
    const log = compose();
    log.user('Q');
    log.call('run', { a: 1 });
    log.result('run', [text('word '.repeat(200))]);
    log.result('run', [], { status: 'error' });
    expect(section(handoff(log.events()), 'Work done with tools')).toContain('-> FAILED; word word');
  });

  test('without call ids, a result of another tool is not swallowed', () => {
    const log = compose();
    log.user('Q');
    log.call('first', {});
    log.result('second', [text('Not of the first.')]);
    log.result('first', [text('Of the first.')]);
    const lines = section(handoff(log.events()), 'Work done with tools').split('\n');
    expect(lines).toContain('V-0002, V-0004 first {} -> Of the first.');
    expect(lines).toContain('V-0003 second (its call is not known) -> Not of the first.');
  });
});

describe('files of the handoff', () => {
  const version = (words: string, number: number) => ({
    artifact: artifactName(sha256Hex(words)),
    name: 'answer.md',
    role: 'version',
    document: '/out/answer.md',
    version: number,
  });

  test('versions are numbered, the last is the latest state; one put together says so; of one presented they are named', () => {
    const log = compose();
    log.user('Q');
    log.add('artifact', version('one', 1));
    log.add('artifact', version('two', 2), { fidelity: 'derived' });
    log.add('artifact', version('one', 3), { fidelity: 'derived' });
    log.user([{ type: 'file', artifact: null, mime: null, name: 'answer.md' }]);
    log.add('gap', { what: { name: 'answer.md' }, why: 'not-fetched', where: 'message', native: 'sent' });
    log.call('present', { path: 'answer.md' });
    log.result('present', [{ type: 'file', artifact: null, mime: null, name: 'answer.md' }]);
    log.add('gap', { what: { name: 'answer.md' }, why: 'not-fetched', where: 'message', native: null });
    log.add('gap', { what: { name: 'other.md' }, why: 'not-fetched', where: 'message', native: null });
    const page = handoff(log.events());
    const files = section(page, 'Files');
    expect(files).toContain('V-0002 `answer.md` (type not said; version 1 of 3), sha256');
    expect(files).toContain('version 2 of 3; put together by Valise from the edits, not sent by the site)');
    expect(files).toContain('V-0004 `answer.md` (type not said; version 3 of 3, the latest state; put together');
    // a file that the person sent is another one, whatever its name
    expect(section(page, 'Known to be missing').match(/V-\d+ `answer\.md`.*/g)).toEqual([
      'V-0006 `answer.md`: it was not fetched',
      'V-0009 `answer.md`: it was not fetched; versions of it are in the archive, the last is V-0004',
    ]);
    expect(section(page, 'Known to be missing')).toContain('other.md');
    expect(section(page, 'Work done with tools')).toContain('versions of it are, the last is V-0004]');
  });
});

describe('what the handoff says of its branch', () => {
  test('every gap is listed here or counted elsewhere, a file of which there are versions too', () => {
    const log = compose();
    const question = log.user('Q');
    log.add('gap', { what: { name: 'else.pdf' }, why: 'not-fetched', where: 'message', native: null });
    log.user('Elsewhere');
    log.add('gap', { what: { name: 'other.pdf' }, why: 'not-fetched', where: 'message', native: null });
    log.at(question);
    const body = { artifact: artifactName(sha256Hex('one')), mime: null, bytes: 3, role: 'version' as const };
    log.add('artifact', { ...body, name: 'answer.md', document: '/out/answer.md', version: 1 });
    log.result('present', [{ type: 'file', artifact: null, mime: null, name: 'answer.md' }]);
    log.add('gap', { what: { name: 'answer.md' }, why: 'not-fetched', where: 'message', native: null });
    log.updated('T', log.assistant('B'));
    const events = log.events();
    const missing = section(handoff(events), 'Known to be missing');
    const listed = missing.match(/^- V-/gm)?.length ?? 0;
    const counted = Number(/On other branches: (\d+) more/.exec(missing)?.[1] ?? 0);
    expect([listed, counted]).toEqual([2, 1]);
    expect(missing).not.toContain('Nothing');
  });

  test('models and sources of other branches are only counted', () => {
    const log = compose();
    const question = log.user('Q');
    log.result('web', [evidence('1', 'https://elsewhere.example/', 'Elsewhere')]);
    log.assistant('A', { actor: { kind: 'assistant', name: null, model: 'model-else' } });
    log.at(question);
    log.result('web', [evidence('1', 'https://here.example/', 'Here')]);
    const last = log.assistant('B');
    log.updated('T', last);
    const page = handoff(log.events());
    expect(page).toContain('- Models, as the site names them: `model-1`; 1 more elsewhere in the archive');
    expect(section(page, 'Sources')).toContain('[2] Here');
    expect(page).not.toMatch(/Elsewhere|model-else/);
    expect(section(page, 'Sources')).toContain('1 more is in sources.json');
  });

  test('the first request stands once in full', () => {
    const log = compose();
    log.user('How deep is the lake?');
    log.assistant('Deep.');
    const one = handoff(log.events());
    expect(one.split('How deep is the lake?')).toHaveLength(2);
    expect(one).toContain('V-0001, the person: the first request, as it stands above.');
    log.user('How wide?');
    expect(handoff(log.events()).split('How deep is the lake?')).toHaveLength(2);
  });

  test('thought and summary are told apart', () => {
    const log = compose();
    log.user('Q');
    const part = (words: string, member: string) => ({ ...text(words), member });
    log.add('reasoning', { form: 'summary', parts: [part('I look it up.', 'thinking'), part('Looking', 'summary')] });
    log.add('reasoning', { form: 'summary', parts: [text('Only that.')] });
    const words = section(handoff(log.events()), 'Reasoning the site showed');
    expect(words).toMatch(/V-0002 \(the thought as the site showed it\):\n\n```\nI look it up\.\n```/);
    expect(words).toMatch(/V-0002 \(its summary\):\n\n```\nLooking\n```/);
    expect(words).toMatch(/V-0003 \(a summary\):\n\n```\nOnly that\.\n```/);
  });
});
