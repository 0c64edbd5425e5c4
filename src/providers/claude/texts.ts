import type { Part } from '../../model/parts';
import { beyond, shown } from '../kit/beyond';
import { collectEvidence } from '../kit/evidence';
import { asList, asText, asWords, said } from '../kit/value';
import { type Cited, citationsIn } from './citations';
import { type BlockAt, speaker } from './context';
import { mimeLanguage } from './documents';
import { type Stretch, stretchesOf } from './tags';
import { writeDocument } from './works';
import { fromBlock } from './writer';

const SHOWN = shown({
  text: ['type', 'text', 'title'],
  objects: ['citations'],
  list: ['flags'],
  any: ['start_timestamp', 'stop_timestamp', 'helpline'],
});

/** `text`, and what reads like one: a message event for what is said, reasoning for what old answers thought in between. */
export function readText(context: BlockAt): void {
  const { block, role } = context;
  const text = asText(block.fields.text) ?? '';
  // where a text cites, places count: it is left in one piece
  const stretches = role === 'user' || asList(block.fields.citations).length > 0 ? [] : stretchesOf(text);
  if (stretches.every(({ kind }) => kind === 'text')) writeText(context, [wholeOf(text)], false);
  else writeTagged(context, stretches);
}

/** What is said between two thoughts is one event. */
function writeTagged(context: BlockAt, stretches: readonly Stretch[]): void {
  let open: Stretch[] = [];
  const flush = (): void => {
    if (open.length > 0) writeText(context, open, true);
    open = [];
  };
  for (const stretch of stretches) {
    if (stretch.kind !== 'thinking') open.push(stretch);
    else {
      flush();
      writeThought(context, stretch);
    }
  }
  flush();
}

const wholeOf = (text: string): Stretch => ({
  kind: 'text',
  from: 0,
  to: text.length,
  text,
  native: '',
  attributes: new Map(),
  closed: true,
});

function writeThought(context: BlockAt, { text, native }: Stretch): void {
  const { block, writer } = context;
  const parts: Part[] = /\S/.test(text) ? [{ type: 'text', text, format: 'markdown', native }] : [];
  writer.chain({
    kind: 'reasoning',
    body: { form: parts.length > 0 ? 'summary' : 'none', parts },
    actor: speaker(context),
    from: { ...fromBlock(block), fields: null },
    fidelity: 'normalised',
  });
}

/** One event of what is said: texts and documents in their order, then what they rest on. */
function writeText(context: BlockAt, stretches: readonly Stretch[], tagged: boolean): void {
  const { block, role, writer, knowledge, node } = context;
  const id = writer.next('message');
  const evidences = collectEvidence(id, knowledge.scope, true);
  const cited = citationsIn(asText(block.fields.text) ?? '', block.fields.citations, evidences);
  const parts = partsOf(context, stretches, cited);
  evidences.share(node.key);
  writer.chain({
    kind: 'message',
    body: {
      role,
      parts: [...parts, ...evidences.parts()],
      ...said({
        of: block.type === 'text' ? null : block.type,
        title: asWords(block.fields.title),
        extra: beyond(block.fields, SHOWN),
      }),
    },
    actor: speaker(context),
    from: fromBlock(block),
    ...(tagged ? { fidelity: 'normalised' as const } : {}),
  });
  const documents = stretches.filter(({ kind }) => kind === 'document');
  for (const [nth, document] of documents.entries()) writeDocument(context, document, id, nth);
}

function partsOf({ role }: BlockAt, stretches: readonly Stretch[], cited: readonly Cited[]): Part[] {
  const parts: Part[] = [];
  for (const stretch of stretches) {
    if (stretch.kind === 'document') parts.push(documentPart(stretch));
    else if (stretch.text !== '')
      parts.push({ type: 'text', text: stretch.text, format: role === 'user' ? 'plain' : 'markdown' });
  }
  // only a text in one piece cites
  const length = stretches[0]?.to ?? 0;
  return [...parts, ...cited.map((each) => (isIn(each, length) ? standing(each, length) : each.part))];
}

const isIn = ({ start }: Cited, length: number): boolean =>
  start !== null && Number.isInteger(start) && start >= 0 && start < length;

function standing({ start, end, part, unit }: Cited, length: number): Part {
  const at = start ?? 0;
  const last = Math.min(length, Math.max(at, Math.trunc(end ?? length)));
  return { ...part, range: { start: at, end: last, unit }, in: 0 } as Part; // the same part, in its place
}

function documentPart({ text, attributes, closed, native }: Stretch): Part {
  const mime = attributes.get('type') ?? null;
  return {
    type: 'code',
    text: text.replace(/^\n/, ''),
    language: attributes.get('language') ?? mimeLanguage(mime),
    of: 'artifact',
    native,
    ...said({
      id: attributes.get('identifier') ?? null,
      title: attributes.get('title') ?? null,
      mime,
      cut: closed ? null : true,
    }),
  };
}
