/** What a value is called that has members which no object can hold in canonical order. */
export const UNSORTABLE: unique symbol = Symbol('unsortable');

const [ZERO, NINE] = [0x30, 0x39];

/**
 * The same JSON value with the members of every object in order of their names (by UTF-16 unit); parts that have them so
 * already are not copied. Then `JSON.stringify` writes RFC 8785. {@link UNSORTABLE} where it would not: names that look
 * like a list's index come first in an object whatever one does, one called `__proto__` sets no member, and numbers
 * that are none become null.
 */
export function sorted(value: unknown): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value : UNSORTABLE;
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? sortedList(value) : sortedMembers(value as Record<string, unknown>);
}

function sortedList(list: readonly unknown[]): unknown {
  let copy: unknown[] | null = null;
  for (let i = 0; i < list.length; i++) {
    const each = sorted(list[i]);
    if (each === UNSORTABLE) return UNSORTABLE;
    if (each === list[i]) continue;
    copy ??= [...list];
    copy[i] = each;
  }
  return copy ?? list;
}

function sortedMembers(object: Record<string, unknown>): unknown {
  const names = Object.keys(object);
  let inOrder = true;
  for (let i = 0; i < names.length; i++) {
    const name = names[i] ?? '';
    if (isUnsortable(name)) return UNSORTABLE;
    if (i > 0 && (names[i - 1] ?? '') > name) inOrder = false;
  }
  return inOrder ? withSortedInside(object, names, null) : withSortedInside(object, names.sort(), {});
}

/** `copy` null: the object has its members in order, and is copied only if something inside has not. */
function withSortedInside(
  object: Record<string, unknown>,
  names: readonly string[],
  copy: Record<string, unknown> | null,
): unknown {
  for (let i = 0; i < names.length; i++) {
    const name = names[i] ?? '';
    const each = sorted(object[name]);
    if (each === UNSORTABLE) return UNSORTABLE;
    if (copy === null && each !== object[name]) copy = first(object, names, i);
    if (copy !== null) copy[name] = each;
  }
  return copy ?? object;
}

const first = (object: Record<string, unknown>, names: readonly string[], count: number): Record<string, unknown> =>
  Object.fromEntries(names.slice(0, count).map((name) => [name, object[name]]));

function isUnsortable(name: string): boolean {
  const start = name.charCodeAt(0);
  return (start >= ZERO && start <= NINE) || name === '__proto__';
}
