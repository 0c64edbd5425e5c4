import type { LineFault } from '../model/chain';
import type { EvidenceCheck } from '../projection/evidence-state';

/** Something that did not go into a target as it is: which event, what of it, and why. */
export interface Loss {
  readonly event: string;
  readonly what: string;
  readonly why: string;
}

/** What became of one target: whether its file is valid, what is wrong with it if not, and its loss report. */
export interface TargetResult {
  readonly name: string;
  readonly valid: boolean;
  /** Sentences. */
  readonly faults: readonly string[];
  /** Null where there is no loss report. */
  readonly loss: readonly Loss[] | null;
}

/** What the report needs to know of the archive besides the log. */
export interface Facts {
  /** True if the archive has an artifact (bare hash). */
  readonly has: (hash: string) => boolean;
  /** Artifacts whose bytes differ from their hash. */
  readonly damaged?: ReadonlySet<string>;
  readonly targets: readonly TargetResult[];
  /** What the kept pages say of the evidence; absent: nobody looked. */
  readonly evidence?: EvidenceCheck;
  /** What is wrong with the lines of the log. */
  readonly faults: readonly LineFault[];
}
