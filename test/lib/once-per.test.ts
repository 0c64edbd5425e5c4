import { expect, test } from 'vitest';
import { oncePer } from '../../src/lib/once-per';

test('is made once for each thing, also where nothing comes of it', () => {
  const asked: object[] = [];
  const nothing = oncePer((from: object): undefined => void asked.push(from));
  const [one, other] = [{}, {}];
  for (const each of [one, other, one]) expect(nothing(each)).toBeUndefined();
  expect(asked).toEqual([one, other]);
});
