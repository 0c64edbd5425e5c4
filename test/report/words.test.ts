import { expect, test } from 'vitest';
import { QUESTIONS, VERDICTS } from '../../src/report/words';
import { textAt } from '../rooms/source';

const messages: Record<string, { readonly message: string } | undefined> = JSON.parse(
  textAt('assets/_locales/en/messages.json'),
);

test.each(Object.entries(QUESTIONS))(
  '%s asks the same in the pages of the extension and in README.md',
  (name, asks) => {
    expect(messages[`test_${name}_asks`]?.message).toBe(asks);
    expect(textAt('README.md')).toContain(`\n| ${name} | ${asks} |\n`);
  },
);

test('verdicts are the same words in the pages of the extension and in those of an archive', () => {
  for (const [verdict, words] of Object.entries(VERDICTS)) expect(messages[`verdict_${verdict}`]?.message).toBe(words);
});
