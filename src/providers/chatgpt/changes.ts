import type { Draft, DraftPlace } from '../contract';
import { changeDrafts, type SettingsBelow } from '../kit/changes';
import { asWords, said } from '../kit/value';
import { kindOf } from './kinds';
import type { Kept } from './nodes';
import type { WireMessage } from './wire';

/** What a person may choose for a message: tools, and where they look. Named with each message that has any. */
const CHOSEN = [
  ...['system_hints', 'selected_sources', 'selected_mcp_sources', 'selected_github_repos'],
  'developer_mode_connector_ids',
] as const;

/** Which model answers and how hard it thinks, as each of its messages says; what was chosen, as each of a person's does. */
function settingsIn(message: WireMessage): Readonly<Record<string, unknown>> {
  const { metadata, role } = message;
  if (role === 'assistant') {
    const model = asWords(metadata.model_slug) ?? asWords(metadata.resolved_model_slug);
    return said({ model, thinking_effort: asWords(metadata.thinking_effort) });
  }
  const isPersons = role === 'user' && kindOf(message) === 'message';
  return isPersons ? Object.fromEntries(CHOSEN.map((key) => [key, metadata[key] ?? null])) : {};
}

/** The event for what a message says is set otherwise than before it, or none. */
export const changesAt = (settings: SettingsBelow, here: Kept, raw: readonly DraftPlace[]): readonly Draft[] =>
  changeDrafts(settings, {
    values: settingsIn(here.message),
    owner: here.node.key,
    event: here.event,
    occurred: here.message.created,
    raw,
  });
