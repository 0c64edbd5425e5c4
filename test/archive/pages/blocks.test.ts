import { describe, expect, test } from 'vitest';
import { indexHtml } from '../../../src/archive/pages/index-html';
import { readmeMd } from '../../../src/archive/pages/readme';
import { transcriptOf } from '../../../src/archive/pages/transcript';
import { blockChat } from '../../model/blocks';
import { compose } from '../../model/compose';
import { ARCHIVE, pageOf } from './rich';

const page = pageOf(blockChat());
const transcript = transcriptOf(page);
const index = indexHtml([page], ARCHIVE);
const found = [...transcript.matchAll(/^(#{2,5} .*)$(?:\n\n\*\*(.*?)\*\*( · with V-[^·]*\d)?)?/gm)];
const headings = found.map(([, heading]) => heading);
/** Who or what stands below each heading, where it is the number of an event. */
const lines = found.map(([, heading, who, others]) =>
  / V-\d+$/.test(heading ?? '') && who ? `${who}${others ?? ''}` : '',
);

describe('a message that came in blocks', () => {
  test('is one heading with its first words right below, and its other blocks under headings of their own', () => {
    expect(headings.map((heading, at) => `${heading} ${lines[at] ?? ''}`.trim())).toEqual([
      '## Contents',
      '## The branch the person was on',
      '### V-0001 The person · with V-0002',
      '### V-0004 The model',
      '#### V-0005 Reasoning, a summary',
      '#### V-0006 Call of web_search, run by the provider',
      '#### V-0007 Result of web_search',
      '#### V-0008 The model says · with V-0009',
      '#### V-0010 Call of artifacts, run by the provider',
      '##### V-0011 File',
      '#### V-0012 Result of artifacts',
      '#### V-0013 The model says',
      '### V-0016 The person',
      '## Another answer: “It is”, V-0014, after V-0001',
      '### V-0014 The model · with V-0015',
      '## Beside the conversation',
      '### V-0000 About this recording',
      '### V-0018 Title and place',
      '## Sources',
      '### Source-1',
      '## Missing',
      '## Tests',
      '## Copies',
      '### V-0017',
    ]);
    expect(transcript).toMatch(
      /The person\*\* · [^\n]*\n\nHow deep is the lake now\?\n\nAttached, soundings\.txt:\n\n```text\n1887: 41 m/,
    );
  });

  test('is not said to be empty because its words stand in blocks; one that has neither is', () => {
    expect(transcript.match(/It holds no words/g)).toHaveLength(1);
    expect(transcript).toMatch(/### V-0016\n\n\*\*The person[^\n]*\n\n_It holds no words\._/);
    expect(index.match(/It holds no words/g)).toHaveLength(1);
  });

  test('is one card, in which every event has its anchor once and the numbers of both are read', () => {
    const ids = [...index.matchAll(/ id="(V-\d{4})"/g)].map(([, id]) => id);
    expect([...ids].sort()).toEqual(Array.from({ length: 19 }, (_, i) => `V-${String(i).padStart(4, '0')}`));
    expect(index.match(/<article class="event of-(?:user|assistant)/g)).toHaveLength(4);
    expect(index).toMatch(/<bdi>The person<\/bdi><\/b> <a[^>]*>V-0001<\/a> <a[^>]*>V-0002<\/a>/);
    expect(index.match(/<bdi>The person<\/bdi>/g)).toHaveLength(2);
  });

  test('ends in words: a usual end is not said, another is', () => {
    expect(transcript).not.toMatch(/end\\?_turn|user\\?_canceled|Status/);
    expect(index).not.toMatch(/end_turn|user_canceled/);
    expect(transcript).toContain('- How it ended: the person stopped it');
  });

  test('has versions of documents that say which one they are and what was done', () => {
    expect(transcript).toContain('- Version: 2, changed in part\n- Document: depths');
    expect(transcript).not.toContain('`command`');
  });

  test('is one message where people are told how many there are', () => {
    expect(transcript).toContain('- Messages: 4; lines of the log: 19;');
    expect(readmeMd({ archive: ARCHIVE, sessions: [page] })).toContain('| 4 | 19 | 1 |');
  });

  test('a title that says nothing is no fact', () => {
    const log = compose();
    log.updated('', log.user('Hello', { parents: [] }));
    expect(transcriptOf(pageOf(log.events()))).not.toContain('- Title:');
  });

  test('an end that is not known stays the site’s own word', () => {
    const log = compose();
    log.add('message', { role: 'assistant', status: '__proto__', parts: [] });
    expect(transcriptOf(pageOf(log.events()))).toContain('- How it ended: \\_\\_proto\\_\\_');
  });
});
