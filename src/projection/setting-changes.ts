import { isObject } from '../lib/json';
import type { Event } from '../model/event';
import { besides, readBefore } from './branches';
import type { SessionView } from './view';

/** A setting that is not what it was before: null where nothing was set, or nothing is any more. */
export interface SettingChange {
  readonly name: string;
  readonly now: unknown;
  readonly before: unknown;
}

/** What changed with a message, as its settings say, or as they differ from those of the answer before it on the branch. */
export function settingChanges(view: SessionView, event: Event<'config'>): readonly SettingChange[] {
  const { of, changed, before } = event.body;
  if (of === 'change' && isObject(changed)) return namesIn(changed).map((name) => changeOf(name, changed, before));
  if (of !== 'request') return [];
  const earlier = requestBefore(view, event);
  if (!earlier) return [];
  const [now, then] = [settingsIn(event), settingsIn(earlier)];
  const names = [...new Set([...namesIn(then), ...namesIn(now)])];
  return names.map((name) => changeOf(name, now, then)).filter((each) => written(each.now) !== written(each.before));
}

const namesIn = (fields: object): string[] => Object.keys(fields);

const changeOf = (name: string, now: Readonly<Record<string, unknown>>, before: unknown): SettingChange => ({
  name,
  now: ownOf(now, name),
  before: isObject(before) ? ownOf(before, name) : null,
});

const ownOf = (fields: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(fields, name) ? (fields[name] ?? null) : null;

const written = (value: unknown): string => JSON.stringify(value) ?? '';

/** Settings of a chat that begins are told once, and words and places are no settings. */
const NO_SETTING: ReadonlySet<string> = new Set(['of', 'scope', 'conversation', 'more', 'parts', 'extra']);

function settingsIn({ body }: Event<'config'>): Readonly<Record<string, unknown>> {
  const { thinking, ...others } = Object.fromEntries(
    Object.entries(body).filter(([name, value]) => !NO_SETTING.has(name) && value !== null),
  );
  return { ...others, ...(isObject(thinking) ? thinking : {}) };
}

/** The settings asked for with the answer before, on the way to the beginning. */
function requestBefore(view: SessionView, event: Event<'config'>): Event<'config'> | null {
  const answer = view.parents.get(event.id)?.[0];
  for (let at = answer && readBefore(view, answer); at !== undefined; at = readBefore(view, at))
    for (const each of besides(view, at)) if (each.kind === 'config' && each.body.of === 'request') return each;
  return null;
}
