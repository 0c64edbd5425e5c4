import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import type { Found, SecretKind } from './kinds';

/*
 * The rules that secretlint recommends, run without its core, which reads files, measures itself and heeds comments. What
 * a rule reports is one of the values that it puts into its message: the ranges that it gives are not always those.
 */

interface Rule {
  readonly meta: { readonly id: string };
  readonly create: (context: object, options: object) => { readonly file?: (source: object) => unknown };
}

interface Reported {
  readonly message: { readonly data: Readonly<Record<string, unknown>> | null };
  readonly range: readonly [number, number];
}

const isRule = (rule: unknown): rule is Rule =>
  typeof rule === 'object' && rule !== null && 'meta' in rule && 'create' in rule;

/** A text could ask for mercy with a comment; and what lies in a file of its own is not looked at. */
const OTHERS: ReadonlySet<string> = new Set(['@secretlint/secretlint-rule-filter-comments']);

const RULES: readonly Rule[] = (rules as readonly unknown[]).filter(isRule).filter(({ meta }) => !OTHERS.has(meta.id));

const KIND_OF: Readonly<Record<string, SecretKind>> = {
  basicauth: 'login',
  'database-connection-string': 'login',
  privatekey: 'private-key',
};

const kindOf = ({ meta }: Rule): SecretKind => KIND_OF[meta.id.replace(/^.*-rule-/, '')] ?? 'access-key';

/** Ids of keys are reported too: they are no secrets, and say whose the secret is. */
const OPTIONS = { enableIDScanRule: true };

const SHORTEST = 6;

/** What the rule set finds in a text. */
export function byRuleSet(text: string): Found[] {
  return RULES.flatMap((rule) =>
    reportsOf(rule, text).flatMap((report): Found[] => {
      const value = valueIn(report, text);
      return value === null ? [] : [{ kind: kindOf(rule), value, key: value.toLowerCase() }];
    }),
  );
}

function reportsOf(rule: Rule, text: string): Reported[] {
  const reports: Reported[] = [];
  const context = {
    createTranslator: () => (messageId: string, data: Reported['message']['data']) => ({
      message: '',
      messageId,
      data,
    }),
    report: (report: Reported) => void reports.push(report),
    ignore: () => undefined,
  };
  const source = { content: text, filePath: 'text.txt', ext: '.txt', contentType: 'text' };
  rule.create(context, OPTIONS).file?.(source);
  return reports;
}

/** The value that was found: the longest of those named that stands in the text, else what the range holds. */
function valueIn({ message: { data }, range }: Reported, text: string): string | null {
  const named = Object.values(data ?? {}).filter((each) => typeof each === 'string' && text.includes(each)) as string[];
  const value = named.sort((a, b) => b.length - a.length)[0] ?? text.slice(...range);
  return value.length < SHORTEST ? null : value;
}
