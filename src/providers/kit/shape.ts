import { isObject } from '../../lib/json';
import type { Reading } from '../contract';
import { asObject } from './value';

/** One conversation, or those of an official export: a list, or an object that holds the list. */
export function conversationsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  const { conversations } = asObject(value);
  return Array.isArray(conversations) ? conversations : [value];
}

const NAME = /^[a-z_]{1,40}$/;

/** A payload in a shape that nobody knows: places, never values. */
export function strange(value: unknown): Reading {
  const names = isObject(value) ? Object.keys(value).filter((key) => NAME.test(key)) : [];
  const shape = Array.isArray(value) ? 'a list' : value === null ? 'null' : typeof value;
  return { kind: 'drift', because: 'shape', at: [`is ${shape}`, ...names.slice(0, 8).map((name) => `/${name}`)] };
}
