import { type MessageKey, t } from '../../platform/strings';

/** What a target is called, by its name. */
const NAMES: Readonly<Record<string, MessageKey>> = {
  messages: 'target_messages',
  responses: 'target_responses',
  anthropic: 'target_anthropic',
  gemini: 'target_gemini',
  'ai-sdk': 'target_ai_sdk',
  pi: 'target_pi',
  codex: 'target_codex',
  'claude-code': 'target_claude_code',
  opencode: 'target_opencode',
  'gemini-cli': 'target_gemini_cli',
  'open-webui': 'target_open_webui',
  librechat: 'target_librechat',
  atif: 'target_atif',
};

/** A target in words; its own name where this release has none for it. */
export function targetWords(name: string): string {
  const key = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
  return key === undefined ? name : t(key);
}
