// @vitest-environment happy-dom

import '../with-browser';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, describe, expect, test } from 'vitest';
import { shownOf } from '../../src/handoff/shown';
import type { Report } from '../../src/model/session';
import { numberOf, viewOf } from '../../src/projection/view';
import { usePlace } from '../../src/ui/place';
import { citedBeside } from '../../src/ui/session/margin';
import { SessionReader } from '../../src/ui/session/reader';
import { citation, compose, evidence, text } from '../model/compose';
import { leave, settled, shown } from './render';

const ID = '11111111-1111-4111-8111-111111111111';

/** A question with two answers: the first rests on a source and lacks a file, the person was on the second. */
function cited() {
  const log = compose();
  const question = log.user('When?');
  const first = log.assistant([
    evidence('e', 'https://example.org/t', 'Tide table'),
    text('At noon.'),
    citation([3, 7], 'm2#e'),
    citation(null, 'chatgpt:m2#e'),
  ]);
  const gap = log.add('gap', { what: { name: 'x.pdf', pointer: 'a://b' }, why: 'expired', where: null, native: null });
  log.at(question);
  const last = log.assistant('At 07:40.');
  log.updated('Tides', last);
  return { view: viewOf(log.events()), first, last, gap };
}

let root: HTMLElement;
afterEach(() => leave(root));

/** The reader, following the page's address as the library does. */
function Following({ report }: { report: Report | null }) {
  return (
    <SessionReader
      session="11111111-1111-4111-8111-111111111111"
      view={view}
      report={report}
      bytesOf={async () => null}
      target={usePlace().event}
      part={usePlace().part}
    >
      <h1>Title</h1>
    </SessionReader>
  );
}
const { view, first, last } = cited();

const follow = async (link: HTMLAnchorElement | null | undefined): Promise<void> => {
  await act(() => {
    if (link) location.hash = link.hash;
    dispatchEvent(new HashChangeEvent('hashchange'));
  });
  await settled(5);
};

describe('a part that the address names', () => {
  const fine = { verdict: 'pass', items: [], next: null } as const;
  const report = { inspection: fine, export: fine, replay: fine, audit: fine, deletion: fine } as unknown as Report;
  const soon = async (): Promise<string | null | undefined> => {
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    return document.activeElement?.textContent;
  };

  test('is opened, and has the focus; a test as soon as it is known', async () => {
    location.hash = `${ID}/audit`;
    root = await shown(<Following report={null} />);
    await soon();
    expect(root.querySelector('details[open]')).toBeNull();
    await act(() => render(<Following report={report} />, root));
    await expect.poll(soon).toBe('Audit: passes');
    location.hash = `${ID}/missing`;
    await follow(null);
    await expect.poll(soon).toBe('Known to be missing: 0 on this branch, 1 in all');
    expect(root.querySelector('#missing')?.textContent).toContain('On this branch nothing is known to be missing.');
  });

  test('is opened again by the same link', async () => {
    location.hash = `${ID}/replay`;
    root = await shown(<Following report={report} />);
    await expect.poll(soon).toBe('Replay: passes');
    for (const fold of root.querySelectorAll('details')) fold.open = false;
    const link = root.querySelector<HTMLAnchorElement>('.tests a[href$="/replay"]');
    link?.focus();
    await act(() => link?.click());
    await expect.poll(soon).toBe('Replay: passes');
    expect(root.querySelector('details[open] details[open]')?.id).toBe('test-replay');
  });
});

describe('numbers that stand elsewhere', () => {
  test('lead from a source back to where it is cited, on another branch too', async () => {
    location.hash = ID;
    root = await shown(<Following report={null} />);
    const back = root.querySelector<HTMLAnchorElement>('#source-1 .refs a');
    expect(back?.textContent).toBe(numberOf(view, first));
    expect(back?.hash).toBe(`#${ID}/${numberOf(view, first)}`);
    expect(root.querySelector('.branch')?.textContent).not.toContain('At noon.');
    await follow(back);
    expect(root.querySelector('.branch')?.textContent).toContain('At noon.');
    expect(root.querySelector('a.aimed')?.textContent).toBe(numberOf(view, first));
    expect(root.querySelectorAll('.number + .copy')).toHaveLength(1);
  });

  test('an address with an event of the branch that is shown leaves that branch', async () => {
    location.hash = `${ID}/${numberOf(view, first)}`;
    root = await shown(<Following report={null} />);
    const question = root.querySelector<HTMLAnchorElement>('.branch .number');
    await follow(question);
    expect(root.querySelector('.branch')?.textContent).toContain('At noon.');
    location.hash = `${ID}/${numberOf(view, last)}`;
    await follow(null);
    expect(root.querySelector('.branch')?.textContent).toContain('At 07:40.');
  });

  test('lead from what a test lacks', async () => {
    location.hash = ID;
    const fine = { verdict: 'pass', items: [], next: null } as const;
    const report = {
      inspection: { verdict: 'gaps', items: [{ event: first, why: 'Not all of it is readable.' }], next: null },
      export: fine,
      replay: fine,
      audit: fine,
      deletion: fine,
    } as unknown as Report;
    root = await shown(<Following report={report} />);
    for (let round = 0; round < 2; round++) {
      await act(() => {
        for (const fold of root.querySelectorAll<HTMLDetailsElement>('.lacks details')) {
          fold.open = true;
          fold.dispatchEvent(new Event('toggle'));
        }
      });
      await settled(1);
    }
    const refs = [...root.querySelectorAll<HTMLAnchorElement>('#test-inspection a.number')].map(({ hash }) => hash);
    expect(refs).toEqual([`#${ID}/${numberOf(view, first)}`]);
  });
});

test('a place has in its margin what its words cite, each once, in the order of the text; without one its place stays whole', async () => {
  const log = compose();
  const found = log.result('search', [
    evidence('a', 'https://example.org/a', 'A'),
    evidence('b', 'https://example.org/b', 'B'),
    evidence('c', 'https://example.org/c', 'C'),
  ]);
  log.user('When?');
  log.assistant([
    text('First B, then A, B again.'),
    citation([0, 7], `${found}#b`),
    citation([9, 15], `${found}#a`),
    citation([17, 24], `${found}#b`),
  ]);
  const said = viewOf(log.events());
  root = await shown(
    <SessionReader session={ID} view={said} report={null} bytesOf={async () => null} target={null}>
      <h1>Title</h1>
    </SessionReader>,
  );
  const shownNow = shownOf(said, { artifactPath: () => null });
  const last = [...said.current.values()].at(-1);
  expect(last && citedBeside(shownNow, { event: last, blocks: [] })).toEqual([2, 1]);
  expect(root.querySelectorAll('.event.cited > .margin')).toHaveLength(1);
  expect(root.querySelectorAll('.event:not(.cited) > .byline').length).toBeGreaterThan(0);
});
