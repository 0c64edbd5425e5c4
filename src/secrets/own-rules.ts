import type { Found, SecretKind } from './kinds';

/** What a pattern finds: its first group, where it has one. Repetitions are bounded: the text is a stranger's. */
interface Pattern {
  readonly kind: SecretKind;
  readonly pattern: RegExp;
  /** False for what only looks like it. */
  readonly is?: (value: string) => boolean;
}

const hasBoth = (value: string): boolean => /\d/.test(value) && /\p{L}/u.test(value);

/** Words that stand where a secret would: `your-key`, `${TOKEN}`, `****`. */
const PLACEHOLDER =
  /^(?:your|my|the|some|example|placeholder|change|insert|process\.env|os\.environ|env\.|x{4,}|\*{3,}|\.{3,}|\$|<|\{|%|\[)/i;

const NAMES =
  'pass(?:word|wd|phrase)|passwort|kennwort|contrase(?:ñ|n)a|mot de passe|pwd|secret|api[_-]?key|access[_-]?key|(?:auth|access|refresh)[_-]?token|client[_-]?secret|private[_-]?key';

/** What the rule set does not look for, by the shape that its issuer gives it; and what is named a password. */
const PATTERNS: readonly Pattern[] = [
  {
    kind: 'private-key',
    pattern:
      /-----BEGIN (?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)?-----[A-Za-z0-9+/=\s\\:,.-]{16,16000}?-----END (?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g,
  },
  // one that was cut off
  {
    kind: 'private-key',
    pattern: /-----BEGIN (?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:\\[nr]|[A-Za-z0-9+/=\s]){40,16000}/g,
  },
  { kind: 'access-key', pattern: /(?<![\w-])eyJ[\w-]{8,2000}\.eyJ[\w-]{8,4000}\.[\w-]{10,1000}/g },
  { kind: 'access-key', pattern: /(?<![\w-])AIza[\w-]{35}(?![\w-])/g },
  { kind: 'access-key', pattern: /(?<!\w)[srp]k_(?:live|test)_[A-Za-z0-9]{16,250}/g },
  {
    kind: 'access-key',
    pattern: /(?<![\w-])sk-[\w-]{20,300}/g,
    is: (value) => /\d/.test(value) && /[A-Z]/.test(value),
  },
  { kind: 'access-key', pattern: /(?<!\w)(?:github_pat_\w{22,250}|gh[pousr]_\w{36,250})/g },
  { kind: 'access-key', pattern: /(?<!\w)(?:AKIA|ASIA)[A-Z0-9]{16}(?!\w)/g },
  { kind: 'access-key', pattern: /(?<![\w-])SG\.[\w-]{16,32}\.[\w-]{16,64}/g },
  { kind: 'access-key', pattern: /(?<!\d)\d{8,10}:AA[\w-]{32,34}(?![\w-])/g },
  { kind: 'access-key', pattern: /\bAccountKey=([A-Za-z0-9+/]{40,120}={0,2})/g },
  { kind: 'access-key', pattern: /\bBearer\s{1,4}([\w.~+/-]{20,500}={0,2})/gi, is: hasBoth },
  {
    kind: 'password',
    pattern: new RegExp(
      `(?:${NAMES})["'\`*]{0,3}\\s{0,4}(?::|=>?|\\b(?:is|ist|es|est)\\b)\\s{0,4}["'\`]([^\\s"'\`]{6,200})["'\`]`,
      'gi',
    ),
    is: (value) => !PLACEHOLDER.test(value),
  },
  {
    kind: 'password',
    pattern: new RegExp(
      `(?:${NAMES})["'\`*]{0,3}\\s{0,4}(?::|=>?|\\b(?:is|ist|es|est)\\b)\\s{0,4}([^\\s"'\`,;<>(){}[\\]]{6,200})`,
      'gi',
    ),
    is: (value) => hasBoth(value) && !PLACEHOLDER.test(value),
  },
  {
    kind: 'email',
    pattern:
      /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}_%+-][\p{L}\p{N}._%+-]{0,63}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}])/gu,
    is: (value) => !/^git@|@\dx\.|\.(?:png|jpe?g|gif|svg|webp|avif|jsx?|tsx?|css|json|md|html?|pdf)$/i.test(value),
  },
];

/** What patterns of our own find in a text. */
export const byOwnRules = (text: string): Found[] =>
  PATTERNS.flatMap(({ kind, pattern, is = () => true }) =>
    Array.from(text.matchAll(pattern), ([whole, part]) => trimmed(part ?? whole)).flatMap((value): Found[] =>
      is(value) ? [{ kind, value, key: value.toLowerCase() }] : [],
    ),
  );

/** A full stop or a bracket behind it is the sentence's. */
const trimmed = (value: string): string => value.replace(/[.)\]!?:]+$/, '').trimEnd();
