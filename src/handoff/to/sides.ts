import { append } from '../../lib/append';

/** What one side says, in a list in which the sides alternate. */
export interface Side<Role extends string, Part> {
  readonly role: Role;
  readonly parts: Part[];
}

/** Adds parts to a list: to its end, where that is of the same side, else as a new entry. `apart`: always as a new one. */
export function addTo<Role extends string, Part>(
  sides: Side<Role, Part>[],
  role: Role,
  parts: readonly Part[],
  apart = false,
): void {
  const last = sides.at(-1);
  if (last?.role === role && !apart) append(last.parts, parts);
  else sides.push({ role, parts: [...parts] });
}
