import type { Part } from '../../model/parts';
import { asList, asObject, asText, textsIn } from '../kit/value';
import type { BlockContext } from './context';

/** The summary that took the place of what was said before this message, as far as the model is concerned. */
export function compactionOf({ node, writer }: BlockContext): void {
  const { compaction_summary: summary } = node.message.fields;
  if (summary === null || summary === undefined || (Array.isArray(summary) && summary.length === 0)) return;
  const blocks = typeof summary === 'string' ? [summary] : asList(Array.isArray(summary) ? summary : [summary]);
  const parts = blocks.flatMap((block): Part[] => {
    const text = asText(block) ?? asText(asObject(block).text) ?? textsIn(block).join('\n');
    return text.trim() === '' ? [] : [{ type: 'text', text, format: 'markdown' }];
  });
  writer.chain({
    kind: 'compaction',
    body: { summary: parts.length > 0 ? parts : null },
    actor: { kind: 'provider', name: null, model: null },
    from: { path: ['compaction_summary'], fields: summary, start: null, stop: null, type: 'compaction_summary' },
  });
}
