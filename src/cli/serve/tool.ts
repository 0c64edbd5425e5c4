import { z } from 'zod';
import { shortNumber } from '../../model/ids';
import type { Answer } from './answer';
import type { Served, ServedSession } from './served';

/** Something that a client can ask of the archive. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** @param given what the client said, checked against `input` again */
  readonly run: (served: Served, given: unknown, signal: AbortSignal) => Promise<Answer>;
}

interface Spec<S extends z.ZodObject> extends Omit<Tool, 'input' | 'run'> {
  readonly input: S;
  readonly run: (served: Served, given: z.infer<S>, signal: AbortSignal) => Promise<Answer>;
}

export const toolOf = <S extends z.ZodObject>(spec: Spec<S>): Tool => ({
  ...spec,
  run: (served, given, signal) => spec.run(served, spec.input.parse(given ?? {}), signal),
});

export const SESSION = z
  .string()
  .max(200)
  .optional()
  .describe('Name of the session, as list_sessions gives it. Needed only where the archive holds several.');

export const SKIP = z
  .int()
  .min(0)
  .default(0)
  .describe('Characters of the first entry that were given before: an answer that cuts one says where to go on.');

/** A number of an event as a client says it. */
export const NUMBER = z
  .string()
  .regex(/^[Vv]-?\d{1,9}$/, 'a number such as V-0042')
  .describe('Number of an event, such as V-0042.');

const seqOf = (number: string): number => Number(number.replace(/^\D+/, ''));

/** The id of the event of a number, or a sentence that says why there is none. */
export function eventAt({ view }: ServedSession, number: string): { readonly id: string } | string {
  const seq = seqOf(number);
  const line = view.log[seq];
  if (!line) return `There is no ${shortNumber(seq)}: the last is ${shortNumber(view.log.length - 1)}.`;
  const first = view.first.get(line.id) ?? seq;
  if (first !== seq) return `${shortNumber(seq)} is a later version of ${shortNumber(first)}: ask for that.`;
  if (!view.current.has(line.id)) return `${shortNumber(seq)} no longer counts: a later reading took it back.`;
  return { id: line.id };
}
