import { canonical, isObject } from '../../lib/json';
import type { Loss } from '../../report/facts';
import type { AssistantTurn, Call, Quote, Turn, UserTurn } from '../turns';
import { type Shortened, type Size, shortened } from './shorten';

/** How texts of a turn are made smaller. */
export interface Cutting {
  readonly size: Size;
  /** For each text. */
  readonly room: number;
  readonly number: (event: string) => string;
}

interface Smaller {
  readonly turn: Turn;
  readonly loss: readonly Loss[];
}

/** A turn with shorter texts; of one with calls and words, also its words alone. Nothing where no text is that long. */
export function smaller(turn: Turn, cutting: Cutting): Smaller[] {
  if (turn.role === 'user') return smallerUser(turn, cutting);
  const said = turn.text === null ? null : cutText(turn.text, turn, cutting);
  const calls = turn.calls.map((call) => smallerCall(call, cutting));
  const loss = [...(said?.loss ?? []), ...calls.flatMap((call) => call.loss)];
  const all: AssistantTurn = { ...turn, text: said?.text ?? null, calls: calls.map(({ call }) => call) };
  return [...(loss.length > 0 ? [{ turn: all, loss }] : []), ...wordsAlone(turn, said)];
}

function wordsAlone(turn: AssistantTurn, said: { text: string; loss: readonly Loss[] } | null): Smaller[] {
  if (said === null || turn.calls.length === 0) return [];
  const gone = turn.calls.flatMap(({ event, results }): Loss[] => [
    { event, what: 'tool.call', why: LEFT_OUT },
    ...results.map((result) => ({ event: result, what: 'result', why: LEFT_OUT })),
  ]);
  return [{ turn: { ...turn, text: said.text, calls: [] }, loss: [...said.loss, ...gone] }];
}

export const LEFT_OUT = 'It is left out to fit the budget; all of it is in the archive.';
const WITHOUT_PICTURE = 'Its pictures are left out to fit the budget; they are named by their hashes.';
const SHORTENED = 'It is shortened in the middle to fit the budget; all of it is in the archive.';

function smallerUser(turn: UserTurn, cutting: Cutting): Smaller[] {
  const { quote } = turn;
  const pictures = turn.holds.length === 0 ? turn.pictures : [];
  if (quote) return smallerQuote(turn, quote, cutting);
  const { loss, text } = cutText(turn.text, turn, cutting);
  if (loss.length === 0 && turn.pictures.length === pictures.length) return [];
  const lost =
    turn.pictures.length > pictures.length
      ? turn.holds.map((event) => ({ event, what: 'image', why: WITHOUT_PICTURE }))
      : [];
  return [{ turn: { ...turn, text, pictures }, loss: [...loss, ...lost] }];
}

interface CutText {
  readonly text: string;
  readonly loss: readonly Loss[];
}

function cutText(text: string, { event, holds }: Turn, cutting: Cutting): CutText {
  const short = cut(text, event, cutting, false);
  if (short.left === 0) return { text, loss: [] };
  return { text: short.text, loss: holds.map((each) => ({ event: each, what: 'text', why: SHORTENED })) };
}

/** What is quoted has no pictures but in a turn of its own. */
function smallerQuote(turn: UserTurn, quote: Quote, cutting: Cutting): Smaller[] {
  const { event } = turn;
  const short = cut(quote.words, event, cutting, true);
  if (short.left === 0 || event === null) return [];
  const loss = [{ event, what: 'text', why: SHORTENED }];
  return [{ turn: { ...turn, text: quote.put(short.text), quote: { ...quote, words: short.text } }, loss }];
}

function cut(text: string, event: string | null, { size, room, number }: Cutting, mayCut: boolean): Shortened {
  const mark = (left: number, of: number): string => markOf(event === null ? '' : number(event), left, of);
  return shortened(text, { room, size, mark, mayCut }) ?? { text: '[…]', left: text.length };
}

const many = (number: number): string => number.toLocaleString('en');

/** Stands where something is left out: how much, and where all of it is. */
const markOf = (number: string, left: number, of: number): string =>
  `[… ${number}: ${many(left)} of ${many(of)} characters are left out here; all of it is in the archive, session.jsonl, seq ${Number(number.replace(/\D/g, ''))} …]`;

function smallerCall(call: Call, cutting: Cutting): { readonly call: Call; readonly loss: readonly Loss[] } {
  const { quote, results, event } = call;
  const short = quote ? cut(quote.words, results[0] ?? event, cutting, true) : null;
  const given = smallerInput(call, cutting);
  const loss = [
    ...(short && short.left > 0 ? [{ event: results[0] ?? event, what: 'result', why: SHORTENED }] : []),
    ...(given === call.input ? [] : [{ event, what: 'input', why: SHORTENED }]),
  ];
  if (quote === null || short === null || short.left === 0) return { call: { ...call, input: given }, loss };
  const result = quote.put(short.text);
  return { call: { ...call, input: given, result, quote: { ...quote, words: short.text } }, loss };
}

/** What a tool was given stays an object: long texts in it are shortened, one by one; all of it goes where that is not enough. */
function smallerInput({ input, event }: Call, cutting: Cutting): Readonly<Record<string, unknown>> {
  if (cutting.size(canonical(input)) <= cutting.room) return input;
  const inner = { ...cutting, room: Math.floor(cutting.room / 3) };
  const short = within(input, (text) => cut(text, event, inner, true).text);
  if (isObject(short) && cutting.size(canonical(short)) <= cutting.room) return short;
  const length = canonical(input).length;
  return { left_out: markOf(cutting.number(event), length, length) };
}

function within(value: unknown, shorter: (text: string) => string): unknown {
  if (typeof value === 'string') return shorter(value);
  if (Array.isArray(value)) return value.map((each) => within(each, shorter));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, within(each, shorter)]));
}
