import { isObject } from '../lib/json';
import { momentInWords } from '../lib/time';
import type { Event } from '../model/event';
import type { SettingChange } from '../projection/setting-changes';
import { jsonText } from './readable';

/** What settings are of, by the reader's word for it. */
const OF: Readonly<Record<string, string>> = {
  project: 'project',
  'project documents': 'documents of the project',
  'project files': 'files of the project',
  'project memory': 'what the site remembers of the project',
  'custom GPT': 'custom GPT',
  'custom GPT files': 'files of the custom GPT',
  'custom instructions': 'custom instructions of the person',
  memory: 'what the site remembers of all chats',
  request: 'asked for with a message',
  change: 'changed with a message',
  run: 'of a run',
};

/** Whose settings an event holds, in words of ours; null where it does not say, or nobody knows the word. */
export function settingsOf({ body }: Event<'config'>): string | null {
  if (typeof body.of === 'string' && Object.hasOwn(OF, body.of)) return OF[body.of] ?? null;
  return body.scope === 'conversation' ? 'the conversation' : null;
}

/** Names that settings have on sites, in words of ours. */
const NAMES: Readonly<Record<string, string>> = {
  model: 'model',
  thinking_effort: 'thinking effort',
  effort: 'thinking effort',
  thinking_mode: 'thinking',
  paprika_mode: 'thinking',
  system_hints: 'tools chosen',
  tools: 'tools',
  styles: 'style',
  selected_sources: 'sources chosen',
};

/** A setting by its name; one that nobody knows a word for has the site's. */
export const settingName = (name: string): string => (Object.hasOwn(NAMES, name) ? (NAMES[name] ?? name) : name);

/** What a setting is set to; null where nothing is. */
export function settingValue(value: unknown): string | null {
  const all = (Array.isArray(value) ? value : [value]).flatMap((each) => {
    const named = isObject(each) && typeof each.name === 'string' ? each.name : each;
    return named === null || named === undefined ? [] : typeof named === 'object' ? jsonText(named) : String(named);
  });
  return all.length > 0 ? all.join(', ') : null;
}

/** What changed, in a line: names and values may be somebody else's words. */
export const changeLine = (changes: readonly SettingChange[]): string =>
  changes
    .map(({ name, now, before }) => {
      const was = settingValue(before);
      return `${settingName(name)}: ${settingValue(now) ?? 'none'}${was === null ? '' : ` (before: ${was})`}`;
    })
    .join('; ');

/** The name that a project or custom GPT has: somebody else's words. */
export const settingsName = ({ body }: Event<'config'>): string | null =>
  typeof body.name === 'string' && /\S/.test(body.name) ? body.name : null;

/**
 * As of when settings are known: they were last changed then as the site says, or were read then. One in a message has the
 * message's own time and place. Null: not known.
 */
export function settingsSince({ at, native }: Event<'config'>): string | null {
  const since = native.id === null ? at.updated : (at.occurred ?? at.updated);
  return since === null ? null : momentInWords(since);
}
