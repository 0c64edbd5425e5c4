import type { Code, Construct, Effects, Extension, State, TokenizeContext, Tokenizer } from 'micromark-util-types';

/** Characters of one display; what is longer is none. */
const LONGEST = 10_000;

const DOLLAR = 36;
const BACKSLASH = 92;
const [OPENING, CLOSING] = [91, 93] as const;

/**
 * A display of TeX that has its lines for itself, between `\[` and `\]` or between `$$` and `$$`, with no blank line in it:
 * what looks like a list or a heading there is none. Its tokens are those of the common extension for TeX, so its reader
 * makes the same nodes of them.
 */
export const texFlow = (): Extension => ({
  flow: {
    [BACKSLASH]: { name: 'mathFlow', concrete: true, tokenize: display(OPENING, endOf(BACKSLASH, CLOSING)) },
    [DOLLAR]: { name: 'mathFlow', concrete: true, tokenize: display(DOLLAR, endOf(DOLLAR, DOLLAR)) },
  },
});

const isLineEnd = (code: Code): boolean => code !== null && code <= -3;
const isBlank = (code: Code): boolean => code === null || code < 0 || code === 32;

/** `second` follows the first sign of the opening; `end` knows the closing one. */
function display(second: number, end: Construct): Tokenizer {
  return function (effects, ok, nok) {
    const { interrupt } = this;
    const opening: State = (code) => {
      if (code !== second) return nok(code);
      effects.consume(code);
      effects.exit('mathFlowFenceSequence');
      effects.exit('mathFlowFence');
      return interrupt ? effects.check(restOfLine, ok, nok) : content(this, effects, ok, nok, second, end);
    };
    return (code) => {
      effects.enter('mathFlow');
      effects.enter('mathFlowFence');
      effects.enter('mathFlowFenceSequence');
      effects.consume(code);
      return opening;
    };
  };
}

/** Words above it are a paragraph of their own only where the opening is alone on its line. */
const restOfLine: Construct = {
  partial: true,
  tokenize: (effects, ok, nok) => {
    const rest: State = (code) => {
      if (code === null || !isBlank(code)) return nok(code);
      if (isLineEnd(code)) return ok(code);
      effects.enter('mathFlowValue');
      effects.consume(code);
      effects.exit('mathFlowValue');
      return rest;
    };
    return rest;
  },
};

/** Lines up to the closing signs. */
function content(
  context: TokenizeContext,
  effects: Effects,
  ok: State,
  nok: State,
  second: number,
  end: Construct,
): State {
  let length = 0;
  let hasWords = true;
  const begin: State = (code) => (code === DOLLAR && second === DOLLAR ? nok(code) : inside(code));
  const inside: State = (code) => {
    if (code === null || length > LONGEST) return nok(code);
    if (isLineEnd(code)) return hasWords ? effects.attempt(nextLine(context), lineStart, nok)(code) : nok(code);
    if (isSign(code)) return effects.attempt(end, done, sign)(code);
    effects.enter('mathFlowValue');
    return value(code);
  };
  const value: State = (code) => {
    if (code === null || isLineEnd(code) || isSign(code)) {
      effects.exit('mathFlowValue');
      return inside(code);
    }
    hasWords ||= !isBlank(code);
    effects.consume(code);
    length++;
    return value;
  };
  /** A sign that closes nothing. */
  const sign: State = (code) => {
    hasWords = true;
    effects.enter('mathFlowValue');
    effects.consume(code);
    return code === BACKSLASH ? afterBackslash : afterDollar;
  };
  // closing or opening signs with words behind them: this is no display
  const afterDollar: State = (code) => (code === DOLLAR && second === DOLLAR ? nok(code) : value(code));
  const afterBackslash: State = (code) => {
    if (second === OPENING && (code === OPENING || code === CLOSING)) return nok(code);
    if (code !== BACKSLASH && code !== DOLLAR) return value(code);
    effects.consume(code);
    return value;
  };
  const lineStart: State = (code) => {
    hasWords = false;
    return inside(code);
  };
  const done: State = (code) => {
    effects.exit('mathFlow');
    return ok(code);
  };
  return begin;
}

const isSign = (code: Code): boolean => code === DOLLAR || code === BACKSLASH;

const nextLine = (context: TokenizeContext): Construct => ({
  partial: true,
  tokenize: (effects, ok, nok) => (code) => {
    effects.enter('lineEnding');
    effects.consume(code);
    effects.exit('lineEnding');
    return (next) => (context.parser.lazy[context.now().line] || next === null ? nok(next) : ok(next));
  },
});

/** The closing signs with nothing behind them on their line. */
const endOf = (first: number, second: number): Construct => ({
  partial: true,
  tokenize: (effects, ok, nok) => {
    const after: State = (code) => {
      if (code !== null && !isBlank(code)) return nok(code);
      if (code === null || isLineEnd(code)) {
        effects.exit('mathFlowFenceSequence');
        effects.exit('mathFlowFence');
        return ok(code);
      }
      effects.consume(code);
      return after;
    };
    return (code) => {
      if (code !== first) return nok(code);
      effects.enter('mathFlowFence');
      effects.enter('mathFlowFenceSequence');
      effects.consume(code);
      return (next) => {
        if (next !== second) return nok(next);
        effects.consume(next);
        return after;
      };
    };
  },
});
