/** What can go wrong that is nobody's data. Every code has a sentence in the message files and a test. */
export type FaultCode =
  | 'no-permission'
  | 'storage-full'
  | 'storage-blocked'
  | 'database-newer'
  | 'context-gone'
  | 'refused-sender'
  | 'bad-message'
  | 'cancelled'
  | 'broken-promise';

/** A promise of ours or of the browser was broken. Carries no text of a conversation. */
export class Fault extends Error {
  override readonly name = 'Fault';
  readonly code: FaultCode;

  constructor(code: FaultCode, options?: ErrorOptions) {
    super(code, options);
    this.code = code;
  }

  /** Survives a message between contexts, where `instanceof` does not. */
  static is(value: unknown): value is Fault {
    return value instanceof Error && value.name === 'Fault' && 'code' in value;
  }
}
