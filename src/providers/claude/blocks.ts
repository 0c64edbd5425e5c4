import { collectEvidence } from '../kit/evidence';
import { ownIdOf } from '../kit/notes';
import { asList, asObject, asText, asWords, isBlank, said, textsIn } from '../kit/value';
import { readCall } from './calls';
import { citationsIn } from './citations';
import type { BlockAt, BlockContext } from './context';
import { isCall, isResult, pairCalls } from './pairs';
import { readResult } from './results';
import { readText } from './texts';
import { readThinking } from './thinking';
import { fromBlock } from './writer';

type ReadBlock = (context: BlockAt) => void;

const READERS: ReadonlyMap<string | null, ReadBlock> = new Map<string | null, ReadBlock>([
  ['text', readText],
  ['voice_note', readText],
  ['bell', readText],
  ['thinking', readThinking],
  ['redacted_thinking', readThinking],
  ['token_budget', readBudget],
  ['flag', readFlag],
]);

/** Reads every block of a message in its order: each becomes events of its own, none is passed over. */
export function readBlocks(context: BlockContext): void {
  const pairs = pairCalls(context.blocks);
  for (const [at, block] of context.blocks.entries()) {
    const read = READERS.get(block.type) ?? (isCall(block) ? readCall : isResult(block) ? readResult : readUnknown);
    const here: BlockAt = { ...context, block, at, pairs };
    read(here);
    if (block.fields.flags || block.fields.helpline) flagsOf(here);
  }
}

const PROVIDER = { kind: 'provider', name: null, model: null } as const;

/** How many tokens are left to the model: it hangs beside the message, and no other block is counted by it. */
function readBudget({ writer, block, node }: BlockAt): void {
  const { type: _, start_timestamp: _start, stop_timestamp: _stop, flags: _flags, ...rest } = block.fields;
  writer.beside(writer.take('usage'), [node.event], {
    kind: 'usage',
    body: { type: 'token_budget', ...said(rest) },
    actor: PROVIDER,
    from: fromBlock(block),
  });
}

/** What the site warned of. */
function readFlag({ writer, block, node }: BlockAt): void {
  const { type: _, start_timestamp: _start, stop_timestamp: _stop, flags: _flags, flag, ...rest } = block.fields;
  writer.beside(writer.take('notice'), [node.event], {
    kind: 'notice',
    body: { type: 'flag', text: asWords(flag), ...said({ flag: asWords(flag) === null ? flag : null, ...rest }) },
    actor: PROVIDER,
    from: fromBlock(block),
  });
}

/** Flags that hang on a block of any kind: each once, by its own name. */
function flagsOf({ writer, block }: BlockAt): void {
  const { flags, helpline } = block.fields;
  if (block.type === 'flag' || block.type === 'token_budget') return; // it is all in their own events
  const list = asList(flags);
  for (const [nth, flag] of (list.length > 0 || isBlank(helpline) ? list : [null]).entries()) {
    const text = asWords(flag);
    const own = text ?? ownIdOf(flag, nth);
    writer.beside(`${writer.last()}/flag.${own}`, [writer.last()], {
      kind: 'notice',
      body: { type: 'flag', text, ...said({ flag: text === null ? flag : null, helpline }) },
      actor: PROVIDER,
      from: { ...fromBlock(block), fields: null },
    });
  }
}

/** A block of a kind that is not known: every text in it can be read, and what it cites as known kinds do is cited. */
function readUnknown({ writer, block, knowledge, node }: BlockAt): void {
  const { type, ...rest } = block.fields;
  const { text, citations, input } = rest;
  const texts = textsIn(typeof type === 'string' ? rest : block.fields).filter((each) => each.trim() !== '');
  const evidences = collectEvidence(writer.next('unknown'), knowledge.scope, true);
  const cited = [
    ...citationsIn(asText(text) ?? '', citations, evidences),
    ...citationsIn('', asObject(input).md_citations, evidences),
  ].filter(({ part }) => part.type === 'citation' && part.evidence.length > 0);
  evidences.share(node.key);
  writer.chain({
    kind: 'unknown',
    body: {
      ...{ type: block.type, text: texts.join('\n') || null },
      ...(cited.length > 0 ? { parts: [...cited.map(({ part }) => part), ...evidences.parts()] } : {}),
    },
    actor: PROVIDER,
    from: fromBlock(block),
  });
}
