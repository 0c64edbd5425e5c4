import { shownName } from '../../handoff/marks';
import { settingValue } from '../../handoff/settings';
import type { Event } from '../../model/event';
import { type MessageKey, t } from '../../platform/strings';
import { type SettingChange, settingChanges } from '../../projection/setting-changes';
import { NumberRef } from './number-ref';
import { useReading } from './reading';

/** Names that settings have on sites, in words of ours. */
const NAMES: Readonly<Record<string, MessageKey>> = {
  model: 'setting_model',
  thinking_effort: 'setting_effort',
  effort: 'setting_effort',
  thinking_mode: 'setting_thinking',
  paprika_mode: 'setting_thinking',
  system_hints: 'setting_chosen',
  tools: 'setting_tools',
  styles: 'setting_style',
  selected_sources: 'setting_sources',
};

/** A line for each setting that is not what it was before; nothing where none changed. */
export function Changed({ event }: { event: Event<'config'> }) {
  const { view } = useReading().shown;
  const changes = settingChanges(view, event);
  if (changes.length === 0) return null;
  return (
    <>
      {changes.map((change) => (
        <p key={change.name} class="quiet changed">
          <NumberRef id={event.id} /> <bdi>{lineOf(change)}</bdi>
        </p>
      ))}
    </>
  );
}

function lineOf({ name, now, before }: SettingChange): string {
  const key = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
  const called = key ? t(key) : shownName(name);
  const [value, was] = [settingValue(now), settingValue(before)].map((each) => each && shownName(each));
  if (!value) return t('setting_changed_none', called, was ?? '');
  return was ? t('setting_changed', called, value, was) : t('setting_changed_first', called, value);
}
