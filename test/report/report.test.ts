import { describe, expect, test } from 'vitest';
import { artifactName, sha256Hex } from '../../src/lib/hash';
import type { Event } from '../../src/model/event';
import { Report, type TestName, type TestReport } from '../../src/model/session';
import { viewOf } from '../../src/projection/view';
import type { Facts } from '../../src/report/facts';
import { reportOf } from '../../src/report/report';
import { type Composer, chatCopy, citation, compose, evidence, sealedValue, text } from '../model/compose';

const TARGET = { name: 'messages', valid: true, faults: [], loss: [] };
const WHOLE: Facts = { has: () => true, targets: [TARGET], faults: [] };

const report = (events: readonly Event[], facts: Partial<Facts> = {}): Report =>
  reportOf(viewOf(events), { ...WHOLE, ...facts });

/** A session in which nothing lacks, and what is added to it. */
function sound(add: (log: Composer) => void = () => undefined): Event[] {
  const log = compose({ session: 'c-sound-1' });
  log.add('config', { instructions: 'Be kind.' }, { parents: [] });
  log.user('How deep is the lake?');
  log.call('web.search', { q: 'lake' });
  const result = log.result('web.search', [evidence('1', 'https://a.example/', 'A', 'It is 43 m deep.')]);
  log.assistant([text('43 m.'), citation([0, 5], `${result}#1`)]);
  log.add('server.state', chatCopy('c-sound-1'), { parents: [] });
  add(log);
  return log.events();
}

const of = (name: TestName, add: (log: Composer) => void, facts: Partial<Facts> = {}): TestReport =>
  report(sound(add), facts)[name];

const whys = ({ items }: TestReport): string[] => items.map(({ why }) => why);

describe('the five tests', () => {
  test('a session in which nothing lacks passes all, and there is nothing to do', () => {
    const whole = report(sound());
    expect(Report.parse(whole)).toEqual(whole);
    for (const each of Object.values(whole)) expect(each).toMatchObject({ verdict: 'pass', items: [], next: null });
  });

  test('what lacks stands first without a name, then with one; every verdict but pass says what to do', () => {
    const { verdict, items, next } = of('inspection', (log) => {
      log.add('reasoning', { form: 'none', parts: [] }, { sealed: [sealedValue('reasoning', 'missing')] });
      log.call('lost', { a: 1 });
    });
    expect(verdict).toBe('fail');
    expect(items.map(({ why }) => why.slice(0, 20))).toEqual(['The call of lost has', 'Sealed (reasoning), ']);
    expect(next).not.toBeNull();
  });
});

describe('inspection', () => {
  test('a call without input or result lacks it; a gap beside it names what lacks', () => {
    const bare = of('inspection', (log) => void log.call('x', undefined));
    expect(bare.verdict).toBe('fail');
    expect(whys(bare)).toEqual(['The call of x has no readable input.', 'The call of x has no result.']);
    const told = of('inspection', (log) => {
      const call = log.call('x', { a: 1 });
      log.add('gap', { what: 'result', why: 'not-sent', where: null, native: null }, { parents: [call] });
    });
    expect(told.verdict).toBe('gaps');
  });

  test('a result is a call’s by its id, or by its place in the tree through other results', () => {
    const { verdict } = of('inspection', (log) => {
      log.call('a', {}, { callId: '1' });
      log.call('b', {}, { callId: '2' });
      log.result('b', [text('b')], { callId: '2' });
      log.result('a', [text('a')], { callId: '1' });
      log.call('c', {});
      log.result('c', [text('one')]);
      log.result('c', [text('two')]);
    });
    expect(verdict).toBe('pass');
  });

  test('an input that the site itself sends as null is its silence, not a fault', () => {
    const { verdict, items } = of('inspection', (log) => {
      log.call('x', null);
      log.result('x', [text('y')]);
    });
    expect([verdict, items.length]).toEqual(['gaps', 1]);
  });

  test('a message between agents that cannot be read fails, unless a sealed value says so', () => {
    const body = { author: 'root', recipients: ['worker'], readable: 'none' as const, parts: [] };
    expect(of('inspection', (log) => void log.add('agent.message', body)).verdict).toBe('fail');
    const sealed = [sealedValue('agent-message', 'missing')];
    const listed = of('inspection', (log) => void log.add('agent.message', body, { sealed }));
    expect([listed.verdict, listed.items.length]).toEqual(['gaps', 2]);
    expect(of('inspection', (log) => void log.add('agent.message', { ...body, readable: 'header-only' })).verdict).toBe(
      'gaps',
    );
  });

  test('a compaction without a summary, and a session without instructions, are gaps', () => {
    expect(of('inspection', (log) => void log.add('compaction', { summary: null })).verdict).toBe('gaps');
    const log = compose();
    log.user('Hello');
    expect(report(log.events()).inspection).toMatchObject({
      verdict: 'gaps',
      items: [{ event: null, why: 'The site did not say which instructions were in force.' }],
    });
  });

  test('a sealed value with a twin is none that lacks; one that the person wrote counts', () => {
    const body = { form: 'summary' as const, parts: [text('I think.')] };
    const partial = of(
      'inspection',
      (log) => void log.add('reasoning', body, { sealed: [sealedValue('reasoning', 'partial')] }),
    );
    expect([partial.verdict, partial.counts.twinPartial]).toEqual(['pass', 1]);
    const written = of('inspection', (log) => {
      const id = log.add('reasoning', body, { sealed: [sealedValue('reasoning', 'missing')] });
      log.add('annotation', { type: 'twin', text: 'It thought of lakes.' }, { parents: [id] });
    });
    expect([written.verdict, written.counts.twinFull]).toEqual(['pass', 1]);
  });

  test('what to do next fits: of sealed values only where one is closed, and nothing that this release does not do', () => {
    const lost = (why: 'not-sent' | 'not-fetched') => (log: Composer) =>
      void log.add('gap', { what: { name: 'a.pdf' }, why, where: 'message', native: null });
    expect(of('inspection', lost('not-sent')).next).toMatch(/^Nothing can be done about what the site itself/);
    const closed = of('inspection', (log) => {
      log.add('reasoning', { form: 'none', parts: [] }, { sealed: [sealedValue('reasoning', 'missing')] });
    });
    expect(closed.next).toMatch(/^What only the provider can open stays closed/);
    expect(of('export', lost('not-fetched')).next).toMatch(/save those that matter from the site/);
  });

  test('a twin that names an event which is not there fails', () => {
    const { verdict } = of('inspection', (log) => {
      log.add(
        'reasoning',
        { form: 'none', parts: [] },
        { sealed: [sealedValue('reasoning', 'full', ['chatgpt:nowhere'])] },
      );
    });
    expect(verdict).toBe('fail');
  });
});

describe('export', () => {
  const first = sha256Hex('raw chatgpt:m2');

  test('an artifact that is not there fails, and so does one whose bytes differ', () => {
    const missing = report(sound(), { has: (hash) => hash !== first }).export;
    expect([missing.verdict, missing.counts.missing]).toEqual(['fail', 1]);
    expect(missing.items[0]).toEqual({ event: 'chatgpt:m2', why: `Artifact ${first} is not in the archive.` });
    const damaged = report(sound(), { damaged: new Set([first]) }).export;
    expect([damaged.verdict, damaged.counts.damaged]).toEqual(['fail', 1]);
  });

  test('bytes that were dropped, and say so, are a gap', () => {
    const events = sound(
      (log) =>
        void log.add(
          'gap',
          { what: [artifactName(first)], why: 'dropped', where: null, native: null },
          { parents: [] },
        ),
    );
    expect(report(events, { has: (hash) => hash !== first }).export.verdict).toBe('gaps');
  });

  test('a file that is spoken of needs its bytes, a gap, or an artifact beside it', () => {
    const file = { type: 'file' as const, artifact: null, mime: null, name: 'a.csv', pointer: 'sandbox:/a.csv' };
    expect(of('export', (log) => void log.user([file])).verdict).toBe('fail');
    const gap = of('export', (log) => {
      log.user([file]);
      log.add('gap', { what: { name: 'a.csv' }, why: 'expired', where: 'message', native: null });
    });
    expect([gap.verdict, whys(gap)]).toEqual(['gaps', ['Missing: a.csv: its link had expired.']]);
    const there = of('export', (log) => {
      log.user([file]);
      const body = {
        artifact: artifactName(first),
        name: 'a.csv',
        mime: null,
        bytes: 3,
        role: 'upload',
        pointer: 'sandbox:/a.csv',
      };
      log.add('artifact', body);
    });
    expect(there.verdict).toBe('pass');
  });
});

describe('replay', () => {
  test('fails without a target, with one that is not valid, and without a loss report', () => {
    expect(report(sound(), { targets: [] }).replay.verdict).toBe('fail');
    expect(report(sound(), { targets: [{ ...TARGET, valid: false, faults: ['why'] }] }).replay.items[0]?.why).toContain(
      'why',
    );
    expect(report(sound(), { targets: [{ ...TARGET, loss: null }] }).replay.verdict).toBe('fail');
  });

  test('losses that are reported are no fault; they are counted', () => {
    const loss = [{ event: 'a', what: 'image', why: 'because' }];
    expect(report(sound(), { targets: [{ ...TARGET, loss }] }).replay).toMatchObject({
      verdict: 'pass',
      counts: { losses: 1 },
    });
  });

  test('a session without a message is a gap', () => {
    expect(report(compose().events()).replay.verdict).toBe('gaps');
  });
});

describe('audit', () => {
  test('a broken chain fails, and names the line', () => {
    const faults = [{ seq: 3, what: 'chain' as const, detail: 'abc' }];
    expect(report(sound(), { faults }).audit).toMatchObject({
      verdict: 'fail',
      items: [{ event: 'chatgpt:m3', why: 'Line 3 of the log is wrong: chain abc' }],
    });
  });

  test('an action without a cause fails where the site names one that the log lacks', () => {
    expect(of('audit', (log) => void log.call('x', {}, { parents: [] })).verdict).toBe('gaps');
    const native = { parent: 'lost' };
    expect(of('audit', (log) => void log.call('x', {}, { parents: [], native })).verdict).toBe('fail');
  });

  test('times and models that the site does not say are one item each, with the first event and the count', () => {
    const { verdict, items } = of('audit', (log) => {
      for (let i = 0; i < 3; i++)
        log.assistant('x', { occurred: null, actor: { kind: 'assistant', name: null, model: null } });
    });
    expect(verdict).toBe('gaps');
    expect(items).toEqual([
      { event: 'chatgpt:m7', why: 'The site did not say when 3 events happened; this is the first of them.' },
      { event: 'chatgpt:m7', why: 'The site did not say which model was behind 3 events; this is the first of them.' },
    ]);
  });

  test('a citation leads to evidence with a passage; without evidence or passage it is a gap, with lost evidence it fails', () => {
    const cite = (...names: string[]) =>
      of('audit', (log) => void log.assistant([text('x'), citation([0, 1], ...names)]));
    expect(cite('chatgpt:m4#1').verdict).toBe('pass');
    expect(cite().verdict).toBe('gaps');
    expect(cite('chatgpt:m4#lost').verdict).toBe('fail');
    const silent = of('audit', (log) => {
      const result = log.result('web', [evidence('9', 'https://b.example/', 'B')]);
      log.assistant([text('x'), citation([0, 1], `${result}#9`)]);
    });
    expect(silent.verdict).toBe('gaps');
  });
});

describe('deletion', () => {
  const copy = chatCopy('other');

  test('a session of a site that lists no copy fails: the conversation itself is one', () => {
    const log = compose();
    log.user('Hello');
    expect(report(log.events()).deletion.verdict).toBe('fail');
    const local = compose({ origin: 'file' });
    local.user('Hello', { source: { capture: 'file', form: 'export' } });
    expect(report(local.events()).deletion.verdict).toBe('pass');
  });

  test('retention or a way to delete that is not known is a gap', () => {
    const unknown = { ...copy, retention: { rule: 'not stated', until: null } };
    expect(of('deletion', (log) => void log.add('server.state', unknown, { parents: [] }))).toMatchObject({
      verdict: 'gaps',
      counts: { copies: 2 },
    });
    const known = { ...unknown, system: 'chatgpt', type: 'memory-store' };
    expect(whys(of('deletion', (log) => void log.add('server.state', known, { parents: [] })))).toEqual([
      'The memory store at ChatGPT: how long it is kept is not known.',
    ]);
    const noWay = { ...copy, deletion: { how: 'none' as const, where: null, doneAt: null } };
    expect(of('deletion', (log) => void log.add('server.state', noWay, { parents: [] })).verdict).toBe('gaps');
  });

  test('what was deleted needs a receipt', () => {
    const done = { ...copy.deletion, doneAt: '2026-03-02T00:00:00.000Z' };
    const add = (deletion: typeof done) =>
      of('deletion', (log) => void log.add('server.state', { ...copy, deletion }, { parents: [] }));
    expect(add(done).verdict).toBe('fail');
    expect(add({ ...done, receipt: { status: 200 } } as typeof done)).toMatchObject({
      verdict: 'pass',
      counts: { deleted: 1 },
    });
  });
});
