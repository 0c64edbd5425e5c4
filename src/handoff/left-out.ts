import { isObject } from '../lib/json';
import type { Event } from '../model/event';
import type { Loss } from '../report/facts';
import type { LeaveOut } from './shown';
import type { Call, Quote, Turn } from './turns';
import type { Walked } from './walk';

/** A walk without what the person leaves out: it is taken away before a format escapes, cuts or wraps anything. */
export function withoutLeft(walked: Walked, leaveOut: LeaveOut | undefined, path: readonly Event[]): Walked {
  if (!leaveOut) return walked;
  const loss: Loss[] = [];
  const from = (event: string | null): ((text: string) => string) => {
    const told = event ?? path[0]?.id ?? '';
    return (text) => {
      const { text: rest, left } = leaveOut(text);
      if (left.length > 0)
        loss.push({
          event: told,
          what: event === null ? 'handoff' : 'text',
          why: `Left out, as the person chose: ${left.join(', ')}.`,
        });
      return rest;
    };
  };
  const turns = walked.turns.map((turn) => turnWithout(turn, from));
  const clean = (text: string): string => leaveOut(walked.clean(text)).text;
  return {
    ...walked,
    turns,
    loss: [...walked.loss, ...distinct(loss)],
    clean,
    thought: (event) => leaveOut(walked.thought(event)).text,
  };
}

type From = (event: string | null) => (text: string) => string;

function turnWithout(turn: Turn, from: From): Turn {
  const out = from(turn.event);
  if (turn.role === 'user')
    return { ...turn, text: out(turn.text), ...(turn.quote ? { quote: quoteWithout(turn.quote, out) } : {}) };
  return {
    ...turn,
    text: turn.text === null ? null : out(turn.text),
    model: turn.model === null ? null : out(turn.model),
    calls: turn.calls.map((call) => callWithout(call, from(call.event))),
  };
}

function callWithout(call: Call, out: (text: string) => string): Call {
  const input = valueWithout(call.input, out);
  return {
    ...call,
    input: isObject(input) ? input : {},
    result: out(call.result),
    quote: call.quote && quoteWithout(call.quote, out),
  };
}

/** What is quoted again, shorter, is without it too. */
const quoteWithout = ({ words, put }: Quote, out: (text: string) => string): Quote => ({ words: out(words), put });

/** A number may be one that is left out, too: a card, say. */
function valueWithout(value: unknown, out: (text: string) => string): unknown {
  if (typeof value === 'string') return out(value);
  if (typeof value === 'number') return out(String(value)) === String(value) ? value : out(String(value));
  if (Array.isArray(value)) return value.map((each) => valueWithout(each, out));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [out(key), valueWithout(each, out)]));
}

const distinct = (loss: readonly Loss[]): Loss[] => [
  ...new Map(loss.map((each) => [`${each.event} ${each.what} ${each.why}`, each])).values(),
];
