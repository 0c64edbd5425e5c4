import { deeperThan, MAX_DEPTH } from '../../lib/json';
import type { Part } from '../../model/parts';
import { beyond, shown } from '../kit/beyond';
import { collectEvidence } from '../kit/evidence';
import { gapDraft } from '../kit/notes';
import { joinParts } from '../kit/parts';
import { type ToolInput, toolInput } from '../kit/tool-input';
import { asList, asObject, asText, asWords, said } from '../kit/value';
import { citationsIn } from './citations';
import { type BlockAt, speaker } from './context';
import { displayParts, shownWith } from './display';
import { toolClass } from './tools';
import { writeCalled } from './works';
import { fromBlock } from './writer';

type Fields = Readonly<Record<string, unknown>>;

const SHOWN = shown({
  text: ['type', 'id', 'name', 'message', 'integration_name', 'integration_icon_url', 'icon_name', 'mcp_server_url'],
  object: ['context', 'display_content'],
  list: ['flags'],
  flag: ['is_mcp_app'],
  any: ['input', 'start_timestamp', 'stop_timestamp', 'approval_options', 'approval_key', 'helpline'],
});

/** `tool_use`: what a tool was called with, and what the page shows of it. */
export function readCall(context: BlockAt): void {
  const { block, at, writer, knowledge, node } = context;
  const { fields } = block;
  const id = writer.next('tool.call');
  const evidences = collectEvidence(id, knowledge.scope, true);
  const input = asObject(fields.input);
  const report = reportParts(input, (text, list) => citationsIn(text, list, evidences).map(standing(text)));
  const parts = joinParts(report, displayParts(fields.display_content, input), evidences.parts());
  evidences.share(node.key);
  writer.chain({
    kind: 'tool.call',
    body: {
      callId: asWords(fields.id) ?? id,
      name: asText(fields.name),
      class: toolClass(fields),
      hosted: true,
      ...inputOf(context),
      ...shownWith(fields),
      ...said({ parts: parts.length > 0 ? parts : null, extra: beyond(fields, SHOWN) }),
    },
    actor: speaker(context),
    from: fromBlock(block),
  });
  writeCalled(context, asText(fields.name) ?? '', input, id);
  if (!context.pairs.resultOf.has(at)) writer.add(noResult(context, id));
}

/**
 * An input that broke off is a text, and so is, beside its JSON, one whose numbers a double does not hold; and, instead of
 * it, one that nests too deep.
 */
function inputOf({ block, node }: BlockAt): ToolInput {
  const { input } = block.fields;
  if (typeof input === 'string') return toolInput(input);
  const isNested = typeof input === 'object' && input !== null;
  const written = isNested ? node.sent.written?.([...block.path, 'input'], deeperThan(input, MAX_DEPTH - 20)) : null;
  return written ? toolInput(written) : { input: input ?? null };
}

/** A report of the site's research names its sources at places of the text that it writes. */
function reportParts(input: Fields, cite: (text: string, list: readonly unknown[]) => Part[]): Part[] {
  const text = asText(input.content);
  const list = asList(input.md_citations);
  if (text === null || list.length === 0) return [];
  return [{ type: 'text', text, format: 'markdown', of: 'report' }, ...cite(text, list)];
}

const standing =
  (text: string) =>
  ({ start, end, part, unit }: ReturnType<typeof citationsIn>[number]): Part => {
    if (start === null || !Number.isInteger(start) || start < 0 || start >= text.length) return part;
    const last = Math.min(text.length, Math.max(start, Math.trunc(end ?? text.length)));
    return { ...part, range: { start, end: last, unit }, in: 0 } as Part; // the same part, in its place
  };

/**
 * A call without a result: the gap has the id that the result will have where it is the next of the message, so that a
 * later reading fills it.
 */
function noResult({ writer, pairs, block, at, node }: BlockAt, call: string) {
  const what = { result: call };
  const gap = gapDraft(
    call,
    'gap.result',
    { why: 'not-sent', what, native: node.message.id },
    writer.place(block.path),
  );
  const number = pairs.resultsBefore.get(at);
  return number === undefined ? gap : { ...gap, id: `${node.event}/tool.result.${number}` };
}
