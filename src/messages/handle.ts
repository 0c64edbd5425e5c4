import { Fault } from '../lib/fault';
import { isObject } from '../lib/json';
import { type Answer, type Asked, contract, type Name } from './contract';
import type { Reply } from './send';

/** Who sent a message, once the browser's stamp was checked. */
export type Checked =
  | { readonly from: 'page-of-ours' }
  | {
      readonly from: 'site';
      readonly site: string;
      readonly origin: string;
      readonly tab: number;
      /** The person granted the site for good; else only asked to have this tab read. */
      readonly granted: boolean;
    };

type Given<N extends Name> = Extract<Checked, { from: (typeof contract)[N]['from'] }>;

/** One handler for each message of the contract: leaving one out does not compile. */
export type Handlers = {
  readonly [N in Name]: (ask: Asked<N>, given: Given<N>) => Promise<Answer<N>>;
};

/**
 * Gives the listener that answers messages: it looks at the sender first, then at what was sent, then asks the handler.
 * `undefined` leaves a message alone that is none of the contract's.
 * @param check says by the stamp who the sender is, or null: nobody who may speak to us
 */
export const answering =
  <S>(handlers: Handlers, check: (stamp: S, wanted: Checked['from']) => Promise<Checked | null>) =>
  (message: unknown, stamp: S): Promise<Reply<Name>> | undefined => {
    const name = isObject(message) ? message.valise : undefined;
    if (typeof name !== 'string' || !isName(name)) return undefined;
    return answer(handlers, name, (message as { ask?: unknown }).ask, () => check(stamp, contract[name].from));
  };

const isName = (name: string): name is Name => Object.hasOwn(contract, name);

async function answer<N extends Name>(
  handlers: Handlers,
  name: N,
  ask: unknown,
  check: () => Promise<Checked | null>,
): Promise<Reply<Name>> {
  try {
    const given = await check();
    if (given?.from !== contract[name].from) return { fault: 'refused-sender' };
    const parsed = contract[name].ask.safeParse(ask);
    if (!parsed.success) return { fault: 'bad-message' };
    return { answer: await handlers[name](parsed.data as Asked<N>, given as Given<N>) } as Reply<Name>;
  } catch (error) {
    return { fault: Fault.is(error) ? error.code : 'broken-promise' };
  }
}
