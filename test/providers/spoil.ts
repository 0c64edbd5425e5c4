type Place = readonly string[];

/** Where the members of a value are, those nearest to the top first, at most so many. */
export function places(value: unknown, most: number): Place[] {
  const found: Place[] = [];
  let level: { at: Place; value: unknown }[] = [{ at: [], value }];
  while (level.length > 0 && found.length < most) {
    level = level.flatMap(({ at, value: each }) =>
      typeof each === 'object' && each !== null
        ? Object.entries(each).map(([key, inside]) => ({ at: [...at, key], value: inside }))
        : [],
    );
    found.push(...level.map(({ at }) => at));
  }
  return found.slice(0, most);
}

/** The value with another at one place. Nothing else is copied, and nothing is changed in place. */
export function put(value: unknown, [step, ...rest]: Place, change: (member: unknown) => unknown): unknown {
  if (step === undefined) return change(value);
  if (Array.isArray(value))
    return value.flatMap((each, i) => (String(i) === step ? keep(put(each, rest, change)) : [each]));
  const members = Object.entries(value as object).flatMap(([key, each]) => {
    const next = key === step ? put(each, rest, change) : each;
    return next === GONE ? [] : [[key, next]];
  });
  return Object.fromEntries(members);
}

const GONE = Symbol('gone');
const keep = (value: unknown): unknown[] => (value === GONE ? [] : [value]);

export const without = (value: unknown, place: Place): unknown => put(value, place, () => GONE);

export const replaced =
  (by: unknown) =>
  (value: unknown, place: Place): unknown =>
    put(value, place, () => by);
