import { workHere } from '../platform/workers';
import { storageFault } from '../store/faults';
import type { VerifyOrder } from './pack-apart';
import { verifyPacked } from './verify-packed';

/** What the worker does that verifies what another has packed. */
export const verifyHere = (): void =>
  workHere(
    (written: VerifyOrder, tell) => verifyPacked(written, { progress: tell, signal: new AbortController().signal }),
    (error) => storageFault(error)?.code ?? null,
  );
