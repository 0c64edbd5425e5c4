import type { Scope } from '../kit/evidence';
import type { Known } from '../kit/scope';
import type { Files } from './files';
import type { Node } from './nodes';
import type { Pairs } from './pairs';
import type { Work } from './versions';
import type { WireBlock } from './wire';
import type { Writer } from './writer';

/** What is known on the way from the first message to this one. */
export interface Knowledge {
  readonly scope: Scope;
  readonly works: Known<Work>;
}

/** What the reading of a message's blocks shares. */
export interface BlockContext {
  readonly node: Node;
  readonly role: 'user' | 'assistant' | 'system';
  readonly knowledge: Knowledge;
  readonly writer: Writer;
  readonly files: Files;
  readonly blocks: readonly WireBlock[];
}

/** One block, by its number in the message. */
export interface BlockAt extends BlockContext {
  readonly block: WireBlock;
  readonly at: number;
  readonly pairs: Pairs;
}

/** Whoever speaks in a block that is no tool's. */
export const speaker = ({
  role,
  node,
}: BlockContext): { kind: 'user' | 'assistant' | 'system'; name: null; model: string | null } => ({
  kind: role,
  name: null,
  model: role === 'assistant' ? (node.message.model?.toWellFormed() ?? null) : null,
});
