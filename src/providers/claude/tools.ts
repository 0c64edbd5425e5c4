import type { TOOL_CLASSES } from '../../model/bodies';
import { asWords } from '../kit/value';

type ToolClass = (typeof TOOL_CLASSES)[number];

/** What the site's own tools do. The list is open: what is not known is a connector's, or `other`. */
const CLASSES: readonly (readonly [RegExp, ToolClass])[] = [
  [/^(?:web|image|places)_search$/, 'search'],
  [/^web_fetch$/, 'fetch'],
  [/^(?:repl|analysis_tool|code_execution)$/, 'code'],
  [/^(?:bash_tool|bash|bash_code_execution)$/, 'shell'],
  [/^(?:create_file|str_replace|artifacts|(?:create|update|rewrite)_artifact|text_editor_code_execution)$/, 'patch'],
  [/^(?:conversation_search|recent_chats|memory\w*)$/, 'memory'],
  [/^(?:google_drive_\w+|project_knowledge_search|drive_search)$/, 'file-search'],
  [/^launch_extended_search_task$/, 'agent'],
];

const HIDDEN_NAMES: ReadonlySet<string | null> = new Set([null, 'Web Fetch', 'Web Search']);

/** Which kind of tool a call is of. What an integration or a server is named with is a connector's. */
export function toolClass(fields: Readonly<Record<string, unknown>>): ToolClass {
  const name = asWords(fields.name) ?? '';
  const known = CLASSES.find(([form]) => form.test(name))?.[1];
  if (known) return known;
  const connected =
    fields.is_mcp_app === true ||
    asWords(fields.mcp_server_url) !== null ||
    !HIDDEN_NAMES.has(asWords(fields.integration_name)) ||
    /^mcp_/.test(asWords(fields.type) ?? '') ||
    name.includes(':');
  return connected ? 'mcp' : 'other';
}

/** Tools that leave something in the sandbox, or take it from there. */
export const usesSandbox = (name: string): boolean =>
  /^(?:bash_tool|create_file|str_replace|view|present_files)$/.test(name);
