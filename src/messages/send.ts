import { Fault, type FaultCode } from '../lib/fault';
import type { Answer, Ask, Name } from './contract';

/** How an answer travels: a thrown Fault does not survive the way, its code does. */
export type Reply<N extends Name> = { readonly answer: Answer<N> } | { readonly fault: FaultCode };

/** A message on its way. */
export interface Envelope<N extends Name = Name> {
  readonly valise: N;
  readonly ask: Ask<N>;
}

/** Gives the function that sends the contract's messages over a line. It throws the Fault that the other side threw. */
export const sender =
  (line: (message: unknown) => Promise<unknown>) =>
  async <N extends Name>(name: N, ask: Ask<N>): Promise<Answer<N>> => {
    const envelope: Envelope<N> = { valise: name, ask };
    const reply = (await line(envelope)) as Reply<N> | undefined; // our own background: see `answering`
    if (!reply) throw new Fault('context-gone');
    if ('fault' in reply) throw new Fault(reply.fault);
    return reply.answer;
  };

export type Send = ReturnType<typeof sender>;
