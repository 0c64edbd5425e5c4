import { member } from '../lib/json';
import type { Event } from '../model/event';

/** A name that every API takes (Gemini's begin with a letter), and that no tool of a client has: `web_search_import`. */
export function toolName(name: string): string {
  const clean = name
    .slice(0, 200)
    .replace(/[^a-zA-Z0-9_-]+/g, '_')
    .replace(/^_+|_+$/g, '');
  const named = /^[a-zA-Z]/.test(clean) ? clean : `tool_${clean}`.replace(/_$/, '');
  return `${named.slice(0, 57)}_import`;
}

/**
 * The connector that a tool belongs to, as its site calls it; null where there is none, or where the tool's own name
 * begins with it.
 */
export function connectorOf({ body }: Event<'tool.call'> | Event<'tool.result'>): string | null {
  const name = member(body.integration, 'name');
  if (typeof name !== 'string' || plain(name) === '') return null;
  return plain(body.name ?? '').startsWith(plain(name)) ? null : name;
}

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** A tool as people know it: its name, and the connector it belongs to. */
export function toolWords(event: Event<'tool.call'> | Event<'tool.result'>, unnamed: string): string {
  const connector = connectorOf(event);
  return `${event.body.name || unnamed}${connector === null ? '' : ` (connector ${connector})`}`;
}
