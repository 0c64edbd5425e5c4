import { isObject, parseJson } from '../../lib/json';
import type { Part, PartOf } from '../../model/parts';
import { beyond, shown } from '../kit/beyond';
import { collectEvidence } from '../kit/evidence';
import { gapDraft } from '../kit/notes';
import { asList, asObject, asText, asWords, isBlank, said } from '../kit/value';
import type { BlockAt } from './context';
import { displayParts, shownWith } from './display';
import { itemParts } from './items';
import { taskGap } from './research';
import { runPart } from './run';
import { toolClass } from './tools';
import type { WireBlock } from './wire';
import { fromBlock } from './writer';

const SHOWN = shown({
  text: ['type', 'tool_use_id', 'name', 'message', 'integration_name', 'integration_icon_url', 'icon_name'],
  object: ['display_content'],
  list: ['flags'],
  flag: ['is_error'],
  any: ['content', 'start_timestamp', 'stop_timestamp', 'structured_content', 'meta', 'helpline', 'mcp_server_url'],
});

/** `tool_result`: what a tool gave back. Hits and pages are evidence, runs are commands, files are named. */
export function readResult(context: BlockAt): void {
  const { block, at, writer, knowledge, node, blocks, pairs } = context;
  const { fields } = block;
  const number = pairs.callOf.get(at);
  const call = number === undefined ? null : (blocks[number] ?? null);
  const id = writer.next('tool.result');
  const evidences = collectEvidence(id, knowledge.scope, false);
  const parts = contentParts(context, call, { id, evidences, ...searchOf(fields, call) });
  const structured: Part[] = isBlank(fields.structured_content)
    ? []
    : [{ type: 'json', value: fields.structured_content, of: 'structured_content' }];
  const display = displayParts(fields.display_content, [parts, evidences.parts()]);
  const found = evidences.parts();
  evidences.share(node.key);
  writer.chain({
    kind: 'tool.result',
    body: {
      callId: callIdOf(context, call, number),
      name: asText(fields.name),
      status: fields.is_error === true ? 'error' : fields.is_error === false ? 'success' : null,
      parts: [...parts, ...structured, ...display, ...found],
      ...shownWith(fields),
      ...said({ meta: isBlank(fields.meta) ? null : fields.meta, extra: beyond(fields, SHOWN) }),
    },
    actor: { kind: 'tool', name: asText(fields.name)?.toWellFormed() ?? null, model: null },
    from: fromBlock(block),
  });
  for (const gap of [pagesGap(context, id, call, found), taskGap(context, id)]) if (gap) writer.add(gap);
}

/** By which tool, and by what query, what came back was found; ranked where the tool searches. */
function searchOf(fields: WireBlock['fields'], call: WireBlock | null): Pick<Into, 'query' | 'ranked' | 'tool'> {
  const queries = queriesOf(call?.fields.input);
  return {
    query: queries.length === 1 ? (queries[0] ?? null) : null,
    ranked: queries.length > 0 || toolClass(call?.fields ?? fields) === 'search',
    tool: asWords(fields.name) ?? asWords(call?.fields.name),
  };
}

/** What a call searches for: its query, or its queries. */
function queriesOf(input: unknown): string[] {
  const { query, queries } = asObject(input);
  const all = [query, ...asList(queries)].flatMap((each) => asWords(each) ?? asWords(asObject(each).query) ?? []);
  return [...new Set(all)];
}

/** A page that was fetched, and whose text the site did not send along. */
function pagesGap(
  { node, writer, block }: BlockAt,
  id: string,
  call: WireBlock | null,
  found: readonly PartOf<'evidence'>[],
) {
  if (block.fields.is_error === true || toolClass(call?.fields ?? block.fields) !== 'fetch') return null;
  const unsent = found.filter(({ passages }) => passages.length === 0);
  if (unsent.length === 0) return null;
  const what = { pages: unsent.map(({ url, title }) => url ?? title) };
  return gapDraft(id, 'gap.pages', { why: 'not-sent', what, native: node.message.id }, writer.place(block.path));
}

/** The call's id: the site's, else the name of its event. */
function callIdOf({ block, node, pairs }: BlockAt, call: WireBlock | null, number: number | undefined): string | null {
  const stated = asWords(block.fields.tool_use_id) ?? asWords(call?.fields.id);
  if (stated !== null || number === undefined) return stated;
  return `${node.event}/tool.call.${pairs.callsBefore.get(number) ?? 0}`;
}

type Into = Pick<Parameters<typeof itemParts>[1], 'id' | 'query' | 'ranked' | 'tool' | 'evidences'>;

/** The parts of what came back: a list of items, a text, or something nobody knows. */
function contentParts({ block, files }: BlockAt, call: WireBlock | null, into: Into): Part[] {
  const { content } = block.fields;
  if (typeof content === 'string') return textParts(content, call);
  const items: readonly unknown[] = Array.isArray(content) ? content : isBlank(content) ? [] : [content];
  return items.flatMap((item, nth) => {
    const text = isObject(item) && item.type === 'text' ? asText(item.text) : null;
    if (text !== null && isObject(item)) {
      const { type: _, text: _text, uuid: _uuid, ...rest } = item;
      const more: Part[] = isBlank(rest) ? [] : [{ type: 'json', value: rest, of: 'text' }];
      return [...textParts(text, call), ...more];
    }
    return itemParts(item, { ...into, files, path: [...block.path, 'content', nth] });
  });
}

/** Programs write their run as JSON; of a tool that is no program's a text is a text. */
function textParts(text: string, call: WireBlock | null): Part[] {
  const run = /^\s*\{/.test(text) ? runPart(parseJson(text), call) : null;
  return run ? [run] : text === '' ? [] : [{ type: 'text', text, format: 'plain' }];
}
