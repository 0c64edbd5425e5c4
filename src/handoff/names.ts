/** A name that every Chat Completions server takes, and that no tool of a client has: `web_search_import`. */
export function toolName(name: string): string {
  const clean = name
    .slice(0, 200)
    .replace(/[^a-zA-Z0-9_-]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return `${(clean || 'tool').slice(0, 57)}_import`;
}
