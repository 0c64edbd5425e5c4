import { describe, expect, test } from 'vitest';
import { EMPTY, seal } from '../../src/model/chain';
import type { Event, Observation } from '../../src/model/event';
import type { Part } from '../../src/model/parts';
import { activePath, besides, branchesOf, leafOf, pathTo } from '../../src/projection/branches';
import { gapsOf, sealedOf, serverCopiesOf, titleOf } from '../../src/projection/lacks';
import { sourcesOf } from '../../src/projection/sources';
import { threadsOf } from '../../src/projection/threads';
import { eventsOf, numberOf, viewOf } from '../../src/projection/view';
import { chatCopy, citation, compose, evidence, sealedValue, text } from '../model/compose';

const ids = (events: readonly Event[]): string[] => events.map(({ id }) => id);

/** Chains further observations to a log. */
function withMore(events: readonly Event[], ...more: Partial<Event>[]): Event[] {
  const log = [...events];
  for (const each of more) {
    const last = log.at(-1);
    const observation = { ...(last as Event), sealed: [], parents: [], ...each } as unknown as Observation;
    const revises = log.findLast(({ id }) => id === observation.id)?.seq ?? null;
    const tail = { ...EMPTY, seq: log.length };
    log.push(seal(tail, observation, { recorded: '2026-03-05T10:00:00.000Z', revises }).event);
  }
  return log;
}

const message = (id: string, parents: string[], words: string, more: Partial<Event> = {}): Partial<Event> =>
  ({
    id,
    parents,
    kind: 'message',
    actor: { kind: 'user', name: null, model: null },
    body: { role: 'user', status: null, hidden: false, parts: [text(words)] },
    native: { id: id.slice(id.indexOf(':') + 1), node: null, type: null, parent: null },
    at: { occurred: null, updated: null, recorded: '' },
    ...more,
  }) as Partial<Event>;

describe('branches', () => {
  const log = compose();
  const question = log.user('first question');
  const first = log.assistant('first answer');
  log.at(question);
  const second = log.assistant('second answer');
  const follow = log.user('and then?');
  log.at(null);
  const other = log.user('another beginning');
  const image = log.add(
    'artifact',
    { artifact: `sha256:${'a'.repeat(64)}`, name: null, mime: null, bytes: 1, role: 'image' },
    { parents: [second] },
  );
  log.updated('Bridges', first);
  const view = viewOf(log.events());

  test('all of them are kept, that of the person first, whatever the order of lines (B11, B12)', () => {
    expect(branchesOf(view)).toEqual([
      { leaf: first, active: true, length: 2 },
      { leaf: follow, active: false, length: 3 },
      { leaf: other, active: false, length: 1 },
    ]);
    expect(ids(activePath(view))).toEqual([question, first]);
    expect(ids(pathTo(view, follow))).toEqual([question, second, follow]);
    expect([leafOf(view), titleOf(view)]).toEqual([first, 'Bridges']);
  });

  test('a later word on the leaf that says no title takes none away', () => {
    const events = log.events();
    const before = events.findLast(({ kind }) => kind === 'session.updated');
    const later = (title: string | null, day: string): Partial<Event> =>
      ({
        ...before,
        body: { title, leaf: follow, project: null },
        at: { occurred: null, updated: `2027-01-${day}T10:00:00.000Z` },
      }) as Partial<Event>;
    const shown = viewOf(withMore(events, later('Harbours', '02'), later('Moles', '01'), later(null, '03')));
    expect([leafOf(shown), titleOf(shown)]).toEqual([follow, 'Harbours']);
  });

  test('what hangs beside an event is no branch', () => {
    expect(ids(besides(view, second))).toEqual([image]);
    expect(view.children.get(question)).toEqual([first, second]);
  });

  test('a leaf that is not there is none: the branch written last counts', () => {
    const lost = compose();
    lost.user('a');
    lost.at(null);
    const last = lost.user('b');
    lost.updated('T', 'chatgpt:nowhere');
    const without = viewOf(lost.events());
    expect(leafOf(without)).toBeNull();
    expect(ids(activePath(without))).toEqual([last]);
  });

  test('order comes from parents, never from clocks (B14, B15)', () => {
    const clocks = compose();
    const asked = clocks.user('question', { occurred: '2026-03-01T12:00:00.000Z' });
    const answered = clocks.assistant('answer', { occurred: '2026-03-01T11:00:00.000Z' });
    const same = clocks.user('thanks', { occurred: '2026-03-01T11:00:00.000Z' });
    expect(ids(activePath(viewOf(clocks.events())))).toEqual([asked, answered, same]);
    expect(ids(activePath(viewOf([...clocks.events()].reverse())))).toEqual([asked, answered, same]);
  });

  test('a chain of twenty thousand needs no recursion (B17)', () => {
    const template = log.events()[1] as Event;
    const chain = Array.from({ length: 20_000 }, (_, i) => ({
      ...template,
      seq: i,
      id: `chatgpt:n${i}`,
      native: { ...template.native, id: `n${i}` },
      parents: i === 0 ? [] : [`chatgpt:n${i - 1}`],
    }));
    const long = viewOf(chain);
    expect(branchesOf(long)).toEqual([{ leaf: 'chatgpt:n19999', active: true, length: 20_000 }]);
    expect(activePath(long)).toHaveLength(20_000);
  });

  test('a circle across versions is cut in one place, wherever it was first written', () => {
    const base = compose({ started: false });
    base.user('a', { id: 'a' });
    const start = base.events();
    const b = message('chatgpt:b', ['chatgpt:a'], 'b');
    const turned = message('chatgpt:a', ['chatgpt:b'], 'a longer a');
    const view1 = viewOf(withMore(start, b, turned));
    const view2 = viewOf(
      withMore(withMore([], { ...start[0], ...b } as Partial<Event>), turned, start[0] as Partial<Event>),
    );
    const edges = (view: typeof view1): unknown => [...view.parents].sort();
    expect(edges(view1)).toEqual(edges(view2));
    expect([...view1.parents.values()].flat()).toHaveLength(1);
  });
});

describe('what counts', () => {
  const log = compose();
  const question = log.user('words', { id: 'm1' });
  const events = log.events();

  test('of an id the version that stands highest, under the number of its first line', () => {
    const edited = withMore(events, message(question, [], 'other and longer words'));
    const view = viewOf(edited);
    expect(view.current.get(question)?.seq).toBe(2);
    expect(numberOf(view, question)).toBe('V-0001');
  });

  test('what was retired is left out, and what hung on it stands alone', () => {
    const retire = {
      id: 'chatgpt:c-1/context.edit.1',
      kind: 'context.edit',
      actor: { kind: 'recorder', name: null, model: null },
      body: { action: 'reread', targets: [question] },
      source: { ...(events[1] as Event).source, reader: 'chatgpt@2' },
    } as unknown as Partial<Event>;
    const child = message('chatgpt:m2', [question], 'child');
    const view = viewOf(withMore(events, child, retire));
    expect(view.current.has(question)).toBe(false);
    expect(view.parents.get('chatgpt:m2')).toEqual([]);
    const back = viewOf(
      withMore(
        events,
        child,
        retire,
        message(question, [], 'words', { source: { ...(events[1] as Event).source, reader: 'chatgpt@2' } }),
      ),
    );
    expect(back.current.has(question)).toBe(true);
  });

  const page = (n: number): Partial<Event> =>
    message(`chatgpt:c-1/page.${n}`, [], `page ${n}`, {
      native: { id: null, node: null, type: null, parent: null },
      source: { ...(events[1] as Event).source, capture: 'page', form: 'page' },
    });

  test('messages that a page only numbered are left out as soon as something better was read', () => {
    const started = events.slice(0, 1);
    expect([...viewOf(withMore(started, page(0), page(1))).current.keys()]).toHaveLength(3);
    const cut = message('chatgpt:m9', [], 'x', {
      source: { ...(events[1] as Event).source, form: 'cut', capture: 'heard' },
    });
    expect([...viewOf(withMore(started, page(0), cut)).current.keys()]).toHaveLength(3);
    const view = viewOf(withMore(events, page(0), { ...page(1), id: 'chatgpt:c-1/page.1/reasoning.0' }));
    expect([...view.current.keys()]).toEqual([(events[0] as Event).id, question]);
  });

  test('a gap in the place of a message counts only while something names it as its parent', () => {
    const gap = {
      ...message('chatgpt:x', [], ''),
      kind: 'gap',
      body: { what: 'message', why: 'not-sent', where: 'parents', native: 'x' },
    } as Partial<Event>;
    const named = withMore(events, gap, message('chatgpt:m2', ['chatgpt:x'], 'c'));
    expect(gapsOf(viewOf(named)).map(({ id }) => id)).toEqual(['chatgpt:x']);
    const elsewhere = withMore(named, message('chatgpt:m2', [question], 'a longer c'));
    expect(gapsOf(viewOf(elsewhere))).toEqual([]);
    const real = withMore(named, message('chatgpt:x', [], 'here it is'));
    expect(gapsOf(viewOf(real))).toEqual([]);
    expect(viewOf(real).current.get('chatgpt:x')?.kind).toBe('message');
  });

  test('a gap that hangs beside a message counts whoever names it', () => {
    const beside = {
      ...message('chatgpt:m1/gap.0', [question], ''),
      kind: 'gap',
      native: { id: null, node: null, type: null, parent: null },
      body: { what: 'file', why: 'expired', where: null, native: null },
    } as Partial<Event>;
    expect(gapsOf(viewOf(withMore(events, beside)))).toHaveLength(1);
  });
});

describe('sources, threads and lacks', () => {
  const log = compose();
  log.user('q');
  const found = log.result('search', [
    evidence('e1', 'https://a.example/', 'A', 'one'),
    evidence('e2', 'https://b.example/', 'B', 'two'),
    evidence('e3', 'https://a.example/', '', 'one', 'three'),
  ]);
  const answer = log.assistant([text('because'), citation([0, 3], `${found}#e3`)], {
    sealed: [sealedValue('signature', 'missing')],
  });
  log.add('thread.started', { name: 'Helper', from: answer }, { thread: 'agent-1' });
  log.user('do it', { thread: 'agent-1' });
  log.add('server.state', chatCopy('c-1'), { id: 'c-1/server.state.c-1' });
  const view = viewOf(log.events());

  test('evidence of one address is one source; what was only found is kept apart from what was cited (B09)', () => {
    const { sources, numberOf: numbers } = sourcesOf(view);
    expect(sources).toMatchObject([
      {
        number: 1,
        url: 'https://a.example/',
        title: 'A',
        cited: true,
        event: found,
        passages: [{ text: 'one' }, { text: 'three' }],
      },
      { number: 2, url: 'https://b.example/', cited: false },
    ]);
    expect([...numbers]).toEqual([
      [`${found}#e1`, 1],
      [`${found}#e3`, 1],
      [`${found}#e2`, 2],
    ]);
  });

  test('every search that found a source is known, each once, by its query and its place among the hits', () => {
    const many = compose();
    const hit = (more: object) => ({ ...evidence('e', 'https://a.example/', 'A'), ...more });
    many.result('search', [
      hit({ query: 'one', rank: 2, foundAgain: [{ query: 'two', rank: 1 }, { rank: 7 }, { rank: 2 }] }),
    ]);
    many.result('search', [hit({ query: 'one', rank: 2 }), hit({ query: 'three' }), hit({})]);
    many.result('search', [
      hit({ query: ['x'], rank: 'first', foundAgain: 'often' }),
      hit({ foundAgain: [null, 'x'] }),
    ]);
    expect(sourcesOf(viewOf(many.events())).sources.map((each) => each.found)).toEqual([
      [
        { query: 'one', rank: 2 },
        { query: 'two', rank: 1 },
        { query: null, rank: 7 },
        { query: 'three', rank: null },
      ],
    ]);
  });

  test('whose a page is and when it was published may be known by what cites it alone', () => {
    const cites = compose();
    const by = cites.result('search', [evidence('e', 'https://a.example/', 'A')]);
    const says = [{ url: 'https://a.example/', site: 'Site', published: '2026-01-02' }, { url: 7 }, 'x'];
    cites.assistant([text('so'), { ...citation([0, 2], `${by}#e`), says } as Part]);
    expect(sourcesOf(viewOf(cites.events())).sources).toMatchObject([{ site: 'Site', published: '2026-01-02' }]);
  });

  test('threads, sealed values and server copies are listed', () => {
    expect(threadsOf(view)).toEqual([
      { id: 'root', name: null, events: view.current.size - 2 },
      { id: 'agent-1', name: 'Helper', events: 2 },
    ]);
    expect(sealedOf(view).map(({ event, sealed }) => [event, sealed.kind])).toEqual([[answer, 'signature']]);
    expect(serverCopiesOf(view)).toMatchObject([{ copy: { id: 'c-1', type: 'chat' } }]);
    expect(eventsOf(view, 'message', 'tool.result').map(({ kind }) => kind)).toEqual([
      'message',
      'tool.result',
      'message',
      'message',
    ]);
  });
});
