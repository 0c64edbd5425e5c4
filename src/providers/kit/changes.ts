import type { Draft, DraftPlace } from '../contract';
import { sessionDraft } from './notes';
import { type Known, openKnown } from './scope';
import { isBlank } from './value';
import { writtenAs } from './written';

/** What is known to be set on the way to a message. */
interface InForce {
  /** All from the beginning is known: what nobody set was not set. */
  readonly begun: boolean;
  readonly values: Readonly<Record<string, unknown>>;
}

/** The settings on the way from the first message to the one being read. */
export type SettingsBelow = Known<InForce>;

const NOW = 'now';
const TOP = 'top';

/** @param begun what is read begins where the conversation does */
export function openSettings(begun: boolean): SettingsBelow {
  const known = openKnown<InForce>();
  known.set(TOP, NOW, { begun, values: {} });
  return known;
}

/** Below a message that was not sent nothing is known. */
export const forgetSettings = (settings: SettingsBelow, owner: string): void =>
  settings.set(owner, NOW, { begun: false, values: {} });

interface Told {
  /** What the message names as set; a blank value says that nothing is. What it is silent about is not among them. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly owner: string;
  readonly event: string;
  readonly occurred: string | null;
  readonly raw: readonly DraftPlace[];
}

/**
 * The event for what changed with a message, or none: a message that says what the one before it said changes nothing. With
 * which model a conversation begins is no change.
 */
export function changeDrafts(settings: SettingsBelow, { values, owner, event, occurred, raw }: Told): readonly Draft[] {
  const before = settings.get(NOW) ?? { begun: false, values: {} };
  const told = Object.entries(values).filter(([key, value]) => !isSame(before.values, key, value));
  if (told.length === 0) return [];
  settings.set(owner, NOW, { ...before, values: { ...before.values, ...Object.fromEntries(told) } });
  const isFirst = ([key, value]: [string, unknown]): boolean => before.begun && key !== 'model' && !isBlank(value);
  const changed = told.filter((each) => Object.hasOwn(before.values, each[0]) || isFirst(each));
  if (changed.length === 0) return [];
  const own = (key: string): unknown => (isBlank(before.values[key]) ? null : before.values[key]);
  const draft = sessionDraft({
    id: `${event}/config.changed`,
    kind: 'config',
    body: {
      of: 'change',
      changed: Object.fromEntries(changed.map(([key, value]) => [key, isBlank(value) ? null : value])),
      before: Object.fromEntries(changed.map(([key]) => [key, own(key)])),
    },
    raw,
    occurred,
    updated: occurred,
  });
  return [{ ...draft, parents: [event] }];
}

function isSame(values: InForce['values'], key: string, value: unknown): boolean {
  if (!Object.hasOwn(values, key)) return false;
  const before = values[key];
  return before === value || (isBlank(before) && isBlank(value)) || writtenAs(before) === writtenAs(value);
}
