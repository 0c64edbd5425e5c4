import { EMPTY, seal } from '../../src/model/chain';
import type { Observation } from '../../src/model/event';
import { enter, entryOf, openLedger } from '../../src/model/ledger';
import { text } from './compose';

export const AT = '2026-03-01T10:00:00.000Z';
export const hash = (digit: string): string => digit.repeat(64);

/** An observation of a site's message. */
export function said(words: string, extra: Partial<Observation> = {}): Observation {
  const frame = `sha256:${hash('f')}`;
  return {
    v: 1,
    id: 'acme:m1',
    thread: 'root',
    parents: [],
    at: { occurred: null, updated: null },
    actor: { kind: 'user', name: null, model: null },
    kind: 'message',
    body: { role: 'user', status: null, hidden: false, parts: [text(words)] },
    native: { id: 'm1', node: null, type: null, parent: null },
    source: {
      platform: 'acme',
      capture: 'asked',
      form: 'read',
      reader: 'acme@1',
      raw: [{ artifact: frame, frame, pointer: '' }],
    },
    fidelity: 'exact',
    sealed: [],
    ...extra,
  } as Observation;
}

export const by = (capture: string, form: string, reader = 1): Partial<Observation> => ({
  source: { ...said('').source, capture, form, reader: `acme@${reader}` } as Observation['source'],
});

export const gap = (why = 'not-sent'): Observation =>
  said('', { kind: 'gap', body: { what: 'message', why, where: null, native: 'm1' } } as Partial<Observation>);

export const edit = (action: string, targets: unknown[], reader: number): Observation =>
  said('', {
    id: `acme:c1/context.edit.${targets.length}${reader}${action}`,
    actor: { kind: 'recorder', name: null, model: null },
    kind: 'context.edit',
    body: { action, targets },
    ...by('asked', 'read', reader),
  } as Partial<Observation>);

/** A ledger of lines in that order. */
export function ledgerOf(...lines: readonly Observation[]) {
  let tail = EMPTY;
  const ledger = openLedger([]);
  for (const each of lines) {
    const sealed = seal(tail, each, { recorded: AT, revises: null });
    enter(ledger, entryOf(sealed.event));
    tail = sealed.tail;
  }
  return ledger;
}
