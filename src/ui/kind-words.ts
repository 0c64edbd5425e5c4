import type { Kind } from '../model/bodies';
import { type MessageKey, t } from '../platform/strings';

const WORDS: Record<Kind, MessageKey> = {
  'session.started': 'kind_session_started',
  'session.updated': 'kind_session_updated',
  'session.ended': 'kind_session_ended',
  'thread.started': 'kind_thread_started',
  'thread.ended': 'kind_thread_ended',
  message: 'kind_message',
  reasoning: 'kind_reasoning',
  'tool.call': 'kind_tool_call',
  'tool.result': 'kind_tool_result',
  approval: 'kind_approval',
  'agent.message': 'kind_agent_message',
  compaction: 'kind_compaction',
  'context.edit': 'kind_context_edit',
  branch: 'kind_branch',
  config: 'kind_config',
  artifact: 'kind_artifact',
  gap: 'kind_gap',
  'server.state': 'kind_server_state',
  usage: 'kind_usage',
  notice: 'kind_notice',
  annotation: 'kind_annotation',
  redaction: 'kind_redaction',
  unknown: 'kind_unknown',
};

/** What people call a kind of event. */
export const kindWord = (kind: Kind): string => t(WORDS[kind]);
