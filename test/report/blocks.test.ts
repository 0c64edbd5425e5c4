import { describe, expect, test } from 'vitest';
import type { Event } from '../../src/model/event';
import { viewOf } from '../../src/projection/view';
import { reportOf } from '../../src/report/report';
import { blockChat } from '../model/blocks';
import { compose } from '../model/compose';

const FACTS = { has: () => true, targets: [{ name: 'messages', valid: true, faults: [], loss: [] }], faults: [] };
const report = (events: readonly Event[]) => reportOf(viewOf(events), FACTS);

describe('the five tests of a chat that came in blocks', () => {
  test('a message and its blocks lack a model once', () => {
    const bare = blockChat().map((event): Event => ({ ...event, actor: { ...event.actor, model: null } }));
    expect(report(bare).audit.items.map(({ why }) => why)).toEqual([
      'The site did not say which model was behind 2 events; this is the first of them.',
    ]);
  });

  test('a message whose blocks have times happened at a known time', () => {
    const heard = (untimed: string): string[] =>
      report(
        blockChat().map(
          (event): Event => (event.id.startsWith(untimed) ? { ...event, at: { ...event.at, occurred: null } } : event),
        ),
      ).audit.items.map(({ why }) => why);
    const only = (id: string, events: readonly Event[]): Event[] =>
      events.map((event): Event => (event.id === id ? { ...event, at: { ...event.at, occurred: null } } : event));
    expect(report(only('chatgpt:a1', blockChat())).audit.verdict).toBe('pass');
    expect(heard('chatgpt:a1')).toEqual(['The site did not say when it happened.']);
  });

  test('what names a missing result is said of its call, once and in words', () => {
    const log = compose();
    log.user('Go');
    const call = log.call('look', {}, { callId: 'x' });
    const gap = { what: { result: call }, why: 'not-sent', where: 'message', native: null } as const;
    log.add('gap', gap, { parents: [call], chain: false });
    expect(report(log.events()).inspection.items.map(({ event, why }) => [event, why])).toEqual([
      [call, 'The call of look has no result: the site did not send it.'],
      [null, 'The site did not say which instructions were in force.'],
    ]);
  });

  test('a copy that cannot be named is the site’s silence; one that could be is a fault', () => {
    const of = (session: string): string => {
      const log = compose({ session });
      log.user('Go');
      return report(log.events()).deletion.verdict;
    };
    expect(of('5'.repeat(64))).toBe('gaps');
    expect(of('s-1')).toBe('fail');
  });
});
