import type { TOOL_CLASSES } from '../../model/bodies';

type ToolClass = (typeof TOOL_CLASSES)[number];

/** What the site's tools do, by the beginning of their names. The list is open: what is not known is `other`. */
const CLASSES: readonly (readonly [RegExp, ToolClass])[] = [
  [/^(?:browser|web)\.(?:open|click|find|get|screenshot)/, 'fetch'],
  [/^(?:browser|web|search|bing)(?:\.|$)/, 'search'],
  [/^(?:file_search|myfiles_browser)(?:\.|$)/, 'file-search'],
  [/^python(?:_user_visible)?(?:\.|$)/, 'code'],
  [/^container(?:\.|$)/, 'shell'],
  [/^canmore(?:\.|$)/, 'patch'],
  [/^(?:dalle|image_gen|t2uay3k)(?:\.|$)/, 'image'], // t2uay3k: the site's scrambled name for drawing
  [/^bio(?:\.|$)/, 'memory'],
  [/^computer(?:\.|$)/, 'computer'],
  [/^api_tool(?:\.|$)/, 'mcp'],
  [/__jit_plugin$/, 'function'],
  [/^(?:research_kickoff_tool|SubAgent\w*)(?:\.|$)/, 'agent'],
];

export const toolClass = (name: string): ToolClass => CLASSES.find(([form]) => form.test(name))?.[1] ?? 'other';
