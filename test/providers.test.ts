import { describe, expect, test } from 'vitest';
import { pointerSteps } from '../src/lib/json';
import { bodies } from '../src/model/bodies';
import { Actor, Native } from '../src/model/event';
import { Sealed } from '../src/model/references';
import type { Draft } from '../src/providers/contract';
import { readers } from '../src/providers/readers';
import { casesOf, expectedOf, given, type Recorded, read, shown, writeExpected } from './providers/recorded';
import { places, replaced, without } from './providers/spoil';

for (const reader of readers)
  describe.each(casesOf(reader.site.id))(`${reader.site.id}: %s`, (name) => {
    const { exchange, expected } = expectedOf(reader.site.id, name);
    const reading = read(reader, exchange);
    const drafts = reading.kind === 'session' ? reading.drafts : [];

    test('is read as expected', () => {
      if (expected === null) {
        writeExpected(reader.site.id, name, shown(reading));
        throw new Error(`expected.json of ${name} was not there and is written now: look at it, then run again`);
      }
      expect(shown(reading)).toEqual(expected);
    });

    test('is read the same twice, and what was read is left as it was', () => {
      const value = given(reader, exchange);
      const before = JSON.stringify(value);
      const twice = [read(reader, exchange, value), read(reader, exchange, value)].map(shown);
      expect(twice[0]).toEqual(twice[1]);
      expect(JSON.stringify(value)).toBe(before);
    });

    test('gives events that the log can take', () => {
      const ids = drafts.map(({ id }) => id);
      expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
      expect(drafts.flatMap(({ parents }) => parents).filter((parent) => !ids.includes(parent))).toEqual([]);
      expect(drafts.filter(isBelowItself(drafts)).map(({ id }) => id)).toEqual([]);
      for (const { kind, body, actor, native, sealed } of drafts) {
        expect(bodies[kind].safeParse(body).error, kind).toBeUndefined();
        expect(Actor.safeParse(actor).success && Native.safeParse(native).success).toBe(true);
        for (const each of sealed) expect(Sealed.safeParse(each).error).toBeUndefined();
      }
    });

    test('points into what was read', () => {
      const value = given(reader, exchange);
      const pointers = drafts.flatMap(({ raw }) => raw.filter((place) => typeof place === 'string'));
      expect(drafts.filter(({ raw }) => raw.length === 0)).toEqual([]);
      expect(pointers.filter((pointer) => !resolves(value, pointer))).toEqual([]);
    });

    test('leads from each citation to its evidence', () => {
      const evidence = new Set(
        drafts.flatMap((draft) => partsOf(draft, 'evidence').map(({ id }) => `${draft.id}#${id}`)),
      );
      const named = drafts.flatMap((draft) => partsOf(draft, 'citation').flatMap((part) => part.evidence as string[]));
      expect(named.filter((each) => !evidence.has(each))).toEqual([]);
    });

    test('keeps the places of citations inside their text', () => {
      const outside = drafts.flatMap((draft) => partsOf(draft, 'citation').filter((part) => !isInside(draft, part)));
      expect(outside).toEqual([]);
    });

    test('shows no mark of the site', () => {
      const shownTexts = JSON.stringify(drafts.filter(({ kind }) => kind !== 'tool.call').map(({ body }) => body));
      expect(shownTexts).not.toMatch(/[\ue200-\ue20f]/);
    });

    test('without any one of its members, is still read', () => {
      for (const spoilt of spoil(exchange, without)) expect(OUTCOMES).toContain(read(reader, exchange, spoilt).kind);
    });

    test('with any one of its members of another type, is still read', () => {
      const others = [null, 7, '', 'text', [], {}, [[]], true];
      const other = (value: unknown, place: readonly string[], nth: number): unknown =>
        replaced(others[nth % others.length])(value, place);
      for (const spoilt of spoil(exchange, other)) expect(OUTCOMES).toContain(read(reader, exchange, spoilt).kind);
    });

    function* spoil(from: Recorded, how: (value: unknown, place: readonly string[], nth: number) => unknown) {
      const whole = given(reader, from);
      for (const [nth, place] of places(whole, 250).entries()) yield how(whole, place, nth);
    }
  });

const OUTCOMES = ['session', 'drift', 'nothing'];

const partsOf = ({ body }: Draft, type: string): Record<string, unknown>[] =>
  ((body as { parts?: Record<string, unknown>[] }).parts ?? []).filter((part) => part.type === type);

function isInside(draft: Draft, { range, in: at }: Record<string, unknown>): boolean {
  const { parts = [] } = draft.body as { parts?: { text?: string }[] };
  const text = typeof at === 'number' ? parts[at]?.text : undefined;
  if (range === null) return at === undefined;
  const { start, end } = range as { start: number; end: number };
  return text !== undefined && 0 <= start && start <= end && end <= text.length;
}

function resolves(value: unknown, pointer: string): boolean {
  let at = value;
  for (const step of pointerSteps(pointer)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return false;
    at = Object.entries(at).find(([key]) => key === step)?.[1];
  }
  return true;
}

function isBelowItself(drafts: readonly Draft[]): (draft: Draft) => boolean {
  const parents = new Map(drafts.map(({ id, parents: above }) => [id, above]));
  return ({ id }) => {
    const seen = new Set<string>();
    const open = [...(parents.get(id) ?? [])];
    for (let each = open.pop(); each !== undefined; each = open.pop()) {
      if (each === id) return true;
      if (!seen.has(each)) open.push(...(parents.get(each) ?? []));
      seen.add(each);
    }
    return false;
  };
}
