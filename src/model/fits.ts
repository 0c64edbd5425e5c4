import type { z } from 'zod';
import { isObject } from '../lib/json';

type Test = (value: unknown) => boolean;
type Schema = z.core.$ZodType;
type Def<K extends z.core.$ZodTypes['_zod']['def']['type']> = Extract<z.core.$ZodTypes['_zod']['def'], { type: K }>;

/**
 * A fast test that a JSON value is as a schema has it, made from the schema itself. True: it is, and Zod says so too.
 * False: it is not, or the test does not know; only Zod does, and says why. It copies nothing, as Zod does, which is
 * most of the work where what is read is what counts.
 */
export function fits(schema: Schema): Test {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const type = typeTest(def);
  const tests = (def.checks ?? []).map(checkTest);
  if (tests.length === 0) return type;
  return (value) => type(value) && tests.every((test) => test(value));
}

const never: Test = () => false;

function typeTest(def: z.core.$ZodTypes['_zod']['def']): Test {
  switch (def.type) {
    case 'string':
      return isPlain(def) ? (value) => typeof value === 'string' : never;
    case 'number':
      return !isCoerced(def) && 'format' in def && def.format === 'safeint' ? Number.isSafeInteger : never;
    case 'boolean':
      return (value) => typeof value === 'boolean';
    case 'unknown':
      return () => true;
    case 'literal':
      return oneOf(def.values);
    case 'enum':
      return Object.values(def.entries).every((each) => typeof each === 'string')
        ? oneOf(Object.values(def.entries))
        : never;
    default:
      return holderTest(def);
  }
}

function holderTest(def: z.core.$ZodTypes['_zod']['def']): Test {
  switch (def.type) {
    case 'nullable':
      return orElse(null, fits(def.innerType));
    case 'optional':
      return orElse(undefined, fits(def.innerType));
    case 'array':
      return listTest(def);
    case 'tuple':
      return tupleTest(def);
    case 'object':
      return objectTest(def);
    case 'union':
      return unionTest(def);
    default:
      return never;
  }
}

const isCoerced = (def: object): boolean => 'coerce' in def && Boolean(def.coerce);

/** Texts of a kind of their own (an address, base64) check themselves. */
const isPlain = (def: object): boolean => !isCoerced(def) && !('format' in def);

function oneOf(values: readonly unknown[]): Test {
  const all = new Set(values);
  return (value) => all.has(value);
}

const orElse =
  (other: null | undefined, test: Test): Test =>
  (value) =>
    value === other || test(value);

function listTest({ element }: Def<'array'>): Test {
  const test = fits(element);
  return (value) => Array.isArray(value) && value.every(test);
}

function tupleTest({ items, rest }: Def<'tuple'>): Test {
  const tests = items.map(fits);
  if (rest) return never;
  return (value) => Array.isArray(value) && value.length === tests.length && tests.every((test, i) => test(value[i]));
}

function objectTest({ shape, catchall }: Def<'object'>): Test {
  const others = typeOf(catchall);
  // a schema that drops members, or looks at those without a name, is left to Zod
  if (others !== 'unknown' && others !== 'never') return never;
  const members = Object.entries(shape).map(([name, schema]) => memberTest(name, schema));
  const named = new Set(Object.keys(shape));
  const hasNoOthers = (value: object): boolean => Object.keys(value).every((name) => named.has(name));
  return (value) =>
    isObject(value) && members.every((test) => test(value)) && (others === 'unknown' || hasNoOthers(value));
}

function memberTest(name: string, schema: Schema): (object: Record<string, unknown>) => boolean {
  const test = fits(schema);
  const isOptional = typeOf(schema) === 'optional';
  return (object) => (Object.hasOwn(object, name) ? test(object[name]) : isOptional);
}

const typeOf = (schema: Schema | undefined): string | undefined => schema?._zod.def.type;

function unionTest(def: Def<'union'>): Test {
  const name = 'discriminator' in def && typeof def.discriminator === 'string' ? def.discriminator : null;
  if (name === null) {
    const tests = def.options.map(fits);
    return 'inclusive' in def && def.inclusive === false ? never : (value) => tests.some((test) => test(value));
  }
  const byWord = new Map(def.options.flatMap((option) => wordsOf(option, name).map((word) => [word, fits(option)])));
  return (value) => isObject(value) && Object.hasOwn(value, name) && (byWord.get(value[name]) ?? never)(value);
}

/** The words by which a union knows one of its options. */
function wordsOf(option: Schema, name: string): readonly unknown[] {
  const { def } = (option as z.core.$ZodTypes)._zod;
  const word = def.type === 'object' ? (def.shape[name] as z.core.$ZodTypes | undefined)?._zod.def : undefined;
  return word?.type === 'literal' ? word.values : [];
}

function checkTest(check: z.core.$ZodCheck): Test {
  const { def } = (check as z.core.$ZodChecks | { _zod: { def: z.core.$ZodCustomDef } })._zod;
  switch (def.check) {
    case 'custom':
      return (value) => Boolean(def.fn(value));
    case 'min_length':
      return (value) => typeof value === 'string' && value.length >= def.minimum;
    case 'greater_than':
      return moreThan(Number(def.value), def.inclusive);
    case 'string_format':
      return patternTest(def.format === 'regex' ? def.pattern : undefined);
    default:
      return never;
  }
}

const moreThan =
  (limit: number, inclusive: boolean): Test =>
  (value) =>
    typeof value === 'number' && (value > limit || (inclusive && value === limit));

function patternTest(pattern: RegExp | undefined): Test {
  if (!pattern || pattern.global || pattern.sticky) return never;
  return (value) => typeof value === 'string' && pattern.test(value);
}
