import { describe, expect, test } from 'vitest';
import { branchNamed, type Choice, pickableIn } from '../../src/handoff/choice';
import { handoffOf } from '../../src/handoff/handoff';
import { resultOf, targets } from '../../src/handoff/targets';
import { artifactName, sha256Hex } from '../../src/lib/hash';
import { viewOf } from '../../src/projection/view';
import { richLog } from '../archive/pages/rich';
import { compose, evidence, text } from '../model/compose';

const HASH = sha256Hex('a picture');

/** Two branches, another agent, two sources and a picture. */
function session() {
  const log = compose();
  const question = log.user([
    text('Which lake?'),
    { type: 'image', artifact: artifactName(HASH), mime: 'image/png', name: 'shore.png' },
  ]);
  log.call('web.search', { q: 'lake' });
  log.result('web.search', [
    evidence('1', 'https://a.example/', 'Alpha', 'Alpha is deep.'),
    evidence('2', 'https://b.example/', 'Beta', 'Beta is shallow.'),
  ]);
  log.add('thread.started', { name: 'diver', parent: null }, { thread: 't-1', parents: [] });
  log.add('agent.message', { author: 'diver', recipients: [], readable: 'full', parts: [text('I dived.')] });
  const here = log.assistant('It is Alpha.');
  log.at(question);
  const there = log.assistant('Or is it Beta?');
  log.updated('Lakes', here);
  return { view: viewOf(log.events()), here, there };
}

const nowhere = { artifactPath: () => null };

/** The handoff and every target of a choice, and what their loss reports say. */
function made(view: ReturnType<typeof viewOf>, choice: Choice) {
  const built = targets.map((target) => {
    const made = target.build(view, { ...nowhere, choice });
    expect(resultOf(view, target, made).faults, target.name).toEqual([]);
    return made;
  });
  return { texts: [handoffOf(view, { ...nowhere, choice }), ...built.map((each) => each.text)], built };
}

describe('what a person picks', () => {
  test('of a choice of everything, each text is what it is without one', () => {
    for (const view of [viewOf(richLog()), session().view]) {
      const all: Choice = { leaf: null, agents: null, sources: null, files: null, budget: null };
      const without = [handoffOf(view, nowhere), ...targets.map((target) => target.build(view, nowhere).text)];
      expect(made(view, all).texts).toEqual(without);
      expect(made(view, {}).texts).toEqual(without);
      const { agents, files } = pickableIn(view);
      const each: Choice = { agents: agents.map(({ id }) => id), files: files.map(({ hash }) => hash) };
      expect(made(view, each).texts).toEqual(without);
    }
  });

  test('another branch is the one that goes on, and the handoff says that it was chosen', () => {
    const { view, there } = session();
    const { texts, built } = made(view, { leaf: there });
    for (const each of texts) {
      expect(each).toContain('Or is it Beta?');
      expect(each).not.toContain('It is Alpha.');
      expect(each).toContain('The person chose this branch to go on with, not the one they were on last');
    }
    for (const { path } of built) expect(path.at(-1)?.id).toBe(there);
  });

  test.each([
    ['a source', { sources: [1] }, /Beta is shallow|b\.example/, '1 source'],
    ['a file', { files: [] }, new RegExp(`shore\\.png|${HASH}`), '1 file'],
    ['an agent', { agents: [] }, /I dived/, '1 other agent'],
  ])('%s that is not picked is in no text, and is named in the loss report', (_, choice, gone, words) => {
    const { view } = session();
    for (const each of made(view, {}).texts.slice(1)) expect(each).toMatch(gone);
    const { texts, built } = made(view, choice);
    for (const each of texts) {
      expect(each).not.toMatch(gone);
      expect(each).toContain(`Not handed over, as the person chose: ${words}`);
    }
    for (const { loss } of built) expect(loss.filter(({ why }) => why.includes('as the person chose'))).toHaveLength(1);
  });

  test('a branch is named by an event or its number; what is on none, by nothing', () => {
    const { view, here, there } = session();
    const { branches } = pickableIn(view);
    expect(branches.map(({ leaf, active }) => [leaf, active])).toEqual([
      [here, true],
      [there, false],
    ]);
    for (const { leaf, number } of branches) {
      expect(branchNamed(view, leaf)).toBe(leaf);
      expect(branchNamed(view, number)).toBe(leaf);
      expect(branchNamed(view, number.toLowerCase().replace('v-0', 'V-'))).toBe(leaf);
    }
    for (const name of ['', 'V-', 'V-9999', 'V-0000', '7', '__proto__', `V-${'9'.repeat(40)}`])
      expect(branchNamed(view, name), name).toBeNull();
  });
});
