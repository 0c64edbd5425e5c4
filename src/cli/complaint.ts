/** Something the person has to be told: one sentence, and the exit code that goes with it. */
export interface Complaint {
  readonly kind: 'complaint';
  readonly sentence: string;
  readonly code: 1 | 2;
  /** Lines that go before it: what there is to choose from. */
  readonly before?: readonly string[];
}

export const complaint = (sentence: string, code: 1 | 2 = 1): Complaint => ({ kind: 'complaint', sentence, code });
export const isComplaint = (value: unknown): value is Complaint =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'complaint';
