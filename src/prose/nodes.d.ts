import type { FootnoteDefinition, Literal, Parent } from 'mdast';

/** Numbers of sources, at the place where they are cited. */
export interface CiteNode extends Literal {
  readonly type: 'cite';
  readonly value: string;
  readonly numbers: readonly number[];
}

/** The footnotes of a text, at its end. */
export interface NotesNode extends Parent {
  readonly type: 'notes';
  children: FootnoteDefinition[];
}

declare module 'mdast' {
  interface PhrasingContentMap {
    cite: CiteNode;
  }
  interface RootContentMap {
    cite: CiteNode;
    notes: NotesNode;
  }
  interface BlockContentMap {
    notes: NotesNode;
  }
}

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    mathFlow: 'mathFlow';
    mathFlowFence: 'mathFlowFence';
    mathFlowFenceSequence: 'mathFlowFenceSequence';
    mathFlowValue: 'mathFlowValue';
    mathText: 'mathText';
    mathTextData: 'mathTextData';
    mathTextSequence: 'mathTextSequence';
  }
}
