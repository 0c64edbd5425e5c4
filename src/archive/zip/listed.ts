/** One entry as the list of entries describes it. */
export interface Listed {
  /** Its path; a folder's without the last slash. */
  readonly path: string;
  readonly folder: boolean;
  /** Its name, byte by byte, as both headers must give it. */
  readonly name: Uint8Array;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  /** Where its local header begins. */
  readonly offset: number;
  readonly madeBy: number;
  readonly attributes: number;
  readonly extra: Uint8Array;
  readonly commentLength: number;
  readonly disk: number;
}

/** Bits of the flags word. */
export const FLAG = { encrypted: 0x0001, level: 0x0006, descriptor: 0x0008, strong: 0x2040, utf8: 0x0800 } as const;

export const STORE = 0;
export const DEFLATE = 8;
