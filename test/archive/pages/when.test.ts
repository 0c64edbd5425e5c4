import { describe, expect, test } from 'vitest';
import { indexHtml } from '../../../src/archive/pages/index-html';
import { transcriptOf } from '../../../src/archive/pages/transcript';
import { handoffOf } from '../../../src/handoff/handoff';
import { sha256Hex } from '../../../src/lib/hash';
import type { Event } from '../../../src/model/event';
import { compose, text } from '../../model/compose';
import { ARCHIVE, pageOf } from './rich';

const ofFile = (events: readonly Event[], recorded: string): Event[] =>
  events.map((event) => ({ ...event, at: { ...event.at, recorded }, source: { ...event.source, capture: 'file' } }));

describe('when a session was recorded', () => {
  test('of a file: what the time of its lines is, and that it is no clock’s', () => {
    const log = compose();
    log.user('Q');
    const page = pageOf(ofFile(log.events(), '2026-07-20T10:15:00.000Z'));
    const words =
      'its lines bear the time 20 July 2026, 10:15 UTC (given by whoever packed it, or else the newest that the file states)';
    expect(transcriptOf(page)).toContain(`- Packed from a file: ${words}`);
    expect(handoffOf(page.view, page.shown)).toContain(`- Packed from a file: ${words}`);
    expect(indexHtml([page], ARCHIVE)).toContain(`<dt>Packed from a file</dt><dd>${words}</dd>`);
    for (const each of [transcriptOf(page), indexHtml([page], ARCHIVE)]) expect(each).not.toContain('Recorded:');
  });

  test('where nobody said when, no page names a day', () => {
    const log = compose();
    log.user('Q', { occurred: null });
    const events = log.events().map((event): Event => ({ ...event, at: { ...event.at, occurred: null } }));
    const page = pageOf(ofFile(events, '1970-01-01T00:00:00.000Z'));
    const index = indexHtml([page, { ...page, slug: 'other' }], ARCHIVE);
    expect(index).toContain('<td>not known</td>');
    for (const each of [index, transcriptOf(page), handoffOf(page.view, page.shown)]) {
      expect(each).toContain('at a time that is not known');
      expect(each).not.toContain('1970');
    }
  });

  test('the chat began at one time, in the head and in the first entry', () => {
    const log = compose();
    log.user('Q', { occurred: '2026-02-28T09:00:00.000Z' });
    const page = transcriptOf(pageOf(log.events()));
    expect(page.match(/- The chat began: .*/g)).toEqual([
      '- The chat began: 28 February 2026, 09:00 UTC',
      '- The chat began: 28 February 2026, 09:00:00 UTC',
    ]);
  });
});

describe('what pages say of a session and its events', () => {
  test('a name of ours is no id of the site; an address that programs read is where it was read from', () => {
    const log = compose({ session: sha256Hex('first'), origin: 'https://chat.example/api' });
    log.user('Q');
    const page = transcriptOf(pageOf(log.events()));
    expect(page).toContain('- The site’s id of the chat: the site gave none');
    expect(page).toContain('- Read from: <https://chat.example/api/c/');
    const own = compose({ session: 'c-9' });
    own.user('Q');
    expect(transcriptOf(pageOf(own.events()))).toContain('- Address of the chat: <https://chatgpt.com/c/c-9>');
  });

  test('a failed result says so while it is closed; a number is explained', () => {
    const log = compose();
    log.user('Q');
    log.call('run', {});
    log.result('run', [text('It broke.')], { status: 'error' });
    const index = indexHtml([pageOf(log.events())], ARCHIVE);
    expect(index).toMatch(/<summary><b>(?:<bdi[^>]*>)?Result of run, failed</);
    expect(index).toContain('Numbers such as V-0010');
    expect(index).not.toContain('reads the files beside it');
  });

  test('thought and summary are labelled, a form alone is said in the heading; a file put together says so', () => {
    const log = compose();
    log.user('Q');
    const part = (words: string, member: string) => ({ ...text(words), member });
    log.add('reasoning', { form: 'summary', parts: [part('I look.', 'thinking'), part('Looking', 'summary')] });
    const answer = log.assistant('A');
    const artifact = (words: string) => `sha256:${sha256Hex(words)}`;
    for (const words of ['one', 'two']) {
      const body = { artifact: artifact(words), name: 'a.md', role: 'version', bytes: 3 };
      log.add('artifact', body, { parents: [answer], fidelity: 'derived' });
    }
    const page = pageOf(log.events());
    const transcript = transcriptOf(page);
    expect(transcript).toContain('_The thought as the site showed it:_\n\nI look.\n\n_Its summary:_\n\nLooking');
    expect(transcript).not.toContain('Reasoning, a summary');
    for (const each of [transcript, indexHtml([page], ARCHIVE)])
      expect(each.match(/put together by Valise from the (?:edits|call that wrote it)/g)).toEqual([
        'put together by Valise from the call that wrote it',
        'put together by Valise from the edits',
      ]);
  });
});
