import type { Construct, Extension, State, TokenizeContext, Tokenizer } from 'micromark-util-types';

/** Characters of TeX in a line of words; what is longer is none. */
const LONGEST = 2_000;

const DOLLAR = 36;
const BACKSLASH = 92;
const [OPENING_ROUND, CLOSING_ROUND, OPENING_SQUARE, CLOSING_SQUARE] = [40, 41, 91, 93] as const;

/**
 * TeX among words, in the signs that chats use: `\(…\)`, `\[…\]`, `$$…$$` and `$…$`. One dollar is money unless, as
 * pandoc has it, what it encloses begins and ends with no blank and no number follows. The tokens are those of the
 * common extension for TeX, so its reader makes the same nodes of them.
 */
export const texText = (): Extension => ({
  text: {
    [DOLLAR]: { name: 'mathText', tokenize: dollars, previous: afterNoDollar },
    [BACKSLASH]: { name: 'mathText', tokenize: brackets },
  },
});

/** A dollar right after one would begin in the middle of a run. */
function afterNoDollar(this: TokenizeContext, code: number | null): boolean {
  return code !== DOLLAR || this.events.at(-1)?.[1].type === 'characterEscape';
}

const isBlank = (code: number | null): boolean => code === null || code < 0 || code === 32;
const isDigit = (code: number | null): boolean => code !== null && code >= 48 && code <= 57;

const dollars: Tokenizer = (effects, ok, nok) => {
  let open = 0;
  let close = 0;
  let length = 0;
  let last: number | null = null;
  const opening: State = (code) => {
    if (code === DOLLAR && open < 2) {
      effects.consume(code);
      open++;
      return opening;
    }
    if (code === DOLLAR || (open === 1 && isBlank(code))) return nok(code);
    effects.exit('mathTextSequence');
    return between(code);
  };
  const between: State = (code) => {
    if (code === null || length > LONGEST) return nok(code);
    if (code === DOLLAR && last !== BACKSLASH) {
      effects.enter('mathTextSequence');
      close = 0;
      return closing(code);
    }
    if (code <= -3) return lineEnding(code);
    effects.enter('mathTextData');
    return data(code);
  };
  const lineEnding: State = (code) => {
    effects.enter('lineEnding');
    consume(code);
    effects.exit('lineEnding');
    return between;
  };
  const data: State = (code) => {
    if (code === null || code <= -3 || (code === DOLLAR && last !== BACKSLASH)) {
      effects.exit('mathTextData');
      return between(code);
    }
    consume(code);
    return data;
  };
  const closing: State = (code) => {
    if (code === DOLLAR && close < open) {
      effects.consume(code);
      close++;
      return closing;
    }
    const isMoney = open === 1 && (isBlank(last) || isDigit(code));
    if (close !== open || code === DOLLAR || isMoney || length === 0) return nok(code);
    effects.exit('mathTextSequence');
    effects.exit('mathText');
    return ok(code);
  };
  const consume = (code: number | null): void => {
    effects.consume(code);
    // a backslash that is itself escaped escapes nothing
    last = code === BACKSLASH && last === BACKSLASH ? null : code;
    length++;
  };
  return (code) => {
    effects.enter('mathText');
    effects.enter('mathTextSequence');
    return opening(code);
  };
};

const brackets: Tokenizer = (effects, ok, nok) => {
  let closer: number = CLOSING_ROUND;
  let length = 0;
  const bracket: State = (code) => {
    if (code !== OPENING_ROUND && code !== OPENING_SQUARE) return nok(code);
    closer = code === OPENING_ROUND ? CLOSING_ROUND : CLOSING_SQUARE;
    effects.consume(code);
    effects.exit('mathTextSequence');
    return between;
  };
  const between: State = (code) => {
    if (code === null || length > LONGEST) return nok(code);
    if (code === BACKSLASH) return effects.attempt(end, done, escaped)(code);
    if (code <= -3) {
      effects.enter('lineEnding');
      effects.consume(code);
      effects.exit('lineEnding');
      return between;
    }
    effects.enter('mathTextData');
    return data(code);
  };
  const data: State = (code) => {
    if (code === null || code <= -3 || code === BACKSLASH) {
      effects.exit('mathTextData');
      return between(code);
    }
    effects.consume(code);
    length++;
    return data;
  };
  /** A backslash of TeX, and what it stands before: `\\` ends no math, whatever follows. */
  const escaped: State = (code) => {
    effects.enter('mathTextData');
    effects.consume(code);
    length++;
    return (next) => {
      if (next === BACKSLASH) {
        effects.consume(next);
        return data;
      }
      return data(next);
    };
  };
  const end: Construct = {
    partial: true,
    tokenize: (inner, yes, no) => (code) => {
      inner.enter('mathTextSequence');
      inner.consume(code);
      return (next) => {
        if (next !== closer) return no(next);
        inner.consume(next);
        inner.exit('mathTextSequence');
        return yes;
      };
    },
  };
  const done: State = (code) => {
    if (length === 0) return nok(code);
    effects.exit('mathText');
    return ok(code);
  };
  return (code) => {
    effects.enter('mathText');
    effects.enter('mathTextSequence');
    effects.consume(code);
    return bracket;
  };
};
