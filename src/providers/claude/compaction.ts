import { isObject } from '../../lib/json';
import type { Part } from '../../model/parts';
import { beyond, shown } from '../kit/beyond';
import { asList, asObject, asWords, isBlank } from '../kit/value';
import type { BlockContext } from './context';

/** The summary that took the place of what was said before this message, as far as the model is concerned. */
export function compactionOf({ node, writer }: BlockContext): void {
  const { compaction_summary: summary } = node.message.fields;
  if (summary === null || summary === undefined || (Array.isArray(summary) && summary.length === 0)) return;
  const blocks = typeof summary === 'string' ? [summary] : asList(Array.isArray(summary) ? summary : [summary]);
  const parts = blocks.flatMap(partsOf);
  writer.chain({
    kind: 'compaction',
    body: { summary: parts.length > 0 ? parts : null },
    actor: { kind: 'provider', name: null, model: null },
    from: { path: ['compaction_summary'], fields: summary, start: null, stop: null, type: 'compaction_summary' },
  });
}

const SHOWN = shown({ text: ['text'] });

function partsOf(block: unknown): Part[] {
  const text = asWords(block) ?? asWords(asObject(block).text);
  const { type, ...rest } = asObject(block);
  const more = isObject(block) ? beyond(type === 'text' ? rest : block, SHOWN) : null;
  return [
    ...(text === null ? [] : [{ type: 'text' as const, text, format: 'markdown' as const }]),
    ...(more === null ? [] : [{ type: 'json' as const, value: more }]),
    ...(text === null && more === null && !isBlank(block) ? [{ type: 'json' as const, value: block }] : []),
  ];
}
